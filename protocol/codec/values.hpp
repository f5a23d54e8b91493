// The JSON of values that several messages or records share. Private to codecs.
#pragma once

#include "common/action.hpp"
#include "common/result.hpp"
#include "protocol/hash.hpp"
#include "protocol/json/described.hpp"
#include "protocol/message.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>

namespace jaipur::protocol::json {

// ---- names -------------------------------------------------------------------------------------

template <>
inline constexpr auto last<Card> = Card::Camel;
template <>
inline constexpr auto last<Good> = Good::Leather;
template <>
inline constexpr auto last<Phase> = Phase::MatchOver;
template <>
inline constexpr auto last<EndReason> = EndReason::Abandoned;
template <>
inline constexpr auto last<SpectatorMode> = SpectatorMode::Open;
template <>
inline constexpr auto last<OpenAfter> = OpenAfter::Actions;
template <>
inline constexpr auto last<ChatFrom> = ChatFrom::Nobody;

// Why a match ended; refuses reasons that end only a round.
struct MatchReason : AsItIs {
    static void read(Decoder& d, const Value& value, EndReason& reason) {
        read_value(d, value, reason);
        if (is_by_play(reason))
            d.fail();
    }
};

// ---- values ------------------------------------------------------------------------------------

template <Bounds Range>
struct Within : AsItIs {
    static void read(Decoder& d, const Value& value, int& out) {
        out = static_cast<int>(d.integer(value, Range.min, Range.max));
    }
};

using TraderNumber = Within<trader_bounds>;

// A seat's token that the client has chosen, the key to a seat, the keys of a browser.
struct Base64url : AsItIs {
    template <std::size_t Size>
    static void write(Writer& w, const std::array<std::uint8_t, Size>& bytes) {
        w.word(base64url(bytes));
    }

    template <std::size_t Size>
    static void read(Decoder& d, const Value& value, std::array<std::uint8_t, Size>& out) {
        if (!read_base64url(d.text(value), out))
            d.fail();
    }
};

// An https URL. The server knows which ones it sends to.
struct EndpointUrl : AsItIs {
    static void read(Decoder& d, const Value& value, std::string& url) {
        read_value(d, value, url);
        const bool plain = std::ranges::all_of(url, [](char c) { return c > ' ' && c <= '~'; });
        if (!plain || !url.starts_with("https://") ||
            !endpoint_bounds.hold(static_cast<int>(url.size())))
            d.fail();
    }
};

template <>
inline constexpr std::tuple members<PushSubscription>{
    field("endpoint", &PushSubscription::endpoint, EndpointUrl{}),
    field("p256dh", &PushSubscription::key, Base64url{}),
    field("auth", &PushSubscription::auth, Base64url{})};

// The empty text stands for a seat that did not contribute.
inline void write(Writer& w, const PerSeat<std::optional<Hash>>& both) {
    w.array(both.values, [&w](const auto& item) {
        if (item)
            write(w, *item);
        else
            w.word("");
    });
}

inline void read(Decoder& d, const Value& value, PerSeat<std::optional<Hash>>& both) {
    PerSeat<std::string_view> texts;
    read(d, value, texts);
    for (Seat seat : all_seats) {
        both[seat] = from_hex<sizeof(Hash)>(texts[seat]);
        if (!both[seat] && !texts[seat].empty())
            d.fail();
    }
}

template <class T>
constexpr bool lists_all_goods = false; // otherwise, leaves out goods with a default value

template <class T>
void write(Writer& w, const PerGood<T>& each) {
    w.object([&] {
        for (Good good : all_goods)
            if (lists_all_goods<T> || each[good] != T{})
                w.field(name(good), each[good]);
    });
}

template <class T>
void read(Decoder& d, const Value& value, PerGood<T>& each) {
    ObjectReader from(d, value);
    each = {};
    for (Good good : all_goods)
        if (const Value* found = from.find(name(good)))
            read(d, *found, each[good]);
        else if (lists_all_goods<T>)
            d.fail();
    from.close();
}

template <>
inline constexpr std::tuple members<ClockOptions>{
    field("initial", &ClockOptions::initial, Within<clock_initial_bounds>{}),
    field("increment", &ClockOptions::increment, Within<clock_increment_bounds>{})};
template <>
inline constexpr std::tuple members<RoomOptions>{field("public", &RoomOptions::is_public),
                                                 field("has_password", &RoomOptions::has_password),
                                                 field("spectators", &RoomOptions::spectators),
                                                 field("delay", &RoomOptions::delay),
                                                 optional("open_after", &RoomOptions::open_after),
                                                 field("clock", &RoomOptions::clock),
                                                 field("seals", &RoomOptions::seals),
                                                 field("grace", &RoomOptions::grace),
                                                 optional("patience", &RoomOptions::patience),
                                                 optional("chat", &RoomOptions::chat)};

// ---- actions -----------------------------------------------------------------------------------

// Cuts longer lists: no market has that many cards, so the exchange stays illegal.
struct CutToLength : AsItIs {
    static void read(Decoder& d, const Value& value, ExchangeCards& out) {
        std::vector<Card> cards;
        read_value(d, value, cards);
        out.clear();
        for (std::size_t i = 0; i < std::min(cards.size(), max_exchange); ++i)
            out.push_back(cards[i]);
    }
};

// Any integer is a count; the rules refuse one that no hand can hold (R11).
struct AnyCount : AsItIs {
    static void read(Decoder& d, const Value& value, std::uint8_t& count) {
        using Any = std::numeric_limits<std::int64_t>;
        constexpr std::int64_t most = std::numeric_limits<std::uint8_t>::max();
        const std::int64_t number = d.integer(value, Any::min(), Any::max());
        count = static_cast<std::uint8_t>(std::clamp<std::int64_t>(number, 0, most));
    }
};

template <>
inline constexpr std::tuple members<Take>{type("take"), field("card", &Take::card)};
template <>
inline constexpr std::tuple members<TakeCamels>{type("take_camels")};
template <>
inline constexpr std::tuple members<Exchange>{type("exchange"),
                                              field("take", &Exchange::take, CutToLength{}),
                                              field("give", &Exchange::give, CutToLength{})};
template <>
inline constexpr std::tuple members<Sell>{type("sell"), field("good", &Sell::good),
                                          field("count", &Sell::count, AnyCount{})};

// ---- results -----------------------------------------------------------------------------------

template <>
inline constexpr std::tuple members<TraderResult>{
    field("rupees", &TraderResult::rupees), field("goods_tokens", &TraderResult::goods_tokens),
    field("bonus_tokens", &TraderResult::bonus_tokens), field("herd", &TraderResult::herd),
    field("hand", &TraderResult::hand)};
template <>
inline constexpr std::tuple members<RoundResult>{
    field("reason", &RoundResult::reason), field("winner", &RoundResult::winner),
    field("camel_token", &RoundResult::camel_token), field("players", &RoundResult::traders)};

// ---- the shuffle -------------------------------------------------------------------------------

template <>
inline constexpr std::tuple members<Proof>{
    field("v", &Proof::version),
    field("match", [](auto& proof) -> auto& { return proof.commitments.match; }),
    field("params", &Proof::params),
    field("server_commit", [](auto& proof) -> auto& { return proof.commitments.server; }),
    field("seat_commits", [](auto& proof) -> auto& { return proof.commitments.seats; }),
    field("nonces", &Proof::nonces),
    field("table", &Proof::transcript),
    field("server_seed", &Proof::server_seed)};
template <>
inline constexpr std::size_t expected_members<Proof> =
    6; // three entries are parts of the commitments

} // namespace jaipur::protocol::json
