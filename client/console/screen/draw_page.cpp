// The start menu, its forms, and the list of public rooms.
#include "client/console/screen/parts.hpp"
#include "client/console/translation.hpp"
#include "client/console/words/bots.hpp"
#include "client/console/words/words.hpp"

#include <algorithm>

namespace jaipur::client::screen {

namespace {

Area centred(const Area& area, int width) {
    const int wide = std::min(width, area.width());
    return area.part({(area.width() - wide) / 2, 0, wide, area.height()});
}

// The six goods and the camel in a row.
void draw_goods(Area area, int y) {
    Line line;
    for (Card card : all_cards)
        line.push_back({(line.empty() ? "" : "   ") + std::string(symbol(card, area.charset())),
                        {ink_of(card), Look::Strong}});
    area.put_centred(y, line);
}

void draw_menu(Area area, const Picture& picture) {
    const Model& model = picture.model;
    const std::vector<MenuEntry> entries = menu_entries(picture.ui, model);
    const int rows = static_cast<int>(entries.size());
    constexpr int title_rows = 6, least_rows_of_log = 2;
    const bool roomy = area.height() >= rows + title_rows;
    const int title = roomy ? title_rows : 1;
    const int log_rows = std::clamp(area.height() - rows - title - least_rows_of_log, 0, 8);
    int y = std::max(0, (area.height() - rows - title - log_rows) / 3);
    if (roomy) {
        const std::string_view name = "JAIPUR";
        draw_large(area, (area.width() - large_width(name)) / 2, y, name, heading);
        y += large_height(area.charset());
        draw_goods(area, ++y);
        y += 2;
    } else {
        draw_goods(area, y++);
    }

    Area list = centred(area, 46);
    for (std::size_t i = 0; i < entries.size(); ++i, ++y) {
        const bool here = picture.ui.row == static_cast<int>(i);
        Area row = list.row(y);
        if (here)
            row.fill(chosen);
        const std::string letter(1, static_cast<char>(entries[i].letter));
        row.put(1, 0, here ? "▶" : " ", here ? chosen : heading);
        row.put(3, 0, letter, here ? chosen : heading);
        row.on_click(key(entries[i].letter));
        row.put(6, 0, clip(entries[i].label, row.width() - 7, area.charset()),
                here ? chosen : bright);
    }
    ++y;
    draw_log(area.part({0, std::max(y, area.height() - log_rows - 1), area.width(), log_rows + 1}),
             picture);
}

// ---- forms

struct FieldWords {
    std::string label, explanation;
    std::string value = {}; // empty if it is typed
};

FieldWords watching(const protocol::CreateOptions& options) {
    const std::string label = _("Who may watch");
    switch (options.spectators) {
    case protocol::SpectatorMode::Public:
        return {label, _("They see only face-up cards, as each player does."), _("anyone")};
    case protocol::SpectatorMode::Open:
        return {label, _("After each round, they see both hands."), _("anyone, with open hands")};
    case protocol::SpectatorMode::None:
        break;
    }
    return {label, _("Not even people who know the room's code."), _("nobody")};
}

FieldWords words_of(Field field, const UiState& ui) {
    const protocol::CreateOptions& options = ui.form.options;
    switch (field) {
    case Field::Name:
        return {_("Your name"), ui.page == Page::Watch
                                    ? _("Optional. Without a name, you are only counted.")
                                    : _("Up to {0} characters. Everyone in the room sees it.",
                                        protocol::name_bounds.max)};
    case Field::Code:
        return {p_("a field", "Code or link"),
                _("Six letters and digits from your friend, or a link to the room.")};
    case Field::Password:
        return {_("Password"), ui.page == Page::NewRoom ? _("Optional. Guests need this to join.")
                                                        : _("Only if the room has one.")};
    case Field::ServerPassword:
        return {_("Password"), _("An invitation link works too: paste it here.")};
    case Field::Level:
        return {p_("a field", "Level"), words::bot_play(chosen_level(options)),
                words::bot_name(chosen_level(options))};
    case Field::Visibility:
        return {_("Who may join"),
                _("Listed rooms appear under “Public rooms” and in “Find an opponent”."),
                options.is_public ? _("anyone: the room is listed") : _("anyone with the code")};
    case Field::Spectators:
        return watching(options);
    case Field::Chat:
        return {_("Who may chat"), _("The others can read it. You can change this in the room."),
                words::chat_from(options.chat)};
    case Field::Delay:
        return {p_("a field", "Hands are shown"),
                _("A delay gives hands away to a player who also watches: both must agree."),
                options.delay ? _("{0} moves late, if both agree", *options.delay)
                              : _("after each round")};
    case Field::Clock:
        return {_("Clock"), _("A player who runs out of time loses the match."),
                options.clock ? _("{0}, plus {1} per move", words::duration(options.clock->initial),
                                  words::duration(options.clock->increment))
                              : p_("a clock", "none")};
    case Field::Seals:
        return {_("Seals to win"), _("Each round is worth one Seal of Excellence."),
                std::to_string(options.seals)};
    case Field::Patience:
        return {p_("a field", "Time per move"),
                _("A player who takes longer for a move can lose the match."),
                words::duration(options.patience)};
    case Field::Grace:
        return {_("Absence time"), _("A player who is away for longer can lose the match."),
                _("{0} per match", words::duration(options.grace))};
    }
    return {};
}

// Codes are written in capitals; links stay as they are.
void capitalize_code(LineEdit& code) {
    if (code.text.find_first_of(U".:/#[") == std::u32string::npos)
        for (char32_t& c : code.text)
            c = c >= U'a' && c <= U'z' ? c - U'a' + U'A' : c;
}

void draw_typed(Area area, const Picture& picture, Field field, bool here) {
    FormValues form = picture.ui.form;
    if (!picture.ui.password_shown)
        for (LineEdit* secret : {&form.password, &form.server_password})
            std::fill(secret->text.begin(), secret->text.end(), U'•');
    capitalize_code(form.code);
    const TypedText typed =
        draw_line_edit(area, *typed_field(form, field), here ? strong : bright, 1);
    area.repeat(typed.end, 0, area.width() - typed.end, "_", frame_ink);
    if (here)
        area.show_cursor(typed.cursor, 0);
}

// Of the field with the cursor, the arrows can be clicked.
void draw_choice(Area area, const std::string& value, bool here) {
    if (!here)
        return void(area.put(0, 0, value, bright));
    const int end = area.put(0, 0, "◀ " + value + " ▶", strong);
    area.part({0, 0, 2, 1}).on_click(Key::Code::Left);
    area.part({2, 0, end - 2, 1}).on_click(Key::Code::Right);
}

void draw_form(Area area, const Picture& picture) {
    const UiState& ui = picture.ui;
    const std::vector<Field> fields = fields_of(ui);
    Area form = centred(area, 72);
    const bool roomy = area.height() >= 2 * static_cast<int>(fields.size()) + 8;
    int y = area.height() >= 30 ? 4 : 1;
    const auto& gate = picture.model.gate;
    form.rule(
        y, ui.page == Page::Server && gate ? words::gate_title(*gate) : _(form_of(ui.page).title),
        heading);
    y += 2;
    if (ui.page == Page::Server && gate) {
        for (const std::string& line :
             wrap(words::gate_lines(*gate), form.width() - 4, form.charset()))
            form.put(3, y++, line, bright);
        ++y;
    }
    for (std::size_t i = 0; i < fields.size(); ++i) {
        const Field field = fields[i];
        const bool here = ui.row == static_cast<int>(i);
        form.row(y).on_click({Key::Code::Row, static_cast<int>(i)});
        form.put(1, y, here ? "▶" : " ", heading);
        const FieldWords said = words_of(field, ui);
        const int x = form.width() < 72 ? 19 : 25;
        form.part({3, y, x - 4, 1}).put(0, 0, said.label, here ? heading : bright);
        Area value = form.part({x, y, form.width() - x - 1, 1});
        if (is_typed(field)) {
            draw_typed(value.part({0, 0, 40, 1}), picture, field, here);
        } else {
            draw_choice(value, said.value, here);
        }
        y += roomy ? 2 : 1;
    }
    y += roomy ? 0 : 1;
    const auto row = std::min(static_cast<std::size_t>(std::max(0, ui.row)), fields.size() - 1);
    for (const std::string& line :
         wrap(words_of(fields[row], ui).explanation, form.width() - 4, form.charset()))
        form.put(3, y++, line, quiet);
    const int log_rows = std::clamp(area.height() - y - 3, 0, 6);
    draw_log(area.part({0, area.height() - log_rows - 1, area.width(), log_rows + 1}), picture);
}

// ---- public rooms

struct RoomColumns {
    int players, phase, clock, seals, spectators, lock;
    int longest_name;
};

RoomColumns room_columns(int width) {
    return width < 80 ? RoomColumns{10, 30, 36, 46, 52, 56, 8}
                      : RoomColumns{11, 47, 54, 64, 71, 76, 16};
}

void draw_listing(Area row, const protocol::RoomListing& room, bool here) {
    const RoomColumns at = room_columns(row.width());
    const Style style = here ? chosen : bright;
    const Style less = here ? chosen : quiet;
    if (here)
        row.fill(chosen);
    row.put(1, 0, here ? "▶" : " ", style);
    row.put(3, 0, room.room, style);
    const auto name = [&](Seat seat) {
        return clip(
            room.names[seat].value_or(row.width() < 80 ? _("free") : p_("a row", "free seat")),
            at.longest_name, row.charset());
    };
    row.put(at.players, 0, name(Seat::Zero) + " – " + name(Seat::One), style);
    row.put(at.phase, 0,
            room.phase == Phase::Waiting     ? p_("a room", "waits")
            : room.phase == Phase::MatchOver ? p_("a room", "over")
                                             : p_("a room", "plays"),
            style);
    row.put(at.clock, 0, room.clock ? words::clock(*room.clock) : p_("a column", "no clock"), less);
    row.put(at.seals, 0, std::to_string(room.seals), less);
    row.put(at.spectators, 0, std::to_string(room.spectators), less);
    if (room.has_password)
        row.put(at.lock, 0, p_("a lock", "yes"), less);
}

std::string watching_words(const protocol::RoomListing& room) {
    if (!room.spectator_mode)
        return {};
    protocol::RoomOptions options;
    options.spectators = *room.spectator_mode;
    options.open_after = protocol::OpenAfter::Round; // it is public
    return ". " + room.room + ": " + words::spectators_see(options);
}

void draw_rooms(Area area, const Picture& picture) {
    const Model& model = picture.model;
    Area list = centred(area, 80);
    list.rule(1, _(form_of(Page::Rooms).title), heading);
    if (!model.rooms) {
        list.put(3, 3, _("Asking the server…"), quiet);
        return;
    }
    const auto& rooms = model.rooms->rooms;
    if (rooms.empty()) {
        list.put(3, 3, _("There are no public rooms right now."), {});
        list.put(3, 4, _("Open one: press Esc, then o, and let anyone join."), quiet);
        return;
    }
    Area head = list.row(3);
    const RoomColumns at = room_columns(list.width());
    head.put(3, 0, p_("a column", "Code"), quiet);
    head.put(at.players, 0, p_("a column", "Players"), quiet);
    head.put(at.clock, 0, p_("a column", "Clock"), quiet);
    head.put(at.seals - 2, 0, p_("a column", "Seals"), quiet);
    head.put(at.spectators - 2, 0, p_("a column", "Watch"), quiet);
    head.put(at.lock, 0, p_("a column", "Lock"), quiet);
    const int rows = area.height() - 6;
    const int here = std::clamp(picture.ui.row, 0, static_cast<int>(rooms.size()) - 1);
    const int top = std::clamp(here - rows + 1, 0, static_cast<int>(rooms.size()));
    for (int i = top; i < top + rows && i < static_cast<int>(rooms.size()); ++i) {
        Area row = list.row(4 + i - top);
        draw_listing(row, rooms[static_cast<std::size_t>(i)], i == here);
        row.on_click({Key::Code::Row, i});
    }
    list.put(3, area.height() - 1,
             n_("{0} room", "{0} rooms", rooms.size()) +
                 (model.rooms->next ? ", " + _("and more") : "") +
                 watching_words(rooms[static_cast<std::size_t>(here)]),
             quiet);
}

} // namespace

void draw_page(Area area, const Picture& picture) {
    if (picture.ui.page == Page::Menu)
        draw_menu(area, picture);
    else if (picture.ui.page == Page::Rooms)
        draw_rooms(area, picture);
    else
        draw_form(area, picture);
}

} // namespace jaipur::client::screen
