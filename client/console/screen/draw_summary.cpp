// After a round: who won it, and both traders' accounts. After a match: also whether the shuffle
// was fair.
#include "client/console/screen/parts.hpp"
#include "client/console/translation.hpp"
#include "client/console/words/words.hpp"

#include <algorithm>
#include <cstdint>

namespace jaipur::client::screen {

namespace {

constexpr int summary_width = 77, longest_name = 20;

std::string short_name(const Picture& picture, Seat seat) {
    return clip(player_name(picture.model, seat), longest_name, Charset::Utf8);
}

std::string round_title(const Picture& picture) {
    const protocol::View& view = *picture.model.view;
    const RoundResult& round = view.result->rounds.back();
    const std::size_t number = view.result->rounds.size();
    if (!round.winner)
        return _("Round {0} is a draw: every tie-break is equal", number);
    return round.winner == view.you
               ? _("Round {0} is yours", number)
               : _("Round {0} goes to {1}", number, short_name(picture, *round.winner));
}

// What is known about the shuffle; a mismatch is shown large. The log has all of the text, so here
// it may end after `most` rows.
int draw_verdict(Area area, int y, const Picture& picture, int most) {
    const ShuffleVerdict& shuffle = picture.model.shuffle;
    using Status = ShuffleVerdict::Status;
    if (shuffle.status == Status::Mismatch) {
        area.row(y).fill({Ink::No, Look::Filled});
        area.put_centred(
            y++, {{"!!!  " + _("THE SHUFFLE WAS NOT FAIR") + "  !!!", {Ink::No, Look::Filled}}});
    }
    if (shuffle.text.empty() || picture.model.view->phase != Phase::MatchOver)
        return y;
    const Style style = shuffle.status == Status::Mismatch   ? Style{Ink::No, Look::Strong}
                        : shuffle.status == Status::Verified ? Style{Ink::Yes}
                                                             : quiet;
    const std::string sign = shuffle.status == Status::Verified ? "✓ " : "";
    std::vector<std::string> lines = wrap(sign + shuffle.text, area.width(), area.charset());
    if (const auto shown = static_cast<std::size_t>(std::max(most, 1)); shown < lines.size()) {
        lines[shown - 1] =
            clip(lines[shown - 1] + " " + lines[shown], area.width(), area.charset());
        lines.resize(shown);
    }
    for (const std::string& line : lines)
        area.put_centred(y++, {{line, style}});
    return y;
}

// "won on seals", or a sentence about the loser, without its full stop.
std::string why_won(const Picture& picture, const MatchResult& match) {
    if (!is_from_outside(match.reason))
        return words::end_reason(match.reason);
    words::PlayerNames names = words::player_names(picture.model);
    names.you = picture.model.view->you;
    for (const Seat seat : all_seats)
        names.of[seat] = short_name(picture, seat);
    std::string why = words::outside_reason(match.reason, other(*match.winner), names);
    if (why.ends_with('.'))
        why.pop_back();
    return why;
}

enum class Room : std::uint8_t { Ample, Scarce };

// The title after a match, in large letters for the winner; returns the next row.
int draw_match_title(Area area, int y, const Picture& picture, Room room) {
    const protocol::View& view = *picture.model.view;
    const auto match = view.result ? view.result->match : std::nullopt;
    if (!match || !match->winner) {
        Line line{{_("The match ends without a winner"), heading}};
        if (match)
            line.push_back({p_("before a reason", ": ") + words::end_reason(match->reason), quiet});
        area.put_centred(y, line);
        return y + 1;
    }
    const bool mine = match->winner == view.you;
    const std::string_view word = "MAHARAJA";
    if (mine && room == Room::Ample) {
        draw_large(area, (area.width() - large_width(word)) / 2, y, word, heading);
        y += large_height(area.charset());
    }
    const Seat loser = other(*match->winner);
    const std::string name = short_name(picture, *match->winner);
    Line title{{mine ? _("You are the Maharaja's own trader")
                     : _("{0} is the Maharaja's own trader", name),
                mine ? heading : strong}};
    title.push_back({p_("before a reason", ": ") + why_won(picture, *match), quiet});
    if (width(title, area.charset()) > area.width())
        title.pop_back(); // the log says why
    area.put_centred(y++, title);
    if (loser == view.you)
        area.put_centred(y++, {{words::kind_word(), heading}});
    return y;
}

// The title after a round; returns the next row.
int draw_round_title(Area area, int y, const Picture& picture, Room room) {
    const protocol::View& view = *picture.model.view;
    Line line{{_("The round is over"), heading}};
    if (view.result && !view.result->rounds.empty())
        line = {{round_title(picture), heading},
                {" – " + words::end_reason(view.result->rounds.back().reason), quiet}};
    if (width(line, area.charset()) > area.width())
        line.resize(1); // the log says why
    const int gap = room == Room::Ample ? 1 : 0;
    area.put_centred(y + gap, line);
    return y + 1 + 2 * gap;
}

} // namespace

void draw_summary(Area area, const Picture& picture) {
    const protocol::View& view = *picture.model.view;
    const int wide = std::min(summary_width, area.width());
    Area middle = area.part({(area.width() - wide) / 2, 0, wide, area.height()});
    const int spare = area.height() - 21;
    const Room room = spare < -1 ? Room::Scarce : Room::Ample;
    int y = std::clamp(spare / 4, 0, 4);
    y = view.phase == Phase::MatchOver ? draw_match_title(middle, y, picture, room)
                                       : draw_round_title(middle, y, picture, room);
    const bool counted = view.result && !view.result->rounds.empty();
    y = draw_verdict(middle, y, picture,
                     area.height() - y - (counted ? least_account_height(picture) : 0));
    if (spare >= 4)
        y += 1;
    if (counted)
        y = draw_account(middle, y, picture);
    if (area.height() - y >= 3) {
        if (area.height() - y >= 6)
            ++y;
        draw_log(area.part({0, y, area.width(), area.height() - y}), picture);
    }
}

} // namespace jaipur::client::screen
