// Options as the words that a person types after the program's name.
#pragma once

#include "client/console/app/options.hpp"

#include <doctest/doctest.h>

#include <cstdlib>
#include <iostream>
#include <sstream>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace jaipur::client::test {

// The environment of the person who runs the tests doesn't count.
inline const int environment_cleared = ::unsetenv("JAIPUR_SERVER");

inline std::variant<app::Options, int>
read(std::vector<const char*> words, const app::Settings& settings = {}, const app::Ask& ask = {}) {
    words.insert(words.begin(), "jaipur-client");
    return app::read_options(static_cast<int>(words.size()), words.data(), settings, ask);
}

inline app::Options good(std::vector<const char*> words) {
    auto result = read(std::move(words));
    REQUIRE(std::holds_alternative<app::Options>(result));
    return std::get<app::Options>(result);
}

inline int bad(std::vector<const char*> words) {
    const auto result = read(std::move(words));
    REQUIRE(std::holds_alternative<int>(result));
    return std::get<int>(result);
}

// Captures standard error.
inline std::string complaint(std::vector<const char*> words) {
    const std::ostringstream written;
    std::streambuf* const before = std::cerr.rdbuf(written.rdbuf());
    const int code = bad(std::move(words));
    std::cerr.rdbuf(before);
    CHECK(code == 2);
    return written.str();
}

template <class Command>
Command start(std::vector<const char*> words) {
    const app::Options options = good(std::move(words));
    REQUIRE(options.start);
    REQUIRE(std::holds_alternative<Command>(*options.start));
    return std::get<Command>(*options.start);
}

} // namespace jaipur::client::test
