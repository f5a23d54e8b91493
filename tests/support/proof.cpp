#include "tests/support/proof.hpp"

#include <cstddef>
#include <cstdlib>
#include <fstream>
#include <string>

namespace jaipur::test {

void proved(std::string_view promise, std::string_view test, std::string_view how_much) {
    const char* const file = std::getenv("JAIPUR_PROOF");
    if (!file)
        return;
    std::string line;
    for (const auto part : {promise, test, how_much})
        line.append(part).push_back('\t');
    line.back() = '\n';
    std::ofstream(file, std::ios::app) << line; // in one write: tests run in parallel
}

std::uint64_t asked_for(const char* variable, std::uint64_t usual) {
    const char* const text = std::getenv(variable);
    return text ? std::strtoull(text, nullptr, 10) : usual;
}

bool long_form() {
    const char* const text = std::getenv("JAIPUR_LONG");
    return text && *text;
}

std::uint64_t quick_or_long(std::uint64_t quick, std::uint64_t whole) {
    return long_form() ? whole : quick;
}

std::string grouped(std::uint64_t number) {
    std::string digits = std::to_string(number);
    for (auto at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > 0; at -= 3)
        digits.insert(static_cast<std::size_t>(at), ",");
    return digits;
}

} // namespace jaipur::test
