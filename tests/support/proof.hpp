// What a test has shown about a promise, for the table that `./jaipur prove` prints: a line in the
// file that JAIPUR_PROOF names, if it is set. And how much a test is to show.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace jaipur::test {

// Call it only after every check has passed. `promise`: "P13". `how_much`: what ran, in counted
// numbers, such as "1,000 seeds, 2,104,331 events". No tabs, no line ends.
void proved(std::string_view promise, std::string_view test, std::string_view how_much);

// How much to run: the number in this environment variable, or the usual one.
std::uint64_t asked_for(const char* variable, std::uint64_t usual);

// Whether JAIPUR_LONG asks for the long form, which `./jaipur test all` runs.
bool long_form();

// How much to run in the quick form, or in the long one.
std::uint64_t quick_or_long(std::uint64_t quick, std::uint64_t whole);

// 1234567 as "1,234,567".
std::string grouped(std::uint64_t number);

} // namespace jaipur::test
