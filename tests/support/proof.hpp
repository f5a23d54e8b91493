// What a test has shown of a promise, for the table that `./jaipur prove` prints: a line in the
// file that JAIPUR_PROOF names, or nothing where it names none.
#pragma once

#include <string_view>

namespace jaipur::test {

// To be called where all of it has held, never before. `promise`: "P13". `how_much`: what ran, in
// numbers that were counted, such as "1,000 seeds, 2,104,331 events". No tabs, no line ends.
void proved(std::string_view promise, std::string_view test, std::string_view how_much);

} // namespace jaipur::test
