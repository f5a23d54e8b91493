// Helpers for tests of decoding: build a frame (with id 7), decode it, or check that it is refused.
#pragma once

#include "protocol/codec.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace jaipur::test {

inline std::string repeated(std::string_view piece, int times) {
    std::string text;
    for (int i = 0; i < times; ++i)
        text += piece;
    return text;
}

// The request in a frame; the test fails if there is none.
inline protocol::Request request(const std::string& frame) {
    CAPTURE(frame);
    const auto result = protocol::decode(frame);
    REQUIRE(result.has_value());
    return *result;
}

template <class Body>
Body body(const std::string& frame) {
    const protocol::Request whole = request(frame);
    REQUIRE(protocol::is<Body>(whole.body));
    return *protocol::as<Body>(whole.body);
}

inline bool accepted(const std::string& frame) {
    return protocol::decode(frame).has_value();
}

inline void check_refused(const std::string& frame, protocol::ErrorCode code,
                          std::optional<std::uint64_t> re) {
    CAPTURE(frame);
    const auto result = protocol::decode(frame);
    REQUIRE(result.has_error());
    CHECK(name(result.error().code) == name(code));
    CHECK(result.error().re == re);
    CHECK(result.error().rule.empty());
}

inline void check_bad_json(const std::string& frame) {
    check_refused(frame, protocol::ErrorCode::BadJson, std::nullopt);
}

inline void check_bad_request(const std::string& frame) {
    check_refused(frame, protocol::ErrorCode::BadRequest, 7);
}

inline std::string with_options(const std::string& options) {
    return R"({"type":"create_room","id":7,"name":"A","options":{)" + options + "}}";
}

inline std::string with_action(const std::string& action) {
    return R"({"type":"act","id":7,"ply":0,"action":)" + action + "}";
}

inline std::string with_text(const std::string& raw) {
    return R"({"type":"chat","id":7,"text":")" + raw + "\"}";
}

} // namespace jaipur::test
