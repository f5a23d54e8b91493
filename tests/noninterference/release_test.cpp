// Shows that the released program contains neither leaks nor seams.
#include "tests/noninterference/leaks.hpp"

#include <doctest/doctest.h>

#include <fstream>
#include <iterator>
#include <string>

using namespace jaipur::paired;

namespace {

std::string bytes_of(const char* program) {
    std::ifstream file(program, std::ios::binary);
    REQUIRE(file);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

} // namespace

TEST_CASE("P15 the released server has neither planted leaks nor seams") {
    const std::string test = bytes_of("/proc/self/exe"), server = bytes_of(JAIPUR_SERVER);
    // The file is a real server, in which the search would find such symbols.
    CHECK(server.find("jaipur-fair-1") != std::string::npos);
    CHECK(test.find(mark()) != std::string::npos);
    CHECK(server.find(mark()) == std::string::npos);
    for (const Planted& planted : all_planted()) {
        CAPTURE(planted.what);
        CHECK(test.find(planted.what) != std::string::npos);
        CHECK(server.find(planted.what) == std::string::npos);
    }
    CHECK(server.find("__wrap_") == std::string::npos);
}
