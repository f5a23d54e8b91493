#include "server/net/link.hpp"

#include "protocol/text.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace jaipur::server::net {

namespace {

// The parts of "/a/b" are "a" and "b".
std::vector<std::string_view> parts_of(std::string_view path) {
    std::vector<std::string_view> parts;
    while (path.starts_with('/')) {
        path.remove_prefix(1);
        const std::string_view part = path.substr(0, path.find('/'));
        parts.push_back(part);
        path.remove_prefix(part.size());
    }
    return parts;
}

bool is_moment(std::string_view text) {
    return !text.empty() && text.size() <= 6 &&
           text.find_first_not_of("0123456789") == std::string_view::npos;
}

// "replay", an ID, and maybe the moment to show.
std::optional<PageLink> replay_at(const std::vector<std::string_view>& parts) {
    if (parts.size() < 2 || parts.size() > 4 ||
        !std::all_of(parts.begin() + 2, parts.end(), is_moment))
        return std::nullopt;
    if (parts[1] == "file")
        return FileLink{};
    if (const auto match = protocol::from_hex<16>(parts[1]))
        return ReplayLink{*match};
    return std::nullopt;
}

std::string counted(int count, std::string_view what) {
    return std::to_string(count) + " " + std::string(what) + (count == 1 ? "" : "s");
}

std::string span(int seconds) {
    constexpr int minute = 60, hour = 60 * minute, day = 24 * hour;
    if (seconds % day == 0)
        return counted(seconds / day, "day");
    if (seconds % hour == 0)
        return counted(seconds / hour, "hour");
    return seconds % minute == 0 ? counted(seconds / minute, "minute") : counted(seconds, "second");
}

std::string time_in(const protocol::RoomOptions& options) {
    if (options.clock) {
        const auto& [initial, increment] = *options.clock;
        return span(initial) + " each" +
               (increment > 0 ? ", and " + span(increment) + " more for each move" : "");
    }
    if (protocol::is_played_over_days(options))
        return "up to " + span(protocol::patience_of(options)) + " for each move";
    return "no clock";
}

std::string of_match(const std::optional<std::string>& owner) {
    return owner ? *owner + "’s match of Jaipur" : "a match of Jaipur";
}

std::string score(const protocol::Replay& replay, Seat winner) {
    PerSeat<int> seals{};
    for (const RoundResult& round : replay.rounds)
        if (round.winner)
            ++seals[*round.winner];
    return std::to_string(seals[winner]) + " to " + std::to_string(seals[other(winner)]);
}

std::string result_of(const protocol::Replay& replay) {
    if (!replay.result.winner)
        return "Nobody won.";
    const Seat winner = *replay.result.winner;
    const std::string won = replay.names[winner] + " won";
    const std::string& loser = replay.names[other(winner)];
    switch (replay.result.reason) {
    case EndReason::Resigned:
        return won + ": " + loser + " resigned.";
    case EndReason::Timeout:
        return won + ": " + loser + "’s time ran out.";
    case EndReason::Claimed:
        return won + ": " + loser + " took too long.";
    default:
        return won + " " + score(replay, winner) + ".";
    }
}

std::string escaped(std::string_view text) {
    std::string result;
    for (const char c : text) {
        constexpr std::string_view special = "&<>\"'";
        if (special.find(c) == std::string_view::npos)
            result += c;
        else
            result += "&#" + std::to_string(static_cast<int>(c)) + ";";
    }
    return result;
}

// Replaces what stands between `before` and `after`, if the document has it.
void fill(std::string& document, std::string_view before, std::string_view after,
          std::string_view text) {
    const auto found = document.find(before);
    if (found == std::string::npos)
        return;
    const auto begin = found + before.size(), end = document.find(after, begin);
    if (end != std::string::npos)
        document.replace(begin, end - begin, escaped(text));
}

void fill_tag(std::string& document, std::string_view name, std::string_view text) {
    fill(document, "\"" + std::string(name) + "\" content=\"", "\"", text);
}

// The content of a tag, as it stands in the document.
std::string tag(std::string_view document, std::string_view name) {
    const std::string before = "\"" + std::string(name) + "\" content=\"";
    const auto found = document.find(before);
    if (found == std::string_view::npos)
        return {};
    document.remove_prefix(found + before.size());
    return std::string(document.substr(0, document.find('"')));
}

} // namespace

std::optional<PageLink> link_at(std::string_view path) {
    const auto parts = parts_of(path);
    if (parts.empty())
        return std::nullopt;
    if (parts.front() == "replay")
        return replay_at(parts);
    if (parts.front() == "enter" && parts.size() == 1)
        return EnterLink{};
    const bool watches = parts.front() == "watch" && parts.size() == 2;
    if (!watches && parts.size() != 1)
        return std::nullopt;
    auto room = protocol::room_code(parts.back());
    if (!room)
        return std::nullopt;
    return RoomLink{*std::move(room), watches ? core::LinkTo::Watching : core::LinkTo::Seat};
}

Preview preview_of(const protocol::Invitation& invitation, core::LinkTo to) {
    const auto& owner = invitation.owner;
    Preview preview;
    if (to == core::LinkTo::Watching)
        preview.title = "Watch " + of_match(owner);
    else if (invitation.free && owner)
        preview.title = *owner + " invites you to a match of Jaipur";
    else if (invitation.free)
        preview.title = "You are invited to a match of Jaipur";
    else
        preview.title = owner ? of_match(owner) : "A match of Jaipur";
    preview.description =
        "First to " + counted(invitation.options.seals, "seal") + ", " +
        time_in(invitation.options) +
        ". A card game for two: it opens in your browser, with nothing to install.";
    return preview;
}

Preview preview_of(const protocol::Replay& replay) {
    const auto& names = replay.names;
    return {names[Seat::Zero] + " against " + names[Seat::One] + ": a match of Jaipur",
            result_of(replay) + " Watch every move, with both hands face up."};
}

std::string with_preview(std::string_view document, const std::optional<Preview>& preview,
                         const Location& location) {
    std::string result(document);
    if (preview) {
        fill(result, "<title>", "</title>", preview->title);
        fill_tag(result, "og:title", preview->title);
        fill_tag(result, "description", preview->description);
        fill_tag(result, "og:description", preview->description);
    }
    if (!location.origin.empty()) {
        fill_tag(result, "og:url", location.origin + location.path);
        fill_tag(result, "og:image", location.origin + tag(result, "og:image"));
    }
    return result;
}

} // namespace jaipur::server::net
