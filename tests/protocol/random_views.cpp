// The game as viewers see it, and results.
#include "tests/protocol/random_messages.hpp"

namespace jaipur::test {

using namespace jaipur::protocol;

RoundResult RandomMessages::round_result() {
    RoundResult round;
    round.reason = any(EndReason::Abandoned);
    round.winner = maybe([&] { return seat(); });
    round.camel_token = maybe([&] { return seat(); });
    for (Seat each : all_seats)
        round.traders[each] = {range(0, 200), small<std::uint8_t>(), small<std::uint8_t>(),
                               small<std::uint8_t>(), counts()};
    return round;
}

MatchResult RandomMessages::match_result() {
    const auto reason = static_cast<int>(EndReason::Seals) + range(0, 4);
    return {maybe([&] { return seat(); }), static_cast<EndReason>(reason)};
}

ObservedTrader RandomMessages::trader() {
    ObservedTrader trader;
    trader.seals = small<std::uint8_t>();
    trader.hand_size = small<std::uint8_t>();
    trader.hand = maybe([&] { return counts(); });
    trader.herd = maybe([&] { return small<std::uint8_t>(); });
    fill(trader.goods_tokens, goods_token_count,
         [&] { return GoodsToken{good(), small<std::uint8_t>()}; });
    fill(trader.bonus_tokens, bonus_token_count, [&] {
        return ObservedBonus{any(BonusTier::Five), maybe([&] { return small<std::uint8_t>(); })};
    });
    return trader;
}

ObservedEvent RandomMessages::event() {
    const auto refill = [&] {
        FixedVector<Card, market_size> cards;
        fill(cards, 5, [&] { return card(); });
        return cards;
    };
    const auto winner = [&] { return maybe([&] { return seat(); }); };
    switch (up_to(6)) {
    case 0:
        return RoundStarted{small<std::uint8_t>(), seat()};
    case 1:
        return Took{seat(), card(), refill()};
    case 2:
        return TookCamels{seat(), small<std::uint8_t>(), refill()};
    case 3: {
        Exchanged exchanged{seat(), {}, {}};
        fill(exchanged.took, max_exchange, [&] { return card(); });
        fill(exchanged.gave, max_exchange, [&] { return card(); });
        return exchanged;
    }
    case 4: {
        ObservedSold sold{seat(), good(), small<std::uint8_t>(), {}, {}};
        fill(sold.tokens, largest_goods_pile, [&] { return small<std::uint8_t>(); });
        if (toss())
            sold.bonus = {any(BonusTier::Five), maybe([&] { return small<std::uint8_t>(); })};
        return sold;
    }
    case 5:
        return RoundEnded{small<std::uint8_t>(), any(EndReason::Abandoned), winner()};
    default: {
        const MatchResult result = match_result();
        return MatchEnded{result.winner, result.reason};
    }
    }
}

LegalSummary RandomMessages::legal() {
    LegalSummary legal;
    fill(legal.take, 5, [&] { return good(); });
    legal.take_camels = toss();
    for (Good each : all_goods)
        if (toss())
            legal.sell[each] = {static_cast<std::uint8_t>(range(1, 100)),
                                static_cast<std::uint8_t>(range(100, 255))};
    legal.exchange = toss();
    return legal;
}

View RandomMessages::view() {
    View view;
    view.room = text(6);
    view.seq = static_cast<std::uint64_t>(whole());
    view.you = maybe([&] { return seat(); });
    view.phase = phase();
    view.match = bytes<16>();
    view.round = small<std::uint8_t>();
    view.ply = small<std::uint32_t>();
    view.turn = maybe([&] { return seat(); });
    view.exchanges_in_a_row = small<std::uint8_t>();
    fill(view.market, 5, [&] { return maybe([&] { return card(); }); });
    view.deck = small<std::uint8_t>();
    view.discard = counts();
    for (Good each : all_goods)
        fill(view.goods_tokens[each], largest_goods_pile, [&] { return small<std::uint8_t>(); });
    for (BonusTier tier : all_bonus_tiers)
        view.bonus_tokens[tier] = small<std::uint8_t>();
    for (Seat each : all_seats)
        view.players[each] = trader();
    view.legal = maybe([&] { return legal(); });
    if (toss())
        view.clock = ClockReading{{{whole(), whole()}}, maybe([&] { return seat(); })};
    view.move_in = maybe([&] { return whole(); });
    fill(view.events, 10, [&] { return event(); });
    if (toss()) {
        auto& result = view.result.emplace();
        fill(result.rounds, 5, [&] { return round_result(); });
        if (toss())
            result.match = match_result();
        result.proof = maybe([&] { return proof(); });
    }
    return view;
}

} // namespace jaipur::test
