// Puts together what several servers answer to one request.
#pragma once

#include "protocol/message.hpp"
#include "protocol/request.hpp"
#include "server/core/owners.hpp"
#include "server/relay/destination.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace jaipur::server::relay {

// An answer of each server; nothing: it gave none.
using Answers = std::vector<std::optional<std::string>>;

// Whether a message to a client answers a request: all others are pushes.
bool is_answer(std::string_view text);

std::string refused(std::uint64_t re, protocol::ErrorCode code);

// The first page of rooms after the one that the request named; servers that don't answer are left
// out. If one refuses, so does this.
std::string rooms_of(const Answers& answers, std::uint64_t re);

// What to ask the server at this address (empty: this server): about seats without a room, and
// about those in its own rooms.
std::string question_about(const protocol::ListGames& request, std::uint64_t re,
                           const std::string& address, const core::Owners& owners);
// Each seat from the server that knows it. If one that may know it didn't answer, or isn't among
// them, it is refused for now (shutting_down), with the games that are known.
std::string games_of(const Answers& answers, std::uint64_t re, bool all_can_answer = true);

// The answer to a request that was asked of others as this destination says, of all or, for
// `Way::Ask`, of one. Nothing: that one gave none.
std::optional<std::string> answer_of(const Destination& destination, const Answers& answers,
                                     std::uint64_t re);

} // namespace jaipur::server::relay
