// The JSON of values that records and guests share. Private to their codecs.
#pragma once

#include "protocol/codec/values.hpp"
#include "server/core/record.hpp"

#include <cstdint>

namespace jaipur::protocol::json {

// Times are stored as milliseconds.
struct UnixMilliseconds {
    static void write(Writer& w, server::core::Time time) { w.number(server::core::unix_ms(time)); }

    static void read(Decoder& d, const Value& value, server::core::Time& time) {
        std::int64_t number = 0;
        read_value(d, value, number);
        time = server::core::Time{server::core::milliseconds{number}};
    }
};

template <>
inline constexpr std::tuple members<server::core::PasswordHash>{
    field("salt", &server::core::PasswordHash::salt),
    field("hash", &server::core::PasswordHash::hash),
    optional("version", &server::core::PasswordHash::version)};

} // namespace jaipur::protocol::json
