// A line for a program that plays, and its answer: what docs/bots.md describes.
#pragma once

#include "common/action.hpp"
#include "protocol/observation.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace jaipur::protocol {

// The `view` message, with all events of the round so far as `round_events`.
std::string encode_decision(const Observation& view, std::span<const ObservedEvent> round);

// Nothing if it isn't {"action":{…}}. Ignores other fields.
std::optional<Action> decode_answer(std::string_view line);

} // namespace jaipur::protocol
