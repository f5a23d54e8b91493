// The help, and the questions before something that can't be undone.
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
    if (const auto person = person_on_our_server(model))
        lines.push_back(
            _("If you quit, the server stops, too: {0} can play on only once you are back.",
              *person));
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

std::string who_may_chat(const Model& model) {
    return _("Who may write in the chat: {0}",
             words::chat_from(protocol::chat_from(model.room->options)));
}

Question managing(const Picture& picture) {
    constexpr std::size_t rows = 8;
    const auto all = removable(picture.model);
    const std::size_t place = place_of(all, picture.ui.to_remove);
    const std::size_t shown = place < all.size() ? place : 0; // nobody is chosen yet
    const std::size_t middle = shown - std::min(shown, rows / 2);
    const std::size_t first = std::min(middle, all.size() - std::min(all.size(), rows));
    if (all.empty())
        return {_("People"),
                {picture.model.room->spectators > 0 ? _("Asking the server who is watching.")
                                                    : _("Nobody is watching."),
                 who_may_chat(picture.model)}};
    Question asked{words::removal_question(place < all.size() ? all[place].who : _("somebody")),
                   {}};
    for (std::size_t i = first; i < std::min(first + rows, all.size()); ++i)
        asked.lines.push_back((i == place ? "> " : "- ") + all[i].who);
    asked.first = first;
    asked.choices = asked.lines.size();
    asked.lines.push_back(words::removal_is_final());
    asked.lines.push_back(who_may_chat(picture.model));
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
    case Overlay::People:
        return managing(picture);
    case Overlay::None:
    case Overlay::Help:
    case Overlay::History:
    case Overlay::Qr:
    case Overlay::OtherDevice:
    case Overlay::Chat:
        break;
    }
    return std::nullopt;
}

} // namespace

namespace {

// A question's keys, in rows of at most this many columns.
std::vector<std::vector<KeyHint>> rows_of_keys(const std::vector<KeyHint>& hints, int columns,
                                               Charset charset) {
    std::vector<std::vector<KeyHint>> rows(1);
    int used = 0;
    for (const KeyHint& hint : hints) {
        const int wide = width(hint.keys + hint.does, charset) + 3;
        if (used > 0 && used + wide > columns) {
            rows.emplace_back();
            used = 0;
        }
        rows.back().push_back(hint);
        used += wide + 3;
    }
    return rows;
}

void draw_keys(Area row, const std::vector<KeyHint>& hints) {
    int x = 3;
    for (const KeyHint& hint : hints) {
        const Line line{{" " + hint.keys + " ", chosen}, {" " + hint.does + "   ", {}}};
        const int end = row.put(x, 0, line);
        if (hint.is_button())
            row.part({x, 0, end - x - 3, 1}).on_click(hint.on_click());
        x = end;
    }
}

} // namespace

void draw_question(Area area, const Picture& picture) {
    const std::optional<Question> asked = question(picture);
    if (!asked)
        return;
    const int wide = std::min(60, area.width());
    const std::vector<std::string> lines = wrap(asked->lines, wide - 6, area.charset());
    const auto keys = rows_of_keys(key_hints(picture.ui, picture.model), wide - 6, area.charset());
    const int above = static_cast<int>(lines.size()) + 3;
    Area box = draw_box(area, {wide, above + static_cast<int>(keys.size()) + 2}, heading);
    box.put(3, 1, asked->title, heading);
    for (std::size_t i = 0; i < lines.size(); ++i) {
        Area row = box.row(2 + static_cast<int>(i));
        row.put(3, 0, lines[i], bright);
        if (i < asked->choices)
            row.on_click({Key::Code::Row, static_cast<int>(asked->first + i)});
    }
    for (std::size_t i = 0; i < keys.size(); ++i)
        draw_keys(box.row(above + static_cast<int>(i)), keys[i]);
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
