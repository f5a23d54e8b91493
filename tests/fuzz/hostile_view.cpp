// Views of a real match, some of them changed.
#include "protocol/playback.hpp"
#include "tests/fuzz/any.hpp"
#include "tests/fuzz/hostile.hpp"
#include "tests/support/replays.hpp"

#include <map>
#include <vector>

namespace jaipur::fuzz {

using namespace protocol;

namespace {

template <class Cards>
void fill(Cards& cards, Input& input) {
    cards.clear();
    for (std::size_t n = input.below(cards.capacity() + 1); n > 0; --n)
        cards.push_back(any_card(input));
}

const std::vector<Position>& positions(std::uint8_t which) {
    static std::map<std::uint8_t, std::vector<Position>> known;
    auto found = known.find(which);
    if (found == known.end()) {
        const auto replay = test::played_replay(which + 1u, static_cast<test::Ending>(which % 7));
        found = known.emplace(which, play_back(replay).positions).first;
    }
    return found->second;
}

ObservedEvent event(Input& input) {
    switch (input.below(7)) {
    case 0:
        return RoundStarted{input.byte(), any_seat(input)};
    case 1: {
        Took took{any_seat(input), any_card(input), {}};
        fill(took.refill, input);
        return took;
    }
    case 2: {
        TookCamels took{any_seat(input), input.byte(), {}};
        fill(took.refill, input);
        return took;
    }
    case 3: {
        Exchanged exchanged;
        exchanged.seat = any_seat(input);
        fill(exchanged.took, input);
        fill(exchanged.gave, input);
        return exchanged;
    }
    case 4: {
        ObservedSold sold;
        sold.seat = any_seat(input);
        sold.good = any_good(input);
        sold.count = input.byte();
        for (std::size_t n = input.below(sold.tokens.capacity() + 1); n > 0; --n)
            sold.tokens.push_back(input.byte());
        if (input.flag())
            sold.bonus = ObservedBonus{static_cast<BonusTier>(input.below(3)),
                                       input.flag() ? std::optional(input.byte()) : std::nullopt};
        return sold;
    }
    case 5:
        return RoundEnded{input.byte(), any_reason(input), any_seat_or_none(input)};
    default:
        return MatchEnded{any_seat_or_none(input), any_reason(input)};
    }
}

RoundResult round_result(Input& input) {
    RoundResult round;
    round.reason = any_reason(input);
    round.winner = any_seat_or_none(input);
    round.camel_token = any_seat_or_none(input);
    auto& trader = round.traders[any_seat(input)];
    trader.rupees = static_cast<int>(input.number(3)) * (input.flag() ? 1 : 100);
    trader.herd = trader.goods_tokens = trader.bonus_tokens = input.byte();
    trader.hand[any_good(input)] = input.byte();
    return round;
}

void change_trader(ObservedTrader& trader, Input& input) {
    switch (input.below(7)) {
    case 0:
        trader.seals = input.byte();
        break;
    case 1:
        trader.hand_size = input.byte();
        break;
    case 2:
        trader.hand.reset();
        break;
    case 3:
        trader.hand.emplace()[any_good(input)] = input.byte();
        break;
    case 4:
        trader.herd = input.flag() ? std::optional(input.byte()) : std::nullopt;
        break;
    case 5:
        while (!trader.goods_tokens.full())
            trader.goods_tokens.push_back({any_good(input), input.byte()});
        break;
    default:
        while (!trader.bonus_tokens.full())
            trader.bonus_tokens.push_back(
                {static_cast<BonusTier>(input.below(3)),
                 input.flag() ? std::optional(input.byte()) : std::nullopt});
        break;
    }
}

void change_legal(View& view, Input& input) {
    if (!view.legal || input.byte() % 8 == 0)
        view.legal = LegalSummary{};
    LegalSummary& legal = *view.legal;
    while (!legal.take.full() && input.flag())
        legal.take.push_back(any_good(input));
    legal.take_camels = input.flag();
    legal.exchange = input.flag();
    legal.sell[any_good(input)] = {input.byte(), input.byte()};
}

void change_market(View& view, Input& input) {
    view.market.clear();
    for (std::size_t n = input.below(6); n > 0; --n)
        view.market.push_back(input.byte() % 8 == 0 ? std::nullopt
                                                    : std::optional(any_card(input)));
    view.deck = input.byte();
    view.discard[any_good(input)] = input.byte();
}

void change_piles(View& view, Input& input) {
    auto& pile = view.goods_tokens[any_good(input)];
    pile.clear();
    for (std::size_t n = input.below(pile.capacity() + 1); n > 0; --n)
        pile.push_back(input.byte());
    view.bonus_tokens[static_cast<BonusTier>(input.below(3))] = input.byte();
}

void change_result(View& view, Input& input) {
    auto& result = view.result ? *view.result : view.result.emplace();
    for (std::size_t n = input.below(4); n > 0; --n)
        result.rounds.push_back(round_result(input));
    if (input.flag())
        result.match = MatchResult{any_seat_or_none(input), any_reason(input)};
    if (input.flag()) {
        auto& proof = result.proof ? *result.proof : result.proof.emplace();
        proof.transcript = any_hash(input);
        proof.commitments.match = any_match(input);
        if (input.flag())
            proof.version = hostile_text(input);
    }
}

void change_head(View& view, Input& input) {
    switch (input.below(8)) {
    case 0:
        view.seq = static_cast<std::uint64_t>(any_natural(input));
        break;
    case 1:
        view.phase = any_phase(input);
        break;
    case 2:
        view.match = any_match(input);
        break;
    case 3:
        view.round = input.byte();
        break;
    case 4:
        view.ply = static_cast<std::uint32_t>(input.number(4));
        break;
    case 5:
        view.turn = any_seat_or_none(input);
        break;
    case 6:
        view.exchanges_in_a_row = input.byte();
        break;
    default:
        view.room = hostile_text(input);
        break;
    }
}

void change(View& view, Input& input) {
    switch (input.below(9)) {
    case 0:
        return change_head(view, input);
    case 1:
        return change_trader(view.players[any_seat(input)], input);
    case 2:
        return change_legal(view, input);
    case 3:
        return change_market(view, input);
    case 4:
        return change_piles(view, input);
    case 5:
        return change_result(view, input);
    case 6:
        view.clock =
            ClockReading{{{any_natural(input), any_natural(input)}}, any_seat_or_none(input)};
        view.move_in = view.clock->remaining_ms[Seat::Zero];
        return;
    case 7:
        view.events.clear();
        return;
    default:
        view.events.push_back(event(input));
        return;
    }
}

} // namespace

View hostile_view(Input& input) {
    const auto& known = positions(input.byte() % 14);
    View view = known[input.number(1) % known.size()].view;
    view.room = "K7QX2M";
    view.you = any_seat_or_none(input);
    if (view.you) { // a player's view
        view.players[other(*view.you)].hand.reset();
        view.players[other(*view.you)].herd.reset();
    }
    if (view.you == view.turn && view.turn)
        change_legal(view, input);
    for (std::size_t n = input.below(8); n > 0; --n)
        change(view, input);
    return view;
}

} // namespace jaipur::fuzz
