// The JSON of bans and times, shared by answers and the file of bans. Private to codecs.
#pragma once

#include "protocol/json/described.hpp"
#include "server/admin/answer.hpp"
#include "server/admin/network.hpp"
#include "server/core/bans.hpp"

namespace jaipur::protocol::json {

struct UnixTime {
    static void write(Writer& w, server::core::Time time) { w.number(server::core::unix_ms(time)); }

    static void write(Writer& w, const std::optional<server::core::Time>& time) {
        if (time)
            write(w, *time);
        else
            w.plain("null");
    }

    static void read(Decoder& d, const Value& value, server::core::Time& time) {
        std::int64_t number = 0;
        read_value(d, value, number);
        time = server::core::Time{server::core::milliseconds{number}};
    }

    static void read(Decoder& d, const Value& value, std::optional<server::core::Time>& time) {
        if (value.is_null())
            time.reset();
        else
            read(d, value, time.emplace());
    }
};

struct NetworkText {
    static void write(Writer& w, const server::core::Network& network) {
        w.text(server::admin::to_string(network));
    }

    static void read(Decoder& d, const Value& value, server::core::Network& network) {
        if (const auto read = server::admin::parse_network(d.text(value)))
            network = *read;
        else
            d.fail();
    }
};

template <>
inline constexpr std::tuple members<server::core::Ban>{
    field("address", &server::core::Ban::network, NetworkText{}),
    field("since", &server::core::Ban::since, UnixTime{}),
    field("until", &server::core::Ban::until, UnixTime{})};
template <>
inline constexpr std::tuple members<server::admin::BanList>{
    field("bans", &server::admin::BanList::bans)};

} // namespace jaipur::protocol::json
