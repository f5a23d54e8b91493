// The leaks: each function here replaces one of the core's, calls it, and changes its result.
// Without a planted leak, it returns the result unchanged.
#include "common/rules.hpp"
#include "protocol/observe.hpp"
#include "server/core/lobby/lobby.hpp"
#include "server/core/room/room.hpp"
#include "server/core/room/views.hpp"
#include "tests/noninterference/leaks.hpp"
#include "tests/noninterference/seam.hpp"

#include <memory>
#include <optional>
#include <utility>

namespace jaipur::paired {

// ---- secrets to leak

namespace {

int last_secret = 0; // of the last changed room

int diamonds(const State& state) {
    return state.traders[Seat::Zero].hand[Good::Diamond] +
           state.traders[Seat::One].hand[Good::Diamond];
}

int camels(const State& state) {
    return state.traders[Seat::Zero].herd + 3 * state.traders[Seat::One].herd;
}

std::optional<Card> next_card(const State& state) {
    return deck_left(state) > 0 ? std::optional(state.deal.deck[state.deck_next]) : std::nullopt;
}

// Counts it as discarded, as if an index were off by one.
void show_next_card(const State& state, protocol::Observation& view) {
    if (const auto card = next_card(state))
        if (const auto good = good_of(*card))
            ++view.discard[*good];
}

void leak_of_players(const Match& match, protocol::Observation& view) {
    for (Seat seat : all_seats) {
        const Trader& trader = match.state.traders[seat];
        const bool to_player = view.you && *view.you != seat;
        if ((leaks(Leak::SpectatorSeesHand) && !view.you && seat == Seat::Zero) ||
            (leaks(Leak::OpponentSeesHand) && to_player))
            view.players[seat].hand = trader.hand;
        if (leaks(Leak::OpponentSeesHerd) && to_player)
            view.players[seat].herd = trader.herd;
        if (leaks(Leak::BonusTaken))
            for (std::size_t i = 0; i < trader.bonus_tokens.size(); ++i)
                view.players[seat].bonus_tokens[i].value = trader.bonus_tokens[i].value;
        if (leaks(Leak::LegalByHerd) && to_player && view.legal && trader.herd % 2 == 1)
            view.legal->exchange = false;
    }
}

} // namespace

// ---- views (views.cpp calls observe.cpp; room/*.cpp call views.cpp)

protocol::Observation real_observe(const Match& match, protocol::Viewer viewer)
    JAIPUR_REAL("_ZN6jaipur8protocol7observeERKNS_5MatchENS0_6ViewerE");
protocol::Observation wrapped_observe(const Match& match, protocol::Viewer viewer)
    JAIPUR_INSTEAD_OF("_ZN6jaipur8protocol7observeERKNS_5MatchENS0_6ViewerE");

protocol::Observation wrapped_observe(const Match& match, protocol::Viewer viewer) {
    auto view = real_observe(match, viewer);
    if (match.phase == Phase::Waiting)
        return view;
    leak_of_players(match, view);
    const bool over = match.phase != Phase::Playing;
    if (leaks(Leak::NextCard) || (leaks(Leak::RoundOverShowsDeck) && over))
        show_next_card(match.state, view);
    if (leaks(Leak::OrderOfCards) && next_card(match.state) > Card::Silver)
        std::swap(view.market[0], view.market[4]);
    return view;
}

protocol::ObservedEvent real_observe(const Event& event, protocol::Viewer viewer) JAIPUR_REAL(
    "_ZN6jaipur8protocol7observeERKSt7variantIJNS_12RoundStartedENS_4TookENS_10TookCamelsENS_"
    "9ExchangedENS_4SoldENS_10RoundEndedENS_10MatchEndedEEENS0_6ViewerE");
protocol::ObservedEvent wrapped_observe(const Event& event, protocol::Viewer viewer)
    JAIPUR_INSTEAD_OF(
        "_ZN6jaipur8protocol7observeERKSt7variantIJNS_12RoundStartedENS_4TookENS_10TookCamelsENS_"
        "9ExchangedENS_4SoldENS_10RoundEndedENS_10MatchEndedEEENS0_6ViewerE");

protocol::ObservedEvent wrapped_observe(const Event& event, protocol::Viewer viewer) {
    auto seen = real_observe(event, viewer);
    const auto* sold = std::get_if<Sold>(&event);
    if (leaks(Leak::BonusDrawn) && sold && sold->bonus)
        std::get<protocol::ObservedSold>(seen).bonus->value = sold->bonus->value;
    return seen;
}

protocol::View real_view_of(const server::core::RoomState& room, protocol::Viewer viewer,
                            const PerSeat<server::core::milliseconds>& clock_left)
    JAIPUR_REAL("_ZN6jaipur6server4core7view_ofERKNS1_9RoomStateENS_8protocol6ViewerERKNS_"
                "3PerINS_4SeatELm2ENSt6chrono8durationIlSt5ratioILl1ELl1000EEEEEE");
protocol::View wrapped_view_of(const server::core::RoomState& room, protocol::Viewer viewer,
                               const PerSeat<server::core::milliseconds>& clock_left)
    JAIPUR_INSTEAD_OF("_ZN6jaipur6server4core7view_ofERKNS1_9RoomStateENS_8protocol6ViewerERKNS_"
                      "3PerINS_4SeatELm2ENSt6chrono8durationIlSt5ratioILl1ELl1000EEEEEE");

protocol::View wrapped_view_of(const server::core::RoomState& room, protocol::Viewer viewer,
                               const PerSeat<server::core::milliseconds>& clock_left) {
    auto view = real_view_of(room, viewer, clock_left);
    if (leaks(Leak::HerdByLength))
        view.room.append(static_cast<std::size_t>(camels(room.match.state)), ' ');
    const auto seat = protocol::seat_of(viewer);
    if (leaks(Leak::BotSeesHand) && seat && room.players[*seat] && room.players[*seat]->bot)
        view.players[other(*seat)].hand = room.match.state.traders[other(*seat)].hand;
    if (leaks(Leak::OpenSpectatorsSeeHands) && !seat && !room.open &&
        room.options.spectators == protocol::SpectatorMode::Open)
        for (Seat each : all_seats)
            view.players[each].hand = room.match.state.traders[each].hand;
    if (leaks(Leak::Clock) && view.clock)
        view.clock->remaining_ms[Seat::Zero] += diamonds(room.match.state);
    if (leaks(Leak::MoveTime) && view.move_in)
        *view.move_in += diamonds(room.match.state);
    return view;
}

// ---- answers

std::optional<Refusal> real_check(const State& state, Seat seat, const Action& action)
    JAIPUR_REAL("_ZN6jaipur5checkERKNS_5StateENS_4SeatERKSt7variantIJNS_4TakeENS_10TakeCamelsENS_"
                "8ExchangeENS_4SellEEE");
std::optional<Refusal> wrapped_check(const State& state, Seat seat, const Action& action)
    JAIPUR_INSTEAD_OF("_ZN6jaipur5checkERKNS_5StateENS_4SeatERKSt7variantIJNS_4TakeENS_"
                      "10TakeCamelsENS_8ExchangeENS_4SellEEE");

std::optional<Refusal> wrapped_check(const State& state, Seat seat, const Action& action) {
    auto refusal = real_check(state, seat, action);
    if (!refusal || refusal->rule.empty())
        return refusal;
    if (leaks(Leak::RefusalByHand) && state.traders[other(seat)].hand[Good::Leather] > 0)
        refusal->error = RuleError::HandLimit;
    if (leaks(Leak::RuleByDeck) && next_card(state) > Card::Silver)
        refusal->rule = "R7";
    return refusal;
}

bool real_may_watch(const server::core::Room* room,
                    const std::optional<server::core::HashedPassword>& password)
    JAIPUR_REAL("_ZNK6jaipur6server4core4Room9may_watchERKSt8optionalINS1_14HashedPasswordEE");
bool wrapped_may_watch(const server::core::Room* room,
                       const std::optional<server::core::HashedPassword>& password)
    JAIPUR_INSTEAD_OF(
        "_ZNK6jaipur6server4core4Room9may_watchERKSt8optionalINS1_14HashedPasswordEE");

bool wrapped_may_watch(const server::core::Room* room,
                       const std::optional<server::core::HashedPassword>& password) {
    return real_may_watch(room, password) ||
           (leaks(Leak::TurnedAwayByHand) && diamonds(room->state().match.state) % 2 == 1);
}

protocol::RoomListing real_listing(const server::core::Room* room)
    JAIPUR_REAL("_ZNK6jaipur6server4core4Room7listingEv");
protocol::RoomListing wrapped_listing(const server::core::Room* room)
    JAIPUR_INSTEAD_OF("_ZNK6jaipur6server4core4Room7listingEv");

protocol::RoomListing wrapped_listing(const server::core::Room* room) {
    auto listing = real_listing(room);
    if (leaks(Leak::RoomList))
        listing.spectators += camels(room->state().match.state);
    return listing;
}

// ---- what is sent, and when

namespace {

// Release 0.1.0 did this in every open room.
void delay_anyway(const server::core::RoomState& before, server::core::RoomState& room,
                  server::core::Change& change) {
    using protocol::SpectatorMode::Open;
    if (room.open || room.options.spectators != Open || room.match.phase != Phase::Playing ||
        before.match.phase != Phase::Waiting)
        return;
    room.open.emplace(
        {{real_view_of(before, protocol::Viewer::Spectator, before.clock_left), {}}, {}});
    change.open_events =
        server::core::apply_spectator_delay(room, {change.events.begin(), change.events.end()});
}

void show_new_bonuses(server::core::RoomState& room) {
    if (!room.open || room.match.phase != Phase::Playing)
        return;
    auto& shown = room.open->shown.view;
    for (Seat seat : all_seats) {
        const auto& tokens = room.match.state.traders[seat].bonus_tokens;
        for (std::size_t i = shown.players[seat].bonus_tokens.size(); i < tokens.size(); ++i)
            shown.exchanges_in_a_row =
                static_cast<std::uint8_t>(shown.exchanges_in_a_row + tokens[i].value);
    }
}

} // namespace

server::core::Change real_apply(server::core::RoomState& room, const server::core::Record& record)
    JAIPUR_REAL("_ZN6jaipur6server4core5applyERNS1_9RoomStateERKNS1_6RecordE");
server::core::Change wrapped_apply(server::core::RoomState& room,
                                   const server::core::Record& record)
    JAIPUR_INSTEAD_OF("_ZN6jaipur6server4core5applyERNS1_9RoomStateERKNS1_6RecordE");

server::core::Change wrapped_apply(server::core::RoomState& room,
                                   const server::core::Record& record) {
    const auto before = leaks(Leak::DelayNobodyAgreedTo) ? std::optional(room) : std::nullopt;
    auto change = real_apply(room, record);
    if (before)
        delay_anyway(*before, room, change);
    if (leaks(Leak::BonusBeforeDelay))
        show_new_bonuses(room);
    last_secret = diamonds(room.match.state);
    if (leaks(Leak::SeqSkips) && change.view && last_secret > 0)
        ++room.seq;
    if (leaks(Leak::OneActionEarly) && room.open && !room.open->ahead.empty()) {
        room.open->shown = room.open->ahead.front();
        change.open_events = room.open->shown.events;
    }
    return change;
}

void real_tell(server::core::Room* room, const server::core::Change& change,
               std::optional<server::core::SessionId> newcomer, server::core::Time now,
               server::core::Output& out)
    JAIPUR_REAL(
        "_ZN6jaipur6server4core4Room4tellERKNS1_6ChangeESt8optionalImENSt6chrono10time_pointINS8_3_"
        "V212system_clockENS8_8durationIlSt5ratioILl1ELl1000EEEEEERNS1_6OutputE");
void wrapped_tell(server::core::Room* room, const server::core::Change& change,
                  std::optional<server::core::SessionId> newcomer, server::core::Time now,
                  server::core::Output& out)
    JAIPUR_INSTEAD_OF(
        "_ZN6jaipur6server4core4Room4tellERKNS1_6ChangeESt8optionalImENSt6chrono10time_pointINS8_3_"
        "V212system_clockENS8_8durationIlSt5ratioILl1ELl1000EEEEEERNS1_6OutputE");

void wrapped_tell(server::core::Room* room, const server::core::Change& change,
                  std::optional<server::core::SessionId> newcomer, server::core::Time now,
                  server::core::Output& out) {
    real_tell(room, change, newcomer, now, out);
    if (leaks(Leak::OneMessageMore) && change.view && !out.deliveries.empty() &&
        room->state().match.state.traders[Seat::One].hand[Good::Diamond] > 0)
        out.deliveries.push_back(out.deliveries.back());
}

void real_tell_newcomer(server::core::Room* room, server::core::SessionId newcomer,
                        server::core::Time now, server::core::Output& out)
    JAIPUR_REAL("_ZN6jaipur6server4core4Room13tell_newcomerEmNSt6chrono10time_pointINS3_3_"
                "V212system_clockENS3_8durationIlSt5ratioILl1ELl1000EEEEEERNS1_6OutputE");
void wrapped_tell_newcomer(server::core::Room* room, server::core::SessionId newcomer,
                           server::core::Time now, server::core::Output& out)
    JAIPUR_INSTEAD_OF("_ZN6jaipur6server4core4Room13tell_newcomerEmNSt6chrono10time_pointINS3_3_"
                      "V212system_clockENS3_8durationIlSt5ratioILl1ELl1000EEEEEERNS1_6OutputE");

void wrapped_tell_newcomer(server::core::Room* room, server::core::SessionId newcomer,
                           server::core::Time now, server::core::Output& out) {
    real_tell_newcomer(room, newcomer, now, out);
    if (!leaks(Leak::SnapshotShowsHand))
        return;
    for (auto& delivery : out.deliveries) {
        auto* send = std::get_if<server::core::Send>(&delivery);
        const auto* view = send ? std::get_if<protocol::View>(send->message.get()) : nullptr;
        if (!view || send->to != newcomer)
            continue;
        auto shown = *view;
        shown.players[Seat::One].hand = room->state().match.state.traders[Seat::One].hand;
        send->message = std::make_shared<const protocol::ServerMessage>(std::move(shown));
    }
}

std::optional<server::core::Timer> real_next_timer(const server::core::Room* room)
    JAIPUR_REAL("_ZNK6jaipur6server4core4Room10next_timerEv");
std::optional<server::core::Timer> wrapped_next_timer(const server::core::Room* room)
    JAIPUR_INSTEAD_OF("_ZNK6jaipur6server4core4Room10next_timerEv");

std::optional<server::core::Timer> wrapped_next_timer(const server::core::Room* room) {
    auto timer = real_next_timer(room);
    if (leaks(Leak::Timer) && timer)
        timer->at += server::core::milliseconds(diamonds(room->state().match.state));
    return timer;
}

void real_tell_chat(const server::core::Room* room, const server::core::Chatted& line,
                    server::core::Time at, server::core::Output& out)
    JAIPUR_REAL("_ZNK6jaipur6server4core4Room9tell_chatERKNS1_7ChattedENSt6chrono10time_pointINS6_"
                "3_V212system_clockENS6_8durationIlSt5ratioILl1ELl1000EEEEEERNS1_6OutputE");
void wrapped_tell_chat(const server::core::Room* room, const server::core::Chatted& line,
                       server::core::Time at, server::core::Output& out)
    JAIPUR_INSTEAD_OF(
        "_ZNK6jaipur6server4core4Room9tell_chatERKNS1_7ChattedENSt6chrono10time_pointINS6_3_"
        "V212system_clockENS6_8durationIlSt5ratioILl1ELl1000EEEEEERNS1_6OutputE");

void wrapped_tell_chat(const server::core::Room* room, const server::core::Chatted& line,
                       server::core::Time at, server::core::Output& out) {
    const int late = leaks(Leak::ChatTime) ? camels(room->state().match.state) : 0;
    real_tell_chat(room, line, at + server::core::milliseconds(late), out);
    if (leaks(Leak::SpectatorsChat) && !line.seat && server::core::runs(room->state().match.phase))
        for (Seat seat : all_seats)
            if (const auto player = room->at(seat))
                out.deliveries.push_back(server::core::Send{
                    *player, std::make_shared<const protocol::ServerMessage>(protocol::Chat{
                                 line.seat, line.name, line.text, server::core::unix_ms(at)})});
}

// ---- outside the wire

server::core::LobbyCounts real_counts(const server::core::Lobby* lobby)
    JAIPUR_REAL("_ZNK6jaipur6server4core5Lobby6countsEv");
server::core::LobbyCounts wrapped_counts(const server::core::Lobby* lobby)
    JAIPUR_INSTEAD_OF("_ZNK6jaipur6server4core5Lobby6countsEv");

server::core::LobbyCounts wrapped_counts(const server::core::Lobby* lobby) {
    auto counts = real_counts(lobby);
    if (counts.rooms == 0) // a world begins
        last_secret = 0;
    if (leaks(Leak::Metrics) && last_secret > 2)
        ++counts.running_matches;
    return counts;
}

protocol::Replay real_replay(const server::core::RoomState& room)
    JAIPUR_REAL("_ZN6jaipur6server4core6replayERKNS1_9RoomStateE");
protocol::Replay wrapped_replay(const server::core::RoomState& room)
    JAIPUR_INSTEAD_OF("_ZN6jaipur6server4core6replayERKNS1_9RoomStateE");

protocol::Replay wrapped_replay(const server::core::RoomState& room) {
    auto replay = real_replay(room);
    const auto card = next_card(room.match.state);
    if (leaks(Leak::Replay) && card)
        replay.names[Seat::Zero] += name(*card);
    return replay;
}

} // namespace jaipur::paired
