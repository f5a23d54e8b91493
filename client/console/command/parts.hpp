// What the parsers of commands share: words, numbers, and the answer to a line that was not
// understood. Only this folder and plain/replay include it.
#pragma once

#include "client/console/command/command.hpp"
#include "client/console/safe_text.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace jaipur::client::command {

using Words = std::vector<std::string>;
using Read = Result<Command, ParseError>;

ParseError parse_error(std::string text);
// In quotation marks, safe and shortened.
std::string in_quotes(std::string_view word);

// Removes the first word and the spaces after it, and returns the word.
std::string_view take_word(std::string_view& text);
Words split(std::string_view text);
bool begins(std::string_view text, std::string_view with);
// In lower case and without accents, which not every keyboard has: "Räume" as "raume".
std::string folded(std::string_view text);
// A whole number without a sign; nothing for any other word, or if it is too large.
std::optional<int> number(std::string_view word);

// ---- the actions of the game: what follows their verbs
Read read_take(std::string_view rest);
Read read_exchange(std::string_view rest);
Read read_sell(std::string_view rest);

} // namespace jaipur::client::command
