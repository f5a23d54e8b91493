// For self_test.py: code whose tests notice some mutants and leave others.
#pragma once

#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

namespace sample {

// Tested at the boundary.
inline bool fits(int size) {
    return size <= 3;
}

// Tested only far from the boundary.
inline bool is_long(int size) {
    return size > 10;
}

// Tested with all combinations, and with only one.
inline bool both(bool a, bool b) {
    return a && b;
}

inline bool either(bool a, bool b) {
    return a || b;
}

// Evaluated by the compiler too, which must not see mutants.
constexpr int next(int number) {
    return number + 1;
}

static_assert(next(1) == 2);

// The size of an array isn't mutated, and neither is what a macro contains.
inline int first_of(const std::vector<int>& numbers) {
    const int none[2] = {};
    if (numbers.empty())
        return none[0];
    return numbers.front();
}

// Nobody checks the log.
inline std::optional<int> parsed(const std::string& text, std::vector<std::string>& log) {
    log.push_back(text);
    if (text.empty())
        return std::nullopt;
    return std::stoi(text);
}

// A mutant that never ends.
inline int countdown(int from) {
    int steps = 0;
    while (from > 0) {
        --from;
        ++steps;
    }
    return steps;
}

// Not tested at all.
inline void forgotten(int& number) {
    number = 0;
}

} // namespace sample
