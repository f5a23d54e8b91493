// Why the server refuses a request.
#pragma once

#include "common/result.hpp"

#include <cstdint>
#include <string_view>

namespace jaipur::protocol {

enum class ErrorCode : std::uint8_t {
    BadJson,
    BadRequest,
    UnknownType,
    RateLimited,
    ServerFull,
    ShuttingDown,
    StorageFull,
    NoSuchRoom,
    RoomFull,
    BadToken,
    ServerLocked,
    WrongPassword,
    InvitationOver,
    NotInRoom,
    AlreadyInRoom,
    NotAPlayer,
    NotOwner,
    BadName,
    BadText,
    ChatOff,
    BadReveal,
    BadCommit,
    NotPlaying,
    NotYourTurn,
    StalePly,
    CannotClaim,
    NotInMarket,
    NoCamels,
    ExchangeTooSmall,
    ExchangeUnequal,
    ExchangeTakesCamel,
    ExchangeSameGood,
    HandLimit,
    NotInHand,
    HerdTooSmall,
    SaleTooSmall,
};
std::string_view name(ErrorCode code);    // as on the wire: "bad_json"
std::string_view message(ErrorCode code); // the constant English text that goes with it
ErrorCode error_code(RuleError error);

} // namespace jaipur::protocol
