// The `view` as JSON: written for every viewer after every change.
#include "protocol/codec/write.hpp"

#include <variant>

namespace jaipur::protocol::json {

namespace {

void write_event_start(Writer& w, std::string_view type) {
    w.key("type");
    w.word(type);
}

} // namespace

static void write(Writer& w, const PerGood<FixedVector<std::uint8_t, largest_goods_pile>>& piles) {
    w.object([&] {
        for (Good good : all_goods)
            w.field(name(good), piles[good]);
    });
}

static void write(Writer& w, const PerTier<std::uint8_t>& piles) {
    w.object([&] {
        w.field("3", piles[BonusTier::Three]);
        w.field("4", piles[BonusTier::Four]);
        w.field("5", piles[BonusTier::Five]);
    });
}

static void write(Writer& w, const GoodsToken& token) {
    w.object([&] {
        w.field("good", token.good);
        w.field("value", token.value);
    });
}

static void write(Writer& w, const ObservedBonus& bonus) {
    w.object([&] {
        w.field("cards", cards_for(bonus.tier));
        w.field("value", bonus.value);
    });
}

static void write(Writer& w, const ObservedTrader& trader) {
    w.object([&] {
        w.field("seals", trader.seals);
        w.field("hand_size", trader.hand_size);
        w.field("hand", trader.hand);
        w.field("herd", trader.herd);
        w.field("goods_tokens", trader.goods_tokens);
        w.field("bonus_tokens", trader.bonus_tokens);
    });
}

static void write(Writer& w, const LegalSummary& legal) {
    w.object([&] {
        w.field("take", legal.take);
        w.field("take_camels", legal.take_camels);
        w.key("sell");
        w.object([&] {
            for (Good good : all_goods) {
                const LegalSummary::Sale& sale = legal.sell[good];
                if (sale.max == 0)
                    continue;
                w.key(name(good));
                w.object([&] {
                    w.field("min", sale.min);
                    w.field("max", sale.max);
                });
            }
        });
        w.field("exchange", legal.exchange);
    });
}

static void write(Writer& w, const ClockReading& clock) {
    w.object([&] {
        w.field("remaining_ms", clock.remaining_ms);
        w.field("running", clock.running);
    });
}

static void write_fields(Writer& w, const ObservedRoundStarted& event) {
    write_event_start(w, "round_started");
    w.field("round", event.round);
    w.field("starter", event.starter);
}

static void write_fields(Writer& w, const ObservedTook& event) {
    write_event_start(w, "took");
    w.field("seat", event.seat);
    w.field("card", event.card);
    w.field("refill", event.refill);
}

static void write_fields(Writer& w, const ObservedTookCamels& event) {
    write_event_start(w, "took_camels");
    w.field("seat", event.seat);
    w.field("count", event.count);
    w.field("refill", event.refill);
}

static void write_fields(Writer& w, const ObservedExchanged& event) {
    write_event_start(w, "exchanged");
    w.field("seat", event.seat);
    w.field("took", event.took);
    w.field("gave", event.gave);
}

static void write_fields(Writer& w, const ObservedSold& event) {
    write_event_start(w, "sold");
    w.field("seat", event.seat);
    w.field("good", event.good);
    w.field("count", event.count);
    w.field("tokens", event.tokens);
    w.field("bonus", event.bonus);
}

static void write_fields(Writer& w, const ObservedRoundEnded& event) {
    write_event_start(w, "round_ended");
    w.field("round", event.round);
    w.field("reason", event.reason);
    w.field("winner", event.winner);
}

static void write_fields(Writer& w, const ObservedMatchEnded& event) {
    write_event_start(w, "match_ended");
    w.field("winner", event.winner);
    w.field("reason", event.reason);
}

static void write(Writer& w, const ObservedEvent& event) {
    w.object([&] { std::visit([&w](const auto& e) { write_fields(w, e); }, event); });
}

static void write(Writer& w, const ObservedResult& result) {
    w.object([&] {
        w.field("rounds", result.rounds);
        w.field("winner", result.match ? result.match->winner : std::nullopt);
        w.key("reason");
        if (result.match)
            write(w, result.match->reason);
        else
            write(w, nullptr);
        w.field("proof", result.proof);
    });
}

void write(Writer& w, const View& view) {
    w.object([&] {
        w.field("type", std::string_view("view"));
        w.field("room", std::string_view(view.room));
        w.field("seq", view.seq);
        w.field("you", view.you);
        w.field("phase", view.phase);
        w.field("match", view.match);
        w.field("round", view.round);
        w.field("ply", view.ply);
        w.field("turn", view.turn);
        w.field("exchanges_in_a_row", view.exchanges_in_a_row);
        w.field("market", view.market);
        w.field("deck", view.deck);
        w.field("discard", view.discard);
        w.field("goods_tokens", view.goods_tokens);
        w.field("bonus_tokens", view.bonus_tokens);
        w.field("players", view.players);
        w.field("legal", view.legal);
        w.field("clock", view.clock);
        w.field("events", view.events);
        w.field("result", view.result);
    });
}

} // namespace jaipur::protocol::json
