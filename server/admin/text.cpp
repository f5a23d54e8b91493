// Answers as texts, for people.
#include "common/overloaded.hpp"
#include "server/admin/answer.hpp"
#include "server/admin/network.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>

namespace jaipur::server::admin {

namespace {

using Row = std::vector<std::string>;

std::size_t width(std::string_view utf8) { // about as many columns as it takes
    return static_cast<std::size_t>(
        std::ranges::count_if(utf8, [](char c) { return (c & 0xC0) != 0x80; }));
}

std::string aligned(const std::vector<Row>& rows) {
    std::vector<std::size_t> widths;
    for (const Row& row : rows) {
        widths.resize(std::max(widths.size(), row.size()));
        for (std::size_t i = 0; i < row.size(); ++i)
            widths[i] = std::max(widths[i], width(row[i]));
    }
    std::string text;
    for (const Row& row : rows) {
        for (std::size_t i = 0; i < row.size(); ++i) {
            text += row[i];
            if (i + 1 < row.size())
                text.append(widths[i] - width(row[i]) + 2, ' ');
        }
        text += '\n';
    }
    return text;
}

// "2 d 3 h", "5 min", "12 s".
std::string duration(std::int64_t seconds) {
    struct Unit {
        std::int64_t seconds;
        std::string_view name;
    };

    constexpr std::array<Unit, 4> units{{{86400, "d"}, {3600, "h"}, {60, "min"}, {1, "s"}}};
    seconds = std::max<std::int64_t>(seconds, 0);
    for (std::size_t i = 0; i < units.size(); ++i) {
        const auto& [size, unit] = units.at(i);
        if (seconds < size && i + 1 < units.size())
            continue;
        std::string text = std::to_string(seconds / size) + " " + std::string(unit);
        if (const auto rest = seconds % size; i < 2 && rest >= units.at(i + 1).seconds)
            text += " " + std::to_string(rest / units.at(i + 1).seconds) + " " +
                    std::string(units.at(i + 1).name);
        return text;
    }
    return {};
}

std::string since(core::Time then, core::Time now) {
    return duration((now - then) / std::chrono::seconds(1));
}

// Rounded up: a week that has just begun is a week.
std::string until(core::Time now, core::Time then) {
    return duration(std::chrono::ceil<std::chrono::seconds>(then - now).count());
}

std::string number(std::size_t value) {
    return std::to_string(value);
}

std::string two_digits(double value) {
    std::string text = std::to_string(value);
    return text.substr(0, text.find('.') + 3);
}

std::string phase_of(const core::RoomOverview& room) {
    switch (room.phase) {
    case Phase::Waiting:
        return "waiting";
    case Phase::Playing:
        return "round " + std::to_string(room.round);
    case Phase::RoundOver:
        return "after round " + std::to_string(room.round);
    case Phase::MatchOver:
        return "match over";
    }
    return {};
}

std::string player(const std::optional<core::PlayerOverview>& player) {
    if (!player)
        return "-";
    return player->connected ? player->name : player->name + " (away)";
}

std::string text_of(const Status& status) {
    std::string addresses;
    for (const std::string& address : status.addresses)
        addresses += (addresses.empty() ? "" : ", ") + address;
    const core::LobbyFigures& lobby = status.lobby;
    return aligned(
        {{"version", status.version},
         {"running for", duration(status.uptime)},
         {"listening on", addresses},
         {"people", number(lobby.connections) + " connected: " + number(lobby.players) +
                        " playing or waiting, " + number(lobby.spectators) + " watching"},
         {"bots", number(lobby.bots)},
         {"rooms", number(lobby.waiting) + " waiting, " + number(lobby.playing) +
                       " with a running match, " + number(lobby.finished) +
                       " after a match; of these, " + number(lobby.over_days) + " over days"},
         {"restart", status.restarting
                         ? "planned; running matches to wait for: " + number(status.waits_for)
                         : "not planned"},
         {"announcement", status.announcement.value_or("-")},
         {"bans", number(status.bans)},
         {"store", std::to_string(status.store_queue) + " records on their way to the disk"},
         {"machine's load", two_digits(status.load)},
         {"memory", std::to_string(status.memory >> 20) + " MiB"},
         {"descriptors", std::to_string(status.descriptors)}});
}

std::string text_of(const RoomList& list, core::Time now) {
    if (list.rooms.empty())
        return "no rooms\n";
    std::vector<Row> rows{{"ROOM", "", "PHASE", "SINCE", "SPECTATORS", "PLAYERS", ""}};
    for (const core::RoomOverview& room : list.rooms)
        rows.push_back({room.room,
                        std::string(room.is_public ? "public" : "private") +
                            (room.over_days ? ", over days" : ""),
                        phase_of(room), since(room.since, now), std::to_string(room.spectators),
                        player(room.players[Seat::Zero]), player(room.players[Seat::One])});
    return aligned(rows);
}

std::string text_of(const BanList& list, core::Time now) {
    if (list.bans.empty())
        return "no bans\n";
    std::vector<Row> rows{{"ADDRESS", "SINCE", "ENDS"}};
    for (const core::Ban& ban : list.bans)
        rows.push_back({to_string(ban.network), since(ban.since, now),
                        ban.until ? "in " + until(now, *ban.until) : "never"});
    return aligned(rows);
}

std::string people(int count) {
    return count == 1 ? "one person" : std::to_string(count) + " people";
}

// The link comes first, on its own line.
std::string text_of(const Invited& invited, core::Time now) {
    return invited.link + "\nIt lets in " + people(invited.uses) + " and expires in " +
           until(now, invited.expires) + ". `revoke " + std::to_string(invited.id) +
           "` ends it and voids its passes.\n";
}

std::string state_of(const Invitation& invitation, core::Time now) {
    if (invitation.revoked)
        return "revoked";
    if (invitation.spent >= invitation.uses)
        return "used up";
    return invitation.expires <= now ? "expired" : "expires in " + until(now, invitation.expires);
}

std::string text_of(const InvitationList& list, core::Time now) {
    std::string text = "no invitations\n";
    std::vector<Row> rows{{"ID", "MADE", "USED", "STATE", "PASSES", "NOTE"}};
    for (const Invitation& invitation : list.invitations)
        rows.push_back({std::to_string(invitation.id), since(invitation.made, now) + " ago",
                        std::to_string(invitation.spent) + " of " + std::to_string(invitation.uses),
                        state_of(invitation, now), number(invitation.passes), invitation.note});
    if (rows.size() > 1)
        text = aligned(rows);
    return text + "passes by the server's password: " + number(list.passes_by_password) + "\n";
}

std::string text_of(const LimitList& list) {
    std::vector<Row> rows;
    for (const auto& [name, value] : list.limits)
        rows.push_back({name, value});
    return aligned(rows);
}

} // namespace

std::string to_text(const Answer& answer, core::Time now) {
    const Overloaded each{
        [](const Failed& failed) { return failed.why + "\n"; },
        [](const Done& done) { return done.what + "\n"; },
        [](const Status& status) { return text_of(status); },
        [&](const RoomList& list) { return text_of(list, now); },
        [&](const BanList& list) { return text_of(list, now); },
        [&](const Invited& invited) { return text_of(invited, now); },
        [&](const InvitationList& list) { return text_of(list, now); },
        [](const LimitList& list) { return text_of(list); },
    };
    return std::visit(each, answer);
}

} // namespace jaipur::server::admin
