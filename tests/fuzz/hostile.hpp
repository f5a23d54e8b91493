// What a server may say that means ill: messages that can be read, with texts, numbers and tables
// that no honest server would send; the most of them are those of a real match with something
// changed. It must not know the client that is to read them.
#pragma once

#include "protocol/message.hpp"
#include "tests/fuzz/input.hpp"

#include <string>

namespace jaipur::fuzz {

std::string hostile_text(Input& input);

protocol::MatchId any_match(Input& input); // one of few
protocol::Hash any_hash(Input& input);

protocol::View hostile_view(Input& input);

// Unasked: a view, a room, a table or a line of chat.
protocol::ServerMessage hostile_push(Input& input);

// What an `ok` adds.
decltype(protocol::Ok::adds) hostile_answer(Input& input);

} // namespace jaipur::fuzz
