// Messages as JSON text and back: the only place that knows JSON. Decoding checks only the form
// (types, ranges, no unknown fields); the receiver decides what a text or number means.
#pragma once

#include "common/result.hpp"
#include "protocol/message.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace jaipur::protocol {

inline constexpr std::size_t max_client_message = 4096; // bytes
inline constexpr int max_depth = 8; // of client messages; the outer object is depth 1

// ---- the server's side
// Decodes a client's frame. The error is ready to send: BadJson, BadRequest, UnknownType, BadCommit
// or BadReveal, with the id if it could be read.
Result<Request, Error> decode(std::string_view frame);
std::string encode(const ServerMessage& message);
std::string encode(const Replay& replay);

std::string_view type_of(const RequestBody& request); // "create_room"

// ---- the client's side
std::string encode(const Request& request);
// Ignores unknown fields, so that servers can add some; anything else unexpected is an error. Error
// texts are constant and never repeat input.
Result<ServerMessage, std::string> decode_server(std::string_view frame);

// ---- replays, from a server or from anybody's file
inline constexpr std::size_t max_replay = 1 << 20; // bytes; a typical match has 10,000
// Strict, as for requests: an unknown field is an error.
Result<Replay, std::string> decode_replay(std::string_view text);

} // namespace jaipur::protocol
