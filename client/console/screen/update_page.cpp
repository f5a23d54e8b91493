// Keys of the menu, its forms and the list of public rooms.
#include "client/console/address.hpp"
#include "client/console/screen/ui.hpp"
#include "client/console/translation.hpp"
#include "client/console/words/words.hpp"

#include <algorithm>

namespace jaipur::client::screen {

namespace {

using Code = Key::Code;

bool is_blank(const LineEdit& line) {
    return line.text.find_first_not_of(U' ') == std::u32string::npos;
}

std::optional<std::string> text_or_none(const LineEdit& line) {
    if (line.text.empty())
        return std::nullopt;
    return utf8(line);
}

void ask_rooms(Step& step, const Model& model, std::optional<std::string> after) {
    ask_online(step, model, protocol::RequestBody{protocol::ListRooms{std::move(after)}});
}

void open_page(UiState& ui, Page page) {
    ui.page = page;
    ui.row = 0;
    forget_password(ui);
    // The name is usually known: start at the code.
    if (page == Page::Join && !is_blank(ui.form.name))
        ui.row = 1;
}

void choose(Step& step, const MenuEntry& entry, const Model& model) {
    struct {
        Step& step;
        const Model& model;

        void operator()(Page page) const {
            open_page(step.ui, page);
            if (page == Page::Rooms)
                ask_rooms(step, model, std::nullopt);
        }

        void operator()(const ResumeSeat& seat) const { ask_online(step, model, seat); }

        void operator()(ShowAllSeats) const { step.ui.all_seats_shown = true; }

        void operator()(OpenHelp) const { open_help(step.ui); }

        void operator()(UsePlainMode what) const { step.asks.emplace_back(what); }

        void operator()(Quit what) const { step.asks.emplace_back(what); }
    } handle{step, model};

    std::visit(handle, entry.does);
}

// Moves up and down a menu or a form, wrapping around; returns whether the key did so.
bool move_row(UiState& ui, const Key& key, int count) {
    const bool up = key.code == Code::Up || key.code == Code::BackTab;
    const bool down = key.code == Code::Down || key.code == Code::Tab;
    if (up || down)
        ui.row = (ui.row + (up ? count - 1 : 1)) % count;
    return up || down;
}

void update_menu(Step& step, const Key& key, const Model& model) {
    UiState& ui = step.ui;
    const std::vector<MenuEntry> entries = menu_entries(ui, model);
    const int count = static_cast<int>(entries.size());
    const MenuEntry& here = entries[static_cast<std::size_t>(std::clamp(ui.row, 0, count - 1))];
    if (move_row(ui, key, count))
        return;
    if (key.code == Code::Enter || key == screen::key(U' '))
        choose(step, here, model);
    else if (const auto* kept = std::get_if<ResumeSeat>(&here.does);
             kept && key.code == Code::Delete)
        step.asks.emplace_back(ForgetSeat{kept->seat});
    else if (const char32_t c = letter(key))
        for (const MenuEntry& entry : entries)
            if (entry.letter == c)
                choose(step, entry, model);
}

// ---- forms

bool wants_room(Page page) {
    return page == Page::Join || page == Page::Watch;
}

// A code may be typed with hyphens.
std::optional<RoomLink> room_in(const FormValues& form) {
    std::string typed = utf8(form.code);
    const auto link = parse_room_link(typed);
    std::erase(typed, '-');
    return link ? link : parse_room_link(typed);
}

// Why this program can't go there from here; empty if it can.
std::string wrong_room(const FormValues& form, const Model& model) {
    if (const auto server = parse_server_link(utf8(form.code)))
        return words::wrong_invitation(*server, model.server);
    const auto link = room_in(form);
    if (!link)
        return words::wrong_room_code("");
    if (!link->server || parse_address(*link->server) == parse_address(model.server))
        return "";
    return words::elsewhere(*link->server);
}

protocol::RequestBody request_of(const UiState& ui) {
    const FormValues& form = ui.form;
    const std::string name = utf8(form.name);
    const RoomLink link = room_in(form).value_or(RoomLink{});
    protocol::CreateOptions options = form.options;
    switch (ui.page) {
    case Page::Bot: {
        protocol::CreateOptions bot;
        bot.bot = chosen_level(options);
        bot.clock = options.clock;
        bot.seals = options.seals;
        return protocol::CreateRoom{name, bot};
    }
    case Page::Quick:
        return protocol::QuickMatch{name, options.clock};
    case Page::Join:
        if (link.key)
            return protocol::TakeOver{*link.key, {}};
        return protocol::JoinRoom{link.room, name, text_or_none(form.password)};
    case Page::Watch:
        return protocol::Spectate{link.room, text_or_none(form.name), text_or_none(form.password)};
    case Page::Menu: // no forms
    case Page::Rooms:
    case Page::Server:
    case Page::NewRoom:
        break;
    }
    options.password = text_or_none(form.password);
    options.bot.reset();
    return protocol::CreateRoom{name, options};
}

// A password or an invitation link.
void submit_key(Step& step, const Model& model, const LineEdit& key) {
    if (is_blank(key))
        step.ui.notice = _("Enter the password first.");
    else if (ask_online(step, model, EnterServer{utf8(key)}))
        step.ui.asked = Asked::Server;
}

void submit(Step& step, const Model& model) {
    UiState& ui = step.ui;
    if (ui.asked != Asked::Nothing)
        return;
    if (ui.page == Page::Server)
        return submit_key(step, model, ui.form.server_password);
    const auto request = request_of(ui);
    const bool seat = is<protocol::TakeOver>(request); // it has a name
    const std::string wrong = wants_room(ui.page) ? wrong_room(ui.form, model) : "";
    const bool invited = wants_room(ui.page) && parse_server_link(utf8(ui.form.code));
    if (invited && wrong.empty()) {
        submit_key(step, model, ui.form.code);
    } else if (ui.page != Page::Watch && !seat && is_blank(ui.form.name)) {
        focus(ui, Field::Name);
        ui.notice = _("Type your name first.");
    } else if (!wrong.empty()) {
        focus(ui, Field::Code);
        ui.notice = wrong;
    } else if (ask_online(step, model, request)) {
        ui.asked = seat ? Asked::SeatHere : Asked::Something;
    }
}

void type(FormValues& form, Field field, const Key& key) {
    constexpr std::size_t longest_link = 400; // the name of a host has 253 characters
    const bool takes_link = field == Field::Code || field == Field::ServerPassword;
    if (field == Field::Code && key == screen::key(U' '))
        return;
    edit(*typed_field(form, field), key,
         field == Field::Name ? std::size_t{protocol::name_bounds.max}
         : takes_link         ? longest_link
                              : std::size_t{protocol::password_bounds.max});
}

void update_form(Step& step, const Key& key, const Model& model) {
    UiState& ui = step.ui;
    const std::vector<Field> fields = fields_of(ui);
    const int count = static_cast<int>(fields.size());
    ui.row = std::clamp(ui.row, 0, count - 1);
    const Field field = fields[static_cast<std::size_t>(ui.row)];
    if (key.code == Code::Escape && ui.page == Page::Server) {
        ui.asked = Asked::Nothing; // the next answer says what became of the form
        step.asks.emplace_back(StayOutside{});
    } else if (key.code == Code::Escape) {
        ui.page = Page::Menu;
        ui.row = 0;
        ui.asked = Asked::Nothing;
        forget_password(ui);
    } else if (key.code == Code::Row) {
        ui.row = std::min(key.place, count - 1);
    } else if (key.code == Code::Enter) {
        submit(step, model);
    } else if (move_row(ui, key, count)) {
        return;
    } else if (is_secret(field) && key == screen::key(ctrl_p)) {
        ui.password_shown = !ui.password_shown;
    } else if (is_typed(field)) {
        type(ui.form, field, key);
    } else if (key.code == Code::Left) {
        change_field(ui.form.options, field, -1);
    } else if (key.code == Code::Right || key == screen::key(U' ')) {
        change_field(ui.form.options, field, 1);
    }
}

// ---- public rooms

// Enters the room under the cursor at once, or opens the form if something is missing.
void enter_room(Step& step, const Model& model, Page page) {
    if (!model.rooms || model.rooms->rooms.empty())
        return;
    UiState& ui = step.ui;
    const auto row =
        std::min(static_cast<std::size_t>(std::max(0, ui.row)), model.rooms->rooms.size() - 1);
    const protocol::RoomListing& room = model.rooms->rooms[row];
    ui.form.code = line_edit(room.room);
    ui.page = page;
    forget_password(ui);
    if (room.has_password) {
        focus(ui, Field::Password);
    } else if (page == Page::Join && is_blank(ui.form.name)) {
        focus(ui, Field::Name);
    } else {
        focus(ui, Field::Code);
        submit(step, model);
    }
}

void update_rooms(Step& step, const Key& key, const Model& model) {
    UiState& ui = step.ui;
    const int count = model.rooms ? static_cast<int>(model.rooms->rooms.size()) : 0;
    const char32_t c = letter(key);
    if (key.code == Code::Escape) {
        ui.page = Page::Menu;
        ui.row = 0;
    } else if (key.code == Code::Row && key.place != ui.row) {
        ui.row = std::clamp(key.place, 0, std::max(0, count - 1));
    } else if (key.code == Code::Up || key.code == Code::WheelUp) {
        ui.row = std::max(0, ui.row - 1);
    } else if (key.code == Code::Down || key.code == Code::WheelDown) {
        ui.row = std::clamp(ui.row + 1, 0, std::max(0, count - 1));
    } else if (key.code == Code::Enter || key.code == Code::Row || c == U'j') {
        enter_room(step, model, Page::Join);
    } else if (c == U'w') {
        enter_room(step, model, Page::Watch);
    } else if (c == U'r') {
        ui.row = 0;
        ask_rooms(step, model, std::nullopt);
    } else if (c == U'm' && model.rooms && model.rooms->next) {
        ui.row = 0;
        ask_rooms(step, model, model.rooms->next);
    }
}

} // namespace

void focus(UiState& ui, Field field) {
    const std::vector<Field> fields = fields_of(ui);
    ui.row = static_cast<int>(std::find(fields.begin(), fields.end(), field) - fields.begin());
}

void update_page(Step& step, const Key& key, const Model& model) {
    if (step.ui.page == Page::Menu)
        update_menu(step, key, model);
    else if (step.ui.page == Page::Rooms)
        update_rooms(step, key, model);
    else
        update_form(step, key, model);
}

} // namespace jaipur::client::screen
