// The `view`, read by clients.
#include "protocol/codec/read.hpp"

#include <array>

namespace jaipur::protocol::json {

static void read(Reading& r, const Value& value,
                 PerGood<FixedVector<std::uint8_t, largest_goods_pile>>& piles) {
    Fields fields(r, value);
    for (Good good : all_goods)
        fields.required(name(good), piles[good]);
    fields.close();
}

static void read(Reading& r, const Value& value, PerTier<std::uint8_t>& piles) {
    Fields fields(r, value);
    fields.required("3", piles[BonusTier::Three]);
    fields.required("4", piles[BonusTier::Four]);
    fields.required("5", piles[BonusTier::Five]);
    fields.close();
}

static void read(Reading& r, const Value& value, GoodsToken& token) {
    Fields fields(r, value);
    fields.required("good", token.good);
    fields.required("value", token.value);
    fields.close();
}

static void read(Reading& r, const Value& value, BonusTier& tier) {
    const std::int64_t cards =
        r.integer(value, cards_for(BonusTier::Three), cards_for(BonusTier::Five));
    tier = all_bonus_tiers[static_cast<std::size_t>(cards - cards_for(BonusTier::Three))];
}

static void read(Reading& r, const Value& value, ObservedBonus& bonus) {
    Fields fields(r, value);
    fields.required("cards", bonus.tier);
    fields.required("value", bonus.value);
    fields.close();
}

static void read(Reading& r, const Value& value, ObservedTrader& trader) {
    Fields fields(r, value);
    fields.required("seals", trader.seals);
    fields.required("hand_size", trader.hand_size);
    fields.required("hand", trader.hand);
    fields.required("herd", trader.herd);
    fields.required("goods_tokens", trader.goods_tokens);
    fields.required("bonus_tokens", trader.bonus_tokens);
    fields.close();
}

static void read(Reading& r, const Value& value, LegalSummary::Sale& sale) {
    Fields fields(r, value);
    fields.required("min", sale.min);
    fields.required("max", sale.max);
    if (sale.min == 0 || sale.max < sale.min)
        r.fail(); // a sale that is none is left out
    fields.close();
}

static void read(Reading& r, const Value& value, PerGood<LegalSummary::Sale>& sales) {
    Fields fields(r, value);
    for (Good good : all_goods)
        fields.optional(name(good), sales[good]);
    fields.close();
}

static void read(Reading& r, const Value& value, LegalSummary& legal) {
    Fields fields(r, value);
    fields.required("take", legal.take);
    fields.required("take_camels", legal.take_camels);
    fields.required("sell", legal.sell);
    fields.required("exchange", legal.exchange);
    fields.close();
}

static void read(Reading& r, const Value& value, ClockReading& clock) {
    Fields fields(r, value);
    fields.required("remaining_ms", clock.remaining_ms);
    fields.required("running", clock.running);
    fields.close();
}

static ObservedEvent read_round_started(Fields& fields) {
    ObservedRoundStarted event;
    fields.required("round", event.round);
    fields.required("starter", event.starter);
    return event;
}

static ObservedEvent read_took(Fields& fields) {
    ObservedTook event;
    fields.required("seat", event.seat);
    fields.required("card", event.card);
    fields.required("refill", event.refill);
    return event;
}

static ObservedEvent read_took_camels(Fields& fields) {
    ObservedTookCamels event;
    fields.required("seat", event.seat);
    fields.required("count", event.count);
    fields.required("refill", event.refill);
    return event;
}

static ObservedEvent read_exchanged(Fields& fields) {
    ObservedExchanged event;
    fields.required("seat", event.seat);
    fields.required("took", event.took);
    fields.required("gave", event.gave);
    return event;
}

static ObservedEvent read_sold(Fields& fields) {
    ObservedSold event;
    fields.required("seat", event.seat);
    fields.required("good", event.good);
    fields.required("count", event.count);
    fields.required("tokens", event.tokens);
    fields.required("bonus", event.bonus);
    return event;
}

static ObservedEvent read_round_ended(Fields& fields) {
    ObservedRoundEnded event;
    fields.required("round", event.round);
    fields.required("reason", event.reason);
    fields.required("winner", event.winner);
    return event;
}

static ObservedEvent read_match_ended(Fields& fields) {
    ObservedMatchEnded event;
    fields.required("winner", event.winner);
    fields.required_by("reason", event.reason, read_match_reason);
    return event;
}

struct EventType {
    std::string_view name;
    ObservedEvent (*read)(Fields&);
};

constexpr std::array event_types{
    EventType{"round_started", read_round_started},
    EventType{"took", read_took},
    EventType{"took_camels", read_took_camels},
    EventType{"exchanged", read_exchanged},
    EventType{"sold", read_sold},
    EventType{"round_ended", read_round_ended},
    EventType{"match_ended", read_match_ended},
};

static void read(Reading& r, const Value& value, ObservedEvent& event) {
    Fields fields(r, value);
    std::string_view name;
    fields.required("type", name);
    for (const EventType& type : event_types) {
        if (type.name == name) {
            event = type.read(fields);
            return fields.close();
        }
    }
    r.fail();
}

static void read(Reading& r, const Value& value, ObservedResult& result) {
    Fields fields(r, value);
    MatchResult match;
    fields.required("rounds", result.rounds);
    fields.required("winner", match.winner);
    const Value* reason = fields.find("reason");
    if (reason == nullptr)
        return r.fail();
    if (!reason->is_null()) {
        read_match_reason(r, *reason, match.reason);
        result.match = match;
    }
    fields.required("proof", result.proof);
    fields.close();
}

void read_fields(Fields& fields, View& view) {
    fields.required("room", view.room);
    fields.required("seq", view.seq);
    fields.required("you", view.you);
    fields.required("phase", view.phase);
    fields.required("match", view.match);
    fields.required("round", view.round);
    fields.required("ply", view.ply);
    fields.required("turn", view.turn);
    fields.required("exchanges_in_a_row", view.exchanges_in_a_row);
    fields.required("market", view.market);
    fields.required("deck", view.deck);
    fields.required("discard", view.discard);
    fields.required("goods_tokens", view.goods_tokens);
    fields.required("bonus_tokens", view.bonus_tokens);
    fields.required("players", view.players);
    fields.required("legal", view.legal);
    fields.required("clock", view.clock);
    fields.required("events", view.events);
    fields.required("result", view.result);
}

} // namespace jaipur::protocol::json
