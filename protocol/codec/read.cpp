#include "protocol/codec/read.hpp"

#include <algorithm>

namespace jaipur::protocol::json {

namespace {

// Longer lists are cut: no market has so many cards, and what was wrong with them stays wrong.
void read_exchange_cards(Fields& fields, std::string_view key, ExchangeCards& out) {
    std::vector<Card> cards;
    fields.required(key, cards);
    out.clear();
    for (std::size_t i = 0; i < std::min(cards.size(), max_exchange); ++i)
        out.push_back(cards[i]);
}

// Any integer is a count; one that no hand can hold is refused by the rules (R11).
void read_count(Reading& r, const Value& value, std::uint8_t& count) {
    using Any = std::numeric_limits<std::int64_t>;
    constexpr std::int64_t most = std::numeric_limits<std::uint8_t>::max();
    const std::int64_t number = r.integer(value, Any::min(), Any::max());
    count = static_cast<std::uint8_t>(std::clamp<std::int64_t>(number, 0, most));
}

} // namespace

void read(Reading& r, const Value& value, Action& action) {
    Fields fields(r, value);
    std::string_view type;
    fields.required("type", type);
    if (type == "take") {
        fields.required("card", action.emplace<Take>().card);
    } else if (type == "take_camels") {
        action.emplace<TakeCamels>();
    } else if (type == "exchange") {
        Exchange& exchange = action.emplace<Exchange>();
        read_exchange_cards(fields, "take", exchange.take);
        read_exchange_cards(fields, "give", exchange.give);
    } else if (type == "sell") {
        Sell& sell = action.emplace<Sell>();
        fields.required("good", sell.good);
        fields.required_by("count", sell.count, read_count);
    } else {
        r.fail();
    }
    fields.close();
}

void read(Reading& r, const Value& value, ClockOptions& clock) {
    Fields fields(r, value);
    fields.required_integer("initial", 1, 36000, clock.initial);
    fields.required_integer("increment", 0, 300, clock.increment);
    fields.close();
}

void read(Reading& r, const Value& value, SpectatorMode& mode) {
    read_named(r, value, SpectatorMode::Open, mode);
}

void read(Reading& r, const Value& value, Phase& phase) {
    read_named(r, value, Phase::MatchOver, phase);
}

void read(Reading& r, const Value& value, RoomOptions& options) {
    Fields fields(r, value);
    fields.required("public", options.is_public);
    fields.required("has_password", options.has_password);
    fields.required("spectators", options.spectators);
    fields.required("delay", options.delay);
    fields.required("clock", options.clock);
    fields.required("seals", options.seals);
    fields.required("grace", options.grace);
    fields.close();
}

void read(Reading& r, const Value& value, GoodCounts& counts) {
    Fields fields(r, value);
    counts = {};
    for (Good good : all_goods)
        fields.optional(name(good), counts[good]);
    fields.close();
}

static void read(Reading& r, const Value& value, TraderResult& trader) {
    Fields fields(r, value);
    fields.required("rupees", trader.rupees);
    fields.required("goods_tokens", trader.goods_tokens);
    fields.required("bonus_tokens", trader.bonus_tokens);
    fields.required("herd", trader.herd);
    fields.required("hand", trader.hand);
    fields.close();
}

void read(Reading& r, const Value& value, RoundResult& round) {
    Fields fields(r, value);
    fields.required("reason", round.reason);
    fields.required("winner", round.winner);
    fields.required("camel_token", round.camel_token);
    fields.required("players", round.traders);
    fields.close();
}

void read(Reading& r, const Value& value, EndReason& reason) {
    read_named(r, value, EndReason::Abandoned, reason);
}

void read_match_reason(Reading& r, const Value& value, EndReason& reason) {
    read(r, value, reason);
    if (reason < EndReason::Seals)
        r.fail();
}

void read_or_empty(Reading& r, const Value& value, PerSeat<std::optional<Hash>>& both) {
    PerSeat<std::string_view> texts;
    read(r, value, texts);
    for (Seat seat : all_seats) {
        both[seat] = from_hex<sizeof(Hash)>(texts[seat]);
        if (!both[seat] && !texts[seat].empty())
            r.fail();
    }
}

void read(Reading& r, const Value& value, Proof& proof) {
    Fields fields(r, value);
    fields.required("v", proof.version);
    fields.required("match", proof.commitments.match);
    fields.required("params", proof.params);
    fields.required("server_commit", proof.commitments.server);
    fields.required_by("seat_commits", proof.commitments.seats, read_or_empty);
    fields.required_by("nonces", proof.nonces, read_or_empty);
    fields.required("table", proof.table);
    fields.required("server_seed", proof.server_seed);
    fields.close();
}

} // namespace jaipur::protocol::json
