// The help, and the questions before something that can't be undone.
#include "client/console/qr.hpp"
#include "client/console/screen/help.hpp"
#include "client/console/screen/parts.hpp"
#include "client/console/translation.hpp"
#include "client/console/words/words.hpp"

#include <algorithm>

namespace jaipur::client::screen {

namespace {

struct Question {
    std::string title;
    std::vector<std::string> lines;
    std::size_t first = 0, choices = 0; // how many lines are choices, and which is the first
};

std::string opponent_name(const Picture& picture) {
    const auto& seat = picture.model.seat;
    return seat ? player_name(picture.model, other(*seat)) : std::string();
}

Question leaving(const Picture& picture) {
    const Model& model = picture.model;
    if (!model.seat)
        return {_("Stop watching?"), {_("You can come back with the room's code.")}};
    if (!may_resign(model)) // no match is running
        return {_("Leave the room?"), {_("Somebody else can take your seat then.")}};
    std::vector<std::string> lines{_("Your seat is kept: you can return to it from the menu.")};
    const auto& opponent = model.room ? model.room->players[other(*model.seat)] : std::nullopt;
    if (opponent && opponent->bot)
        lines.push_back(_("The bot will wait for you.")); // it never claims
    else if (model.room)
        lines.push_back(_("If you are away for more than {0} in total, {1} can claim the win.",
                          words::duration(model.room->options.grace), opponent_name(picture)));
    return {_("Leave during the match?"), std::move(lines)};
}

std::string why_to_claim(const Picture& picture) {
    const Model& model = picture.model;
    const auto& opponent = model.room->players[other(*model.seat)];
    const std::string name = opponent_name(picture);
    return opponent && opponent->claim_in == 0
               ? _("{0} has been away for too long.", name)
               : _("{0} has taken more than {1} for this move.", name,
                   words::duration(patience_of(model.room->options)));
}

Question removing(const Picture& picture) {
    constexpr std::size_t rows = 9;
    const auto all = removable(picture.model);
    const std::size_t place = place_of(all, picture.ui.to_remove);
    const std::size_t shown = place < all.size() ? place : 0; // nobody is chosen yet
    const std::size_t middle = shown - std::min(shown, rows / 2);
    const std::size_t first = std::min(middle, all.size() - std::min(all.size(), rows));
    Question asked{words::removal_question(place < all.size() ? all[place].who : _("somebody")),
                   {}};
    for (std::size_t i = first; i < std::min(first + rows, all.size()); ++i)
        asked.lines.push_back((i == place ? "> " : "- ") + all[i].who);
    asked.first = first;
    asked.choices = asked.lines.size();
    asked.lines.emplace_back(all.empty() ? _("Asking the server who is watching.")
                                         : words::removal_is_final());
    return asked;
}

std::optional<Question> question(const Picture& picture) {
    switch (picture.ui.overlay) {
    case Overlay::Leave:
        return leaving(picture);
    case Overlay::Resign:
        return Question{_("Resign?"),
                        {_("You lose the whole match: {0} becomes the Maharaja's own trader.",
                           opponent_name(picture))}};
    case Overlay::Claim:
        return Question{_("Claim the win?"), {why_to_claim(picture), _("You win the match.")}};
    case Overlay::Remove:
        return removing(picture);
    case Overlay::None:
    case Overlay::Help:
    case Overlay::History:
    case Overlay::Qr:
    case Overlay::Chat:
        break;
    }
    return std::nullopt;
}

} // namespace

void draw_question(Area area, const Picture& picture) {
    const std::optional<Question> asked = question(picture);
    if (!asked)
        return;
    const int wide = std::min(60, area.width());
    const std::vector<std::string> lines = wrap(asked->lines, wide - 6, area.charset());
    const int high = static_cast<int>(lines.size()) + 6;
    Area box = draw_box(area, {wide, high}, heading);
    box.put(3, 1, asked->title, heading);
    for (std::size_t i = 0; i < lines.size(); ++i) {
        Area row = box.row(2 + static_cast<int>(i));
        row.put(3, 0, lines[i], bright);
        if (i < asked->choices)
            row.on_click({Key::Code::Row, static_cast<int>(asked->first + i)});
    }
    int x = 3;
    for (const KeyHint& hint : key_hints(picture.ui, picture.model)) {
        const Line line{{" " + hint.keys + " ", chosen}, {" " + hint.does + "   ", {}}};
        const int end = box.put(x, high - 3, line);
        if (hint.is_button())
            box.part({x, high - 3, end - x - 3, 1}).on_click(hint.on_click());
        x = end;
    }
}

// As large as it fits; the link is below it.
void draw_qr(Area area, const Picture& picture) {
    const std::string link = words::way_in(picture.model).link;
    const qr::Look look = area.charset() == Charset::Ascii ? qr::Look::Ascii : qr::Look::HalfBlocks;
    const int rows = area.height() - 1;
    for (int margin = qr::quiet_zone; margin >= qr::least_quiet_zone; --margin) {
        const std::vector<std::string> lines = qr::drawn(link, look, margin);
        const int high = static_cast<int>(lines.size());
        if (lines.empty() || high > rows || width(lines[0], area.charset()) > area.width())
            continue;
        int y = (rows - high) / 2;
        for (const std::string& line : lines)
            area.put_centred(y++, {{line, {Ink::Bright, Look::Code}}});
        area.put_centred(y, {{link, bright}});
        return;
    }
    area.put_centred(rows / 2, {{_("This window is too small for a QR code."), bright}});
    area.put_centred(rows / 2 + 1, {{link, bright}});
}

void draw_help(Area area, const std::vector<HelpLine>& lines, int wanted_top) {
    const int wide = std::min(78, area.width());
    Area page = area.part({(area.width() - wide) / 2, 0, wide, area.height()});
    const int rows = page.height();
    const int last_top = std::max(0, static_cast<int>(lines.size()) - rows);
    const int top = std::min(wanted_top, last_top);
    for (int y = 0; y < rows && top + y < static_cast<int>(lines.size()); ++y) {
        const HelpLine& line = lines[static_cast<std::size_t>(top + y)];
        if (line.right.empty()) {
            page.put(1, y, line.left, heading);
            continue;
        }
        page.put(2, y, line.left, strong);
        page.put(line.left.empty() ? 2 : 15, y, line.right, bright);
    }
    if (top > 0)
        page.put_right(0, {{"▲ " + _("more"), quiet}});
    if (top < last_top)
        page.put_right(rows - 1, {{"▼ " + _("more"), quiet}});
}

} // namespace jaipur::client::screen
