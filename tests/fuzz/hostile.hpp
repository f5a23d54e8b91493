// What a hostile server may send: readable messages with texts, numbers and tables that no honest
// server would send, mostly from a real match with something changed. It must not know about the
// client that reads them.
#pragma once

#include "protocol/message.hpp"
#include "tests/fuzz/input.hpp"

#include <string>

namespace jaipur::fuzz {

std::string hostile_text(Input& input);

protocol::MatchId any_match(Input& input); // one of a few
protocol::Hash any_hash(Input& input);

protocol::View hostile_view(Input& input);

// Unrequested: a view, a room, a table or a chat line.
protocol::ServerMessage hostile_push(Input& input);

// What an `ok` adds.
decltype(protocol::Ok::adds) hostile_answer(Input& input);

} // namespace jaipur::fuzz
