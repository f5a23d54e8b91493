#include "tests/noninterference/compare.hpp"

#include <algorithm>
#include <span>
#include <utility>

namespace jaipur::paired {

namespace {

std::string_view kind(const protocol::ServerMessage& message) {
    constexpr std::array<std::string_view, 6> kinds{"ok", "error", "room", "table", "view", "chat"};
    const auto* ok = std::get_if<protocol::Ok>(&message);
    if (ok && std::holds_alternative<protocol::RoomList>(ok->adds))
        return "list of rooms";
    return kinds.at(message.index());
}

// What a viewer was sent at one moment.
struct Entry {
    std::size_t input = 0;
    std::string text;
};

std::vector<Entry> transcript(const Rig& rig, const Viewer& viewer) {
    std::vector<Entry> entries;
    for (const Sent& sent : rig.sent()) {
        if (!viewer.sessions.contains(sent.to))
            continue;
        std::string text = "at " + std::to_string(server::core::unix_ms(sent.at)) +
                           " to connection " + std::to_string(sent.to) + ": ";
        if (sent.message)
            text += *sent.text;
        else
            text += "closed " + std::to_string(static_cast<int>(sent.closed));
        entries.push_back({sent.input, std::move(text)});
    }
    return entries;
}

std::string described(const Input& input) {
    constexpr std::array<std::string_view, std::variant_size_v<Input>> names{
        "connect", "hang up", "frame", "round trip", "time passes", "the store answers", "restart"};
    std::string text(names.at(input.index()));
    if (const auto* frame = std::get_if<Frame>(&input))
        text += " of connection " + std::to_string(frame->session) + ": " + frame->text;
    return text;
}

// Two texts, one above the other, from just before they differ.
std::string side_by_side(std::string_view one, std::string_view two) {
    constexpr std::ptrdiff_t before = 70;
    constexpr std::size_t width = 150;
    const auto part = std::ranges::mismatch(one, two).in1 - one.begin();
    const auto from = static_cast<std::size_t>(std::max(part - before, std::ptrdiff_t{0}));
    const auto shown = [&](std::string_view text) {
        return from < text.size() ? std::string(text.substr(from, width)) : "";
    };
    return "\n  one:   " + shown(one) + "\n  other: " + shown(two) + "\n         " +
           std::string(static_cast<std::size_t>(part) - from, ' ') + "^\n";
}

std::string shown(const Pulse& pulse) {
    const auto& [sessions, rooms, matches, deadline, unstored, push_messages] = pulse;
    return std::to_string(sessions) + " sessions, " + std::to_string(rooms) + " rooms, " +
           std::to_string(matches) + " running matches, next wake-up at " +
           (deadline ? std::to_string(server::core::unix_ms(*deadline)) : "no time") + ", " +
           std::to_string(unstored) + " unstored records, push messages: " + push_messages;
}

std::string after(std::size_t input, const std::vector<Input>& inputs) {
    return "after input " + std::to_string(input) + " of " + std::to_string(inputs.size()) + " (" +
           described(inputs.at(input)) + ")";
}

std::optional<std::string> compare_messages(const World& one, const World& two,
                                            const Viewer& viewer, const std::vector<Input>& inputs,
                                            Counts& counts) {
    const auto entries = transcript(one.rig, viewer), others = transcript(two.rig, viewer);
    const Entry none{inputs.size() - 1, "(end of input)"};
    for (std::size_t i = 0; i < std::max(entries.size(), others.size()); ++i) {
        const Entry& entry = i < entries.size() ? entries[i] : none;
        const Entry& other = i < others.size() ? others[i] : none;
        if (entry.text != other.text)
            return after(std::min(entry.input, other.input), inputs) + ", message " +
                   std::to_string(i + 1) + side_by_side(entry.text, other.text);
        ++counts.messages;
        counts.bytes += entry.text.size();
    }
    for (const Sent& sent : one.rig.sent())
        if (viewer.sessions.contains(sent.to))
            ++counts.heard[sent.message ? kind(*sent.message) : "close"];
    return std::nullopt;
}

std::optional<std::string> compare_pulses(const World& one, const World& two,
                                          const std::vector<Input>& inputs, Counts& counts) {
    const auto& pulses = one.rig.pulses();
    const auto& others = two.rig.pulses();
    for (std::size_t i = 0; i < pulses.size(); ++i) {
        if (pulses[i] != others.at(i))
            return after(i, inputs) + ", in the server" +
                   side_by_side(shown(pulses[i]), shown(others[i]));
        if (!std::get<std::string>(pulses[i]).empty())
            ++counts.heard["push message"];
    }
    return std::nullopt;
}

std::optional<std::string> compare_replays(const World& one, const World& two, Counts& counts) {
    const auto& replays = one.rig.finished();
    const auto& others = two.rig.finished();
    if (replays.size() != others.size())
        return "more replays in one world than in the other";
    for (std::size_t i = 0; i < replays.size(); ++i)
        if (replays[i] != others[i])
            return "a replay" + side_by_side(replays[i], others[i]);
    counts.replays += replays.size();
    return std::nullopt;
}

std::optional<std::string> compare_bots(const World& one, const World& two, const Viewer& bot,
                                        Counts& counts) {
    const auto views = [&](const World& world) {
        std::vector<std::string_view> result;
        for (const auto& [room, view] : world.chance.shown_to_bots)
            if (bot.eyes.contains(room))
                result.push_back(view);
        return result;
    };
    const auto shown_one = views(one), shown_two = views(two);
    if (shown_one.size() != shown_two.size())
        return "a bot had to act more often in one world than in the other";
    for (std::size_t i = 0; i < shown_one.size(); ++i) {
        if (shown_one[i] != shown_two[i])
            return "a bot is shown" + side_by_side(shown_one[i], shown_two[i]);
        ++counts.messages;
        counts.bytes += shown_one[i].size();
        ++counts.heard["view for a bot"];
    }
    return std::nullopt;
}

std::set<Hidden> hidden_differences(const State& one, const State& two) {
    std::set<Hidden> different;
    for (Seat seat : all_seats) {
        if (one.traders[seat].hand != two.traders[seat].hand)
            different.insert(Hidden::Hand);
        if (one.traders[seat].herd != two.traders[seat].herd)
            different.insert(Hidden::Herd);
        if (!std::ranges::equal(one.traders[seat].bonus_tokens, two.traders[seat].bonus_tokens))
            different.insert(Hidden::BonusTaken);
    }
    const auto rest = std::span(one.deal.deck).subspan(one.deck_next);
    const auto other = std::span(two.deal.deck).subspan(one.deck_next);
    if (!rest.empty() && rest.front() != other.front())
        different.insert(Hidden::NextCard);
    if (!std::ranges::equal(rest, other))
        different.insert(Hidden::DeckOrder);
    for (BonusTier tier : all_bonus_tiers) {
        const auto taken = one.bonus_tokens_taken[tier];
        if (!std::ranges::equal(bonus_pile(one.deal, tier).subspan(taken),
                                bonus_pile(two.deal, tier).subspan(taken)))
            different.insert(Hidden::BonusPile);
    }
    return different;
}

} // namespace

std::optional<Found> first_difference(const World& one, const World& two, const Viewer& viewer,
                                      const std::vector<Input>& inputs, Counts& counts) {
    if (viewer.viewing == Viewing::Bot)
        if (auto text = compare_bots(one, two, viewer, counts))
            return Found{Where::Message, std::move(*text)};
    if (auto text = compare_messages(one, two, viewer, inputs, counts))
        return Found{Where::Message, std::move(*text)};
    if (auto text = compare_pulses(one, two, inputs, counts))
        return Found{Where::Server, std::move(*text)};
    if (auto text = compare_replays(one, two, counts))
        return Found{Where::Replay, std::move(*text)};
    return std::nullopt;
}

bool count_hidden(const World& one, const World& two, const Viewer& viewer, Counts& counts) {
    bool any = false;
    std::set<RoomCode> rooms;
    for (const Round& round : one.rig.rounds())
        rooms.insert(round.room);
    for (const RoomCode& code : rooms) {
        const auto* room = one.rig.lobby().room(code);
        const auto* other = two.rig.lobby().room(code);
        if (!room || !other || room->match.round == 0)
            continue;
        for (const Hidden hidden : hidden_differences(room->match.state, other->match.state)) {
            ++counts.hidden[{hidden, room->match.phase}];
            if (code == viewer.table)
                ++counts.hidden_from[{viewer.viewing, hidden}];
            any = true;
        }
    }
    return any;
}

} // namespace jaipur::paired
