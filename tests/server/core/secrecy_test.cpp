// P15, a first taste at the core: what a viewer is told does not change when what that viewer may
// not know is changed.
#include "common/rules.hpp"
#include "protocol/codec.hpp"
#include "server/core/room/room.hpp"
#include "tests/server/core/world.hpp"

#include <doctest/doctest.h>

#include <algorithm>

using namespace jaipur;
using namespace jaipur::server;
using namespace jaipur::server::test;

namespace {

const Entropy no_entropy = [](std::span<std::uint8_t>) {};

// The next cards of the deck are seen as soon as they are drawn: a test leaves them where they are.
constexpr int seen_soon = 5;

// Exchanges goods of a hand with goods deep in the deck, herd with goods: the same sizes of hand,
// other cards. The bonus tokens that `seat` holds change their values with those still in the pile.
void change_secrets_of(Seat seat, State& state, Random& random) {
    Trader& trader = state.traders[seat];
    for (std::size_t i = static_cast<std::size_t>(state.deck_next) + seen_soon; i < deck_size;
         ++i) {
        Card& card = state.deal.deck[i];
        const Good from = all_goods[random.below(all_goods.size())];
        if (trader.hand[from] == 0 || random.one_in(2))
            continue;
        if (is_good(card)) {
            --trader.hand[from];
            ++trader.hand[*good_of(card)];
            card = card_of(from);
        } else if (trader.herd < 9) {
            ++trader.herd; // a camel of the deck; its place takes one of no matter what
            card = Card::Leather;
        }
    }
    for (BonusToken& token : trader.bonus_tokens)
        token.value = static_cast<std::uint8_t>(1 + random.below(9));
}

// What was drawn for sales, as it lies in the events of the round.
void change_bonuses_of(Seat seat, std::vector<Event>& events, Random& random) {
    for (Event& event : events)
        if (auto* sold = std::get_if<Sold>(&event); sold && sold->seat == seat && sold->bonus)
            sold->bonus->value = static_cast<std::uint8_t>(1 + random.below(9));
}

// Another world that `viewer` can't tell from this one, nor from it after an action of `next`.
RoomState resampled(const RoomState& room, protocol::Viewer viewer, Seat next, Random& random) {
    RoomState changed = room;
    State& state = changed.match.state;
    for (Seat seat : all_seats)
        if (protocol::seat_of(viewer) != seat) {
            change_secrets_of(seat, state, random);
            change_bonuses_of(seat, changed.round_events, random);
        }
    const auto deep = static_cast<std::size_t>(state.deck_next) + seen_soon;
    if (deep < deck_size)
        random.shuffle(std::span(state.deal.deck).subspan(deep));
    const auto mix = [&](BonusTier tier, std::span<std::uint8_t> pile) {
        // Who sells next sees the top token.
        const std::size_t seen =
            state.bonus_tokens_taken[tier] + std::size_t{protocol::seat_of(viewer) == next};
        if (seen < pile.size())
            random.shuffle(pile.subspan(seen));
    };
    mix(BonusTier::Three, state.deal.bonus3);
    mix(BonusTier::Four, state.deal.bonus4);
    mix(BonusTier::Five, state.deal.bonus5);
    changed.fresh.server_seed = {}; // nothing of these may show before the match is over
    changed.table = {};
    changed.players[Seat::Zero]->token = {};
    changed.players[Seat::One]->nonce.reset();
    return changed;
}

// A room that the viewer enters, asks something, and where then something happens.
std::string told(const RoomState& state, protocol::Viewer viewer,
                 const std::vector<protocol::TableRequest>& requests,
                 const std::optional<Record>& record, Time now) {
    const Limits limits = patient_limits();
    Room room(state, limits, now);
    Output out;
    constexpr SessionId me = 1;
    if (const auto seat = protocol::seat_of(viewer))
        room.sit(*seat, me, std::nullopt, now);
    else
        room.watch(me, std::nullopt);
    room.tell_newcomer(me, now, out);
    std::string bytes;
    for (const auto& request : requests) {
        const auto decision = room.decide(me, request, now, no_entropy);
        if (const auto* refused = std::get_if<Refused>(&decision))
            bytes += std::string(protocol::name(refused->code)) + refused->rule;
        bytes += std::to_string(decision.index());
    }
    if (record) {
        const Change change = room.apply(*record, now);
        room.tell(change, std::nullopt, now, out);
    }
    for (const Delivery& delivery : out.deliveries)
        bytes += protocol::encode(*std::get<Send>(delivery).message);
    return bytes;
}

// Actions, legal and not, of whoever looks.
std::vector<protocol::TableRequest> questions(const RoomState& room, Random& random) {
    std::vector<protocol::TableRequest> requests;
    for (Card card : all_cards)
        requests.emplace_back(protocol::Act{room.match.ply, Take{card}, {}});
    requests.emplace_back(protocol::Act{room.match.ply, TakeCamels{}, {}});
    for (Good good : all_goods)
        requests.emplace_back(protocol::Act{
            room.match.ply, Sell{good, static_cast<std::uint8_t>(random.below(5))}, {}});
    for (int i = 0; i < 5; ++i) {
        Exchange exchange;
        for (auto n = 2 + random.below(2); n > 0; --n) {
            exchange.take.push_back(all_cards[random.below(7)]);
            exchange.give.push_back(all_cards[random.below(7)]);
        }
        requests.emplace_back(protocol::Act{room.match.ply, exchange, {}});
    }
    return requests;
}

} // namespace

TEST_CASE(
    "R20, R21 what a viewer is told is the same in every world that the viewer can't tell apart") {
    Random random(5);
    int worlds = 0, really_other = 0, sales = 0;
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
        World world(seed);
        const Table2 table = sit_down(world);
        deal(world, table);
        while (world.state(table.room).match.phase == Phase::Playing) {
            const RoomState before = world.state(table.room);
            play_one(world, table);
            const Record& record = world.log[table.room].back();
            const auto& acted = std::get<Acted>(record.body);
            // Where the round ends, all is laid open.
            const bool ends = world.state(table.room).match.phase != Phase::Playing;
            for (const auto viewer :
                 {protocol::Viewer::Seat0, protocol::Viewer::Seat1, protocol::Viewer::Spectator}) {
                const RoomState changed = resampled(before, viewer, acted.seat, random);
                // What another player does must be possible with other cards in hand.
                const bool possible =
                    !ends && !check(changed.match.state, acted.seat, acted.action);
                const auto shown = possible ? std::optional(record) : std::nullopt;
                const auto asked = questions(before, random);
                const bool same = told(before, viewer, asked, shown, world.now) ==
                                  told(changed, viewer, asked, shown, world.now);
                REQUIRE(same);
                ++worlds;
                really_other += int{!(changed.match == before.match)};
                sales += int{possible && std::holds_alternative<Sell>(acted.action)};
            }
        }
    }
    CHECK(worlds > 1000);
    CHECK(really_other > worlds * 9 / 10);
    CHECK(sales > 60);
}

TEST_CASE("the test above would see a leak: who may know the secrets is told of the change") {
    World world(3);
    const Table2 table = sit_down(world);
    deal(world, table);
    Random random(5);
    const RoomState& room = world.state(table.room);
    const RoomState changed = resampled(room, protocol::Viewer::Seat0, Seat::Zero, random);
    const bool same = told(room, protocol::Viewer::Seat1, {}, {}, world.now) ==
                      told(changed, protocol::Viewer::Seat1, {}, {}, world.now);
    CHECK_FALSE(same);
}
