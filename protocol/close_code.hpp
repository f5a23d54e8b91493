// Why a WebSocket is closed (README.md).
#pragma once

#include <cstdint>

namespace jaipur::protocol {

enum class CloseCode : std::uint16_t {
    Normal = 1000,
    GoingAway = 1001,
    ProtocolError = 1002, // a broken frame
    BinaryFrame = 1003,
    InvalidText = 1007, // not UTF-8
    PolicyViolation = 1008,
    TooBig = 1009,
    InternalError = 1011,
    ServiceRestart = 1012,
    Replaced = 4001, // the seat was resumed on another connection
    TooSlow = 4002,
    Removed = 4003, // by the room's owner or the server's operator
};

} // namespace jaipur::protocol
