// Messages as JSON text and back: the only place that knows JSON. Decoding checks form alone
// (types, ranges, no unknown fields); what a text or number means is decided by whoever receives
// the message.
#pragma once

#include "common/result.hpp"
#include "protocol/message.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace jaipur::protocol {

inline constexpr std::size_t max_client_message = 4096; // bytes
inline constexpr int max_depth = 8; // of what a client sends; the outer object is depth 1

// ---- the server's side
// A frame from a client. The error is ready to be sent: BadJson, BadRequest, UnknownType, or the
// code of a malformed text (BadCommit, BadReveal …), with the id where one could be read.
Result<Request, Error> decode(std::string_view frame);
std::string encode(const ServerMessage& message);
std::string encode(const Replay& replay);

std::string_view type_of(const RequestBody& request); // "create_room"

// ---- the client's side
std::string encode(const Request& request);
// Unknown fields are passed over, so that a server may grow; anything else unexpected is an error,
// whose text is constant and never repeats what came.
Result<ServerMessage, std::string> decode_server(std::string_view frame);

// ---- replays, from a server or from a file of whoever
inline constexpr std::size_t max_replay = 1024 * 1024; // bytes; a usual match has 10,000
// Closed objects, as of what a client sends: a field that is not known is an error.
Result<Replay, std::string> decode_replay(std::string_view text);

} // namespace jaipur::protocol
