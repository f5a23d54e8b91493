#include "tests/noninterference/paired_run.hpp"

#include "protocol/codec.hpp"
#include "tests/noninterference/compare.hpp"

#include <algorithm>
#include <exception>
#include <set>
#include <utility>
#include <vector>

namespace jaipur::paired {

namespace {

// Whether the spectators of any round in this room see both hands late.
bool is_ever_late(const Crowd& crowd, const RoomCode& code) {
    return std::ranges::any_of(crowd.rig().rounds(), [&](const Round& round) {
        return round.room == code && round.delay > 0;
    });
}

Viewing viewing_of(const Crowd& crowd, const Person& person, const std::set<RoomCode>& games) {
    Viewing best = person.turned_away ? Viewing::TurnedAway : Viewing::Outsider;
    for (const auto& [room, eyes] : person.eyes) {
        if (!games.contains(room))
            continue;
        if (eyes.seat[Seat::Zero] || eyes.seat[Seat::One])
            return eyes.seat[Seat::Zero] ? Viewing::Seat0 : Viewing::Seat1;
        best = is_ever_late(crowd, room) ? Viewing::LateSpectator : Viewing::Spectator;
    }
    return best;
}

std::set<RoomCode> rooms_with_games(const Crowd& crowd) {
    std::set<RoomCode> rooms;
    for (const Round& round : crowd.rig().rounds())
        rooms.insert(round.room);
    return rooms;
}

std::vector<Viewer> viewers_of(const Crowd& crowd) {
    const auto games = rooms_with_games(crowd);
    std::vector<Viewer> viewers;
    for (const Person& person : crowd.people())
        if (!person.sessions.empty())
            viewers.push_back({viewing_of(crowd, person, games), person.name.value_or("somebody"),
                               person.sessions, person.eyes, person.snapshots});
    for (const RoomCode& code : games) {
        const auto* room = crowd.rig().lobby().room(code);
        if (room && room->players[Seat::One] && room->players[Seat::One]->bot) {
            Eyes eyes;
            eyes.seat[Seat::One] = true;
            viewers.push_back({Viewing::Bot, "the bot", {}, {{code, eyes}}, 0});
        }
    }
    return viewers;
}

Viewing coalition_at(const Crowd& crowd, const RoomCode& code) {
    if (is_ever_late(crowd, code))
        return Viewing::WithLateSpectators;
    const auto& rounds = crowd.rig().rounds();
    switch (std::ranges::find(rounds, code, &Round::room)->mode) {
    case protocol::SpectatorMode::None:
        return Viewing::WithTurnedAway;
    case protocol::SpectatorMode::Public:
        return Viewing::WithSpectators;
    case protocol::SpectatorMode::Open:
        break;
    }
    return Viewing::WithOpenSpectators;
}

void take_in(Viewer& coalition, const Person& person) {
    coalition.name += (coalition.name.empty() ? "" : ", ") + person.name.value_or("somebody");
    coalition.sessions.insert(person.sessions.begin(), person.sessions.end());
    for (const auto& [room, eyes] : person.eyes) {
        Eyes& all = coalition.eyes[room];
        all.watches = all.watches || eyes.watches;
        for (Seat seat : all_seats)
            all.seat[seat] = all.seat[seat] || eyes.seat[seat];
    }
    coalition.snapshots += person.snapshots;
}

// Who had this seat at the first table, and everybody who only watched there or tried to.
std::optional<Viewer> coalition_of(const Crowd& crowd, Seat seat) {
    const auto& code = crowd.table(0);
    if (!code || !rooms_with_games(crowd).contains(*code))
        return std::nullopt;
    Viewer coalition{coalition_at(crowd, *code), "", {}, {}, 0, code};
    bool plays = false, watches = false;
    for (const Person& person : crowd.people()) {
        const auto found = person.eyes.find(*code);
        const Eyes eyes = found == person.eyes.end() ? Eyes{} : found->second;
        if (eyes.seat[other(seat)] || !(eyes.seat[seat] || eyes.watches || person.turned_away))
            continue;
        plays = plays || eyes.seat[seat];
        watches = watches || !eyes.seat[seat];
        take_in(coalition, person);
    }
    return plays && watches ? std::optional(std::move(coalition)) : std::nullopt;
}

void count_coalition(const Crowd& crowd, const Viewer& coalition, Counts& counts) {
    std::set<protocol::MatchId> matches;
    for (const Round& round : crowd.rig().rounds())
        if (round.room == coalition.table)
            matches.insert(round.match);
    const auto games = rooms_with_games(crowd);
    const auto seen = std::ranges::count_if(
        coalition.eyes, [&](const auto& own) { return games.contains(own.first); });
    counts.rematched += matches.size() > 1;
    counts.elsewhere += seen > 1;
    counts.arriving += coalition.snapshots > 0;
}

// What this viewer can't know differs; what people and bots did is the same.
Chance other_chance(const Crowd& crowd, const Viewer& viewer, std::uint64_t number) {
    test::Random random(crowd.seed() * 64 + number);
    Chance chance;
    chance.repeats = true;
    chance.bots = crowd.chance().bots;
    for (const Round& round : crowd.rig().rounds()) {
        const auto own = viewer.eyes.find(round.room);
        Eyes eyes; // of a passer-by: what any spectator could see
        eyes.watches = true;
        if (own != viewer.eyes.end())
            eyes = own->second;
        chance.instead.emplace(round.deal.deck, permuted(round, eyes, random));
    }
    return chance;
}

// The same action, refused in every world (stale_ply, or not_playing).
Frame refused_anywhere(const Frame& frame) {
    constexpr std::uint64_t no_such_ply = (std::uint64_t{1} << 53) - 1;
    auto request = *protocol::decode(frame.text);
    as<protocol::Act>(request.body)->ply = no_such_ply;
    return {frame.session, protocol::encode(request), true};
}

// Chat that this viewer can't read.
std::set<std::string> unheard_by(const Viewer& viewer, const Rig& rig) {
    std::set<std::string> texts;
    for (const Line& line : rig.chat()) {
        const auto eyes = viewer.eyes.find(line.room);
        if (eyes == viewer.eyes.end() || (line.to_spectators && !eyes->second.watches))
            texts.insert(line.text);
    }
    return texts;
}

// The input for the other world.
Input again(const Input& input, const Viewer& viewer, const std::set<std::string>& unheard,
            Counts& counts) {
    const auto* frame = std::get_if<Frame>(&input);
    if (!frame || viewer.sessions.contains(frame->session))
        return input;
    if (frame->broke_a_rule) {
        ++counts.substituted;
        return refused_anywhere(*frame);
    }
    if (frame->text.find("chat") == std::string::npos)
        return input;
    const auto request = protocol::decode(frame->text);
    const auto* chat = request ? as<protocol::SendChat>(request->body) : nullptr;
    if (!chat || !unheard.contains(chat->text))
        return input;
    ++counts.unheard;
    const protocol::Request other{request->id, protocol::SendChat{"Take the gold!"}};
    return Frame{frame->session, protocol::encode(other)};
}

std::optional<Difference> run_pair(const Crowd& crowd, const Viewer& viewer, std::uint64_t number,
                                   Counts& counts) {
    Chance chance = other_chance(crowd, viewer, number);
    Rig rig(crowd.seed(), crowd.limits(), crowd.store(), chance);
    const World one{crowd.rig(), crowd.chance()}, two{rig, chance};
    const auto different = [&](Where where, const std::string& text) {
        return Difference{crowd.seed(), viewer.viewing, where,
                          "seed " + std::to_string(crowd.seed()) + ", seen by " + viewer.name +
                              " (" + std::string(name(viewer.viewing)) + "): " + text};
    };
    try {
        rig.listen_for(viewer.sessions);
        const auto unheard = unheard_by(viewer, crowd.rig());
        for (const Input& input : crowd.inputs())
            rig.take(again(input, viewer, unheard, counts));
    } catch (const std::exception& error) {
        return different(Where::Server, std::string("the other world's server: ") + error.what());
    }
    if (const auto found = first_difference(one, two, viewer, crowd.inputs(), counts))
        return different(found->where, found->text);
    if (chance.unforeseen > 0)
        return different(Where::Server, "the other world had different deals");
    ++counts.pairs;
    ++counts.viewers[viewer.viewing];
    counts.snapshots += static_cast<std::uint64_t>(viewer.snapshots);
    if (count_hidden(one, two, viewer, counts)) {
        ++counts.different;
        ++counts.different_for[viewer.viewing];
    }
    return std::nullopt;
}

// People outside games receive little, so only some are compared.
bool is_to_be_asked(const Viewer& viewer, std::uint64_t seed, std::optional<Viewing> alone) {
    if (alone)
        return viewer.viewing == *alone;
    return viewer.viewing != Viewing::Outsider || seed % 4 == 0;
}

} // namespace

std::string_view name(Viewing viewing) {
    constexpr std::array<std::string_view, all_viewings.size() + all_coalitions.size()> names{
        "seat 0",
        "seat 1",
        "spectator",
        "late spectator",
        "turned away",
        "outsider",
        "bot",
        "a player with people turned away",
        "a player with spectators",
        "a player with spectators of an open room",
        "a player with late spectators"};
    return names.at(static_cast<std::size_t>(viewing));
}

std::string_view name(Hidden hidden) {
    constexpr std::array<std::string_view, all_hidden.size()> names{
        "hand", "herd", "bonus taken", "next card", "order of the deck", "bonus pile"};
    return names.at(static_cast<std::size_t>(hidden));
}

std::optional<Difference> run(std::uint64_t seed, Counts& counts, std::optional<Viewing> alone) {
    Crowd crowd(seed);
    crowd.play();
    ++counts.games;
    counts.inputs += crowd.inputs().size();
    counts.restarts += static_cast<std::uint64_t>(std::ranges::count_if(
        crowd.inputs(), [](const Input& input) { return std::holds_alternative<Restart>(input); }));
    auto viewers = viewers_of(crowd);
    if (auto coalition = coalition_of(crowd, seed % 2 == 0 ? Seat::Zero : Seat::One)) {
        count_coalition(crowd, *coalition, counts);
        viewers.push_back(std::move(*coalition));
    }
    std::uint64_t number = 0;
    for (const Viewer& viewer : viewers) {
        ++number;
        if (!is_to_be_asked(viewer, seed, alone))
            continue;
        if (const auto found = run_pair(crowd, viewer, number, counts))
            return found;
    }
    return std::nullopt;
}

} // namespace jaipur::paired
