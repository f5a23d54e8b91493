#include "tests/fuzz/hostile.hpp"

#include "protocol/playback.hpp"
#include "tests/support/replays.hpp"

#include <array>
#include <map>
#include <vector>

namespace jaipur::fuzz {

namespace {

using namespace protocol;

Seat seat(Input& input) {
    return input.flag() ? Seat::One : Seat::Zero;
}

std::optional<Seat> maybe_seat(Input& input) {
    const std::uint8_t byte = input.byte();
    if (byte % 3 == 0)
        return std::nullopt;
    return byte % 3 == 1 ? Seat::Zero : Seat::One;
}

Card card(Input& input) {
    return static_cast<Card>(input.below(7));
}

Good good(Input& input) {
    return static_cast<Good>(input.below(6));
}

Phase phase(Input& input) {
    return static_cast<Phase>(input.below(4));
}

EndReason reason(Input& input) {
    return static_cast<EndReason>(input.below(8));
}

std::int64_t natural(Input& input) {
    const std::int64_t number = input.wild_number();
    return number < 0 ? -number : number;
}

template <class Cards>
void fill(Cards& cards, Input& input) {
    cards.clear();
    for (std::size_t n = input.below(cards.capacity() + 1); n > 0; --n)
        cards.push_back(card(input));
}

std::optional<ClockOptions> clock(Input& input) {
    if (input.flag())
        return std::nullopt;
    return ClockOptions{1 + static_cast<int>(input.number(2)) % 36000, input.byte()};
}

MatchId match(Input& input) {
    MatchId match{};
    match.fill(input.byte() % 4);
    return match;
}

Hash hash(Input& input) {
    Hash hash{};
    hash.fill(input.byte());
    return hash;
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

// ---- views -------------------------------------------------------------------------------------

ObservedEvent event(Input& input) {
    switch (input.below(7)) {
    case 0:
        return ObservedRoundStarted{input.byte(), seat(input)};
    case 1: {
        ObservedTook took{seat(input), card(input), {}};
        fill(took.refill, input);
        return took;
    }
    case 2: {
        ObservedTookCamels took{seat(input), input.byte(), {}};
        fill(took.refill, input);
        return took;
    }
    case 3: {
        ObservedExchanged exchanged;
        exchanged.seat = seat(input);
        fill(exchanged.took, input);
        fill(exchanged.gave, input);
        return exchanged;
    }
    case 4: {
        ObservedSold sold;
        sold.seat = seat(input);
        sold.good = good(input);
        sold.count = input.byte();
        for (std::size_t n = input.below(sold.tokens.capacity() + 1); n > 0; --n)
            sold.tokens.push_back(input.byte());
        if (input.flag())
            sold.bonus = ObservedBonus{static_cast<BonusTier>(input.below(3)),
                                       input.flag() ? std::optional(input.byte()) : std::nullopt};
        return sold;
    }
    case 5:
        return ObservedRoundEnded{input.byte(), reason(input), maybe_seat(input)};
    default:
        return ObservedMatchEnded{maybe_seat(input), reason(input)};
    }
}

RoundResult round_result(Input& input) {
    RoundResult round;
    round.reason = reason(input);
    round.winner = maybe_seat(input);
    round.camel_token = maybe_seat(input);
    auto& trader = round.traders[seat(input)];
    trader.rupees = static_cast<int>(input.number(3)) * (input.flag() ? 1 : 100);
    trader.herd = trader.goods_tokens = trader.bonus_tokens = input.byte();
    trader.hand[good(input)] = input.byte();
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
        trader.hand.emplace()[good(input)] = input.byte();
        break;
    case 4:
        trader.herd = input.flag() ? std::optional(input.byte()) : std::nullopt;
        break;
    case 5:
        while (!trader.goods_tokens.full())
            trader.goods_tokens.push_back({good(input), input.byte()});
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
        view.legal = Legal{};
    Legal& legal = *view.legal;
    while (!legal.take.full() && input.flag())
        legal.take.push_back(good(input));
    legal.take_camels = input.flag();
    legal.exchange = input.flag();
    legal.sell[good(input)] = {input.byte(), input.byte()};
}

void change_market(View& view, Input& input) {
    view.market.clear();
    for (std::size_t n = input.below(6); n > 0; --n)
        view.market.push_back(input.byte() % 8 == 0 ? std::nullopt : std::optional(card(input)));
    view.deck = input.byte();
    view.discard[good(input)] = input.byte();
}

void change_piles(View& view, Input& input) {
    auto& pile = view.goods_tokens[good(input)];
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
        result.match = MatchResult{maybe_seat(input), reason(input)};
    if (input.flag()) {
        auto& proof = result.proof ? *result.proof : result.proof.emplace();
        proof.table = hash(input);
        proof.commitments.match = match(input);
        if (input.flag())
            proof.version = hostile_text(input);
    }
}

void change_head(View& view, Input& input) {
    switch (input.below(8)) {
    case 0:
        view.seq = static_cast<std::uint64_t>(natural(input));
        break;
    case 1:
        view.phase = phase(input);
        break;
    case 2:
        view.match = match(input);
        break;
    case 3:
        view.round = input.byte();
        break;
    case 4:
        view.ply = static_cast<std::uint32_t>(input.number(4));
        break;
    case 5:
        view.turn = maybe_seat(input);
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
        return change_trader(view.players[seat(input)], input);
    case 2:
        return change_legal(view, input);
    case 3:
        return change_market(view, input);
    case 4:
        return change_piles(view, input);
    case 5:
        return change_result(view, input);
    case 6:
        view.clock = ClockReading{{{natural(input), natural(input)}}, maybe_seat(input)};
        return;
    case 7:
        view.events.clear();
        return;
    default:
        view.events.push_back(event(input));
        return;
    }
}

View view(Input& input) {
    const auto& known = positions(input.byte() % 14);
    View view = known[input.number(1) % known.size()].view;
    view.room = "K7QX2M";
    view.you = maybe_seat(input);
    if (view.you) { // as a player sees it
        view.players[other(*view.you)].hand.reset();
        view.players[other(*view.you)].herd.reset();
    }
    if (view.you == view.turn && view.turn)
        change_legal(view, input);
    for (std::size_t n = input.below(8); n > 0; --n)
        change(view, input);
    return view;
}

// ---- rooms -------------------------------------------------------------------------------------

RoomPlayer player(Input& input) {
    RoomPlayer player;
    player.name = hostile_text(input);
    const std::uint8_t bits = input.byte();
    player.connected = (bits & 1) != 0;
    player.ready = (bits & 2) != 0;
    player.rematch = (bits & 4) != 0;
    if ((bits & 8) != 0)
        player.lag_ms = static_cast<int>(input.number(4));
    if ((bits & 16) != 0)
        player.bot = hostile_text(input);
    if ((bits & 32) != 0)
        player.claim_in = natural(input);
    return player;
}

RoomInfo room(Input& input) {
    RoomInfo room;
    room.room = input.flag() ? std::string("K7QX2M") : hostile_text(input);
    room.phase = phase(input);
    for (const Seat at : all_seats)
        if (input.byte() % 4 != 0)
            room.players[at] = player(input);
    room.options.spectators = static_cast<SpectatorMode>(input.below(3));
    room.options.clock = clock(input);
    room.options.seals = 1 + static_cast<int>(input.below(3));
    room.spectators = static_cast<int>(input.number(3));
    room.fair.match = match(input);
    room.fair.server_commit = hash(input);
    room.fair.aborted = static_cast<int>(input.number(2));
    if (input.byte() == 'p')
        room.fair.params = hostile_text(input);
    return room;
}

Table table(Input& input) {
    Table table;
    table.commitments.match = match(input);
    table.commitments.server = hash(input);
    for (const Seat at : all_seats)
        if (input.flag())
            table.commitments.seats[at] = hash(input);
    return table;
}

RoomList rooms(Input& input) {
    RoomList list;
    for (std::size_t n = input.below(60); n > 0; --n) {
        RoomListing listing;
        listing.room = hostile_text(input);
        for (const Seat at : all_seats)
            if (input.flag())
                listing.names[at] = hostile_text(input);
        listing.phase = phase(input);
        listing.clock = clock(input);
        listing.spectators = input.byte();
        list.rooms.push_back(listing);
    }
    if (input.flag())
        list.next = hostile_text(input);
    return list;
}

} // namespace

std::string hostile_text(Input& input) {
    constexpr std::array<std::string_view, 16> texts{"Asha",          "Ravi",
                                                     "\u001b[31mred", "\u202eevil\u2066",
                                                     "a\r\nb",        "\u200b\u2060",
                                                     "\u4e2d\u56fd",  "e\u0301\u0302",
                                                     "\u009b2J",      "\U0001f42a",
                                                     "\ufeff",        "\U000e0041",
                                                     "\u2028",        "",
                                                     "\u007f\u0007",  "\u0e33\u0e33"};
    const std::uint8_t byte = input.byte();
    if (byte < texts.size())
        return std::string(texts[byte]);
    if (byte < 24)
        return std::string(std::size_t{1} << (byte - 16), 'm');
    if (byte == 24)
        return std::string(5000, '\xff');
    return std::string(input.line());
}

ServerMessage hostile_push(Input& input) {
    switch (input.below(6)) {
    case 0:
    case 1:
    case 2:
        return view(input);
    case 3:
        return room(input);
    case 4:
        return table(input);
    default:
        return Chat{maybe_seat(input),
                    input.flag() ? std::optional(hostile_text(input)) : std::nullopt,
                    hostile_text(input), natural(input)};
    }
}

decltype(Ok::adds) hostile_answer(Input& input) {
    switch (input.below(5)) {
    case 0:
    case 1: {
        Seated seated{"K7QX2M", maybe_seat(input), std::nullopt};
        if (seated.seat && input.flag())
            seated.token = hostile_text(input);
        if (input.byte() % 8 == 0)
            seated.room = hostile_text(input);
        return seated;
    }
    case 2:
        return rooms(input);
    case 3:
        return Pong{natural(input)};
    default:
        return {};
    }
}

} // namespace jaipur::fuzz
