// What the menu and its forms contain.
#include "client/console/screen/ui.hpp"
#include "client/console/translation.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <tuple>

namespace jaipur::client::screen {

namespace {

using protocol::ClockOptions;
using protocol::CreateOptions;
using protocol::SpectatorMode;

// Seconds per match and per move, from none to slow.
constexpr std::array clocks{
    std::optional<ClockOptions>{},          std::optional<ClockOptions>{{60, 3}},
    std::optional<ClockOptions>{{120, 5}},  std::optional<ClockOptions>{{300, 5}},
    std::optional<ClockOptions>{{600, 10}}, std::optional<ClockOptions>{{1200, 20}},
    std::optional<ClockOptions>{{3600, 0}},
};

constexpr std::array graces{30, 60, 120, 300, 600, 1800, 3600};

// From a minute to 30 days.
constexpr std::array patiences{60,    120,   300,    600,    1200,   3600,
                               14400, 86400, 259200, 604800, 2592000};

int clamp(int value, protocol::Bounds bounds) {
    return std::clamp(value, bounds.min, bounds.max);
}

// The next of `values` above or below `current`, which may lie between them.
template <class Values, class T, class Order = std::identity>
T stepped(const Values& values, const T& current, int step, Order order = {}) {
    T result = current;
    if (step > 0) {
        for (const T& value : values)
            if (order(value) > order(current))
                return value;
    } else {
        for (const T& value : values)
            if (order(value) < order(current))
                result = value;
    }
    return result;
}

// In the order of the menu.
const std::array forms{
    PageForm{Page::Bot,
             U'b',
             mark("Play against the bot"),
             p_mark("a key", "play"),
             {Field::Name, Field::Level, Field::Seals, Field::Clock}},
    PageForm{Page::NewRoom,
             U'o',
             mark("Open a room for a friend"),
             p_mark("a key", "open the room"),
             {Field::Name, Field::Visibility, Field::Password, Field::Seals, Field::Clock,
              Field::Patience, Field::Grace, Field::Chat, Field::Spectators}},
    PageForm{Page::Join,
             U'j',
             mark("Join a room by its code or link"),
             p_mark("a key", "join"),
             {Field::Name, Field::Code, Field::Password}},
    PageForm{Page::Quick,
             U'f',
             mark("Find an opponent"),
             p_mark("a key", "find one"),
             {Field::Name, Field::Clock}},
    PageForm{Page::Rooms, U'p', mark("Public rooms"), "", {}},
    PageForm{Page::Watch,
             U'w',
             mark("Watch a match"),
             p_mark("a key", "watch"),
             {Field::Code, Field::Name, Field::Password}},
    PageForm{Page::Server, 0, "", p_mark("a key", "go on"), {Field::ServerPassword}},
};

} // namespace

std::vector<MenuEntry> menu_entries(const UiState& ui, const Model& model) {
    constexpr std::size_t few = 3, most = 9; // each has a digit
    std::vector<MenuEntry> entries;
    const std::vector<KeptSeat> kept = seats_to_offer(model);
    const std::size_t shown = std::min(kept.size(), ui.all_seats_shown ? most : few);
    for (std::size_t i = 0; i < shown; ++i) {
        const KeptSeat& seat = kept[i];
        entries.push_back({static_cast<char32_t>(U'1' + i),
                           seat.room.empty() ? _("Find the seat you asked for as {0}", seat.name)
                                             : _("Return to room {0} as {1}", seat.room, seat.name),
                           ResumeSeat{seat}});
    }
    if (shown < kept.size() && !ui.all_seats_shown)
        entries.push_back(
            {U'm', n_("{0} more seat", "{0} more seats", kept.size() - shown), ShowAllSeats{}});
    for (const PageForm& form : forms)
        if (form.letter != 0)
            entries.push_back({form.letter, _(form.title), form.page});
    entries.push_back({U's', _("Plain mode, for screen readers"), UsePlainMode{}});
    entries.push_back({U'?', _("How to play"), OpenHelp{}});
    entries.push_back({U'q', p_("the menu", "Quit"), Quit{}});
    return entries;
}

const PageForm& form_of(Page page) {
    return *std::ranges::find(forms, page, &PageForm::page);
}

std::vector<Field> fields_of(const UiState& ui) {
    if (ui.page == Page::Menu)
        return {};
    std::vector<Field> fields = form_of(ui.page).fields;
    if (ui.form.options.clock)
        std::erase(fields, Field::Patience);
    if (ui.page == Page::NewRoom && ui.form.options.spectators == SpectatorMode::Open &&
        !ui.form.options.is_public)
        fields.push_back(Field::Delay);
    return fields;
}

bool is_secret(Field field) {
    return field == Field::Password || field == Field::ServerPassword;
}

bool is_typed(Field field) {
    return field == Field::Name || field == Field::Code || is_secret(field);
}

void forget_password(UiState& ui) {
    ui.form.password = ui.form.server_password = {};
    ui.password_shown = false;
}

LineEdit* typed_field(FormValues& form, Field field) {
    return field == Field::Name             ? &form.name
           : field == Field::Code           ? &form.code
           : field == Field::Password       ? &form.password
           : field == Field::ServerPassword ? &form.server_password
                                            : nullptr;
}

// Before the shortest delay comes none.
std::optional<int> stepped_delay(std::optional<int> delay, int step) {
    const int next = delay.value_or(protocol::delay_bounds.min - 1) + step;
    if (next < protocol::delay_bounds.min)
        return std::nullopt;
    return std::min(next, protocol::delay_bounds.max);
}

namespace {

// For an enum with three values: the next one, or the one before, in a circle.
template <class Choice>
Choice stepped_of_three(Choice choice, int step) {
    return static_cast<Choice>((static_cast<int>(choice) + step + 3) % 3);
}

} // namespace

protocol::ChatFrom stepped_chat(protocol::ChatFrom from, int step) {
    return stepped_of_three(from, step);
}

std::string chosen_level(const CreateOptions& options) {
    return options.bot.value_or(std::string(protocol::default_bot));
}

std::string stepped_level(std::string_view level, int step) {
    const auto& levels = protocol::bot_levels;
    return std::string(stepped(levels, level, step, [&](std::string_view each) {
        return std::ranges::find(levels, each) - levels.begin();
    }));
}

void change_field(CreateOptions& options, Field field, int step) {
    switch (field) {
    case Field::Visibility:
        options.is_public = !options.is_public;
        break;
    case Field::Level:
        options.bot = stepped_level(chosen_level(options), step);
        break;
    case Field::Spectators:
        options.spectators = stepped_of_three(options.spectators, step);
        break;
    case Field::Chat:
        options.chat = stepped_chat(options.chat, step);
        break;
    case Field::Delay:
        options.delay = stepped_delay(options.delay, step);
        break;
    case Field::Clock:
        options.clock = stepped(clocks, options.clock, step, [](const auto& clock) {
            return clock ? std::tuple(clock->initial, clock->increment) : std::tuple(0, -1);
        });
        break;
    case Field::Seals:
        options.seals = clamp(options.seals + step, protocol::seals_bounds);
        break;
    case Field::Patience:
        options.patience = stepped(patiences, options.patience, step);
        break;
    case Field::Grace:
        options.grace = stepped(graces, options.grace, step);
        break;
    case Field::Name:
    case Field::Code:
    case Field::Password:
    case Field::ServerPassword:
        break;
    }
}

} // namespace jaipur::client::screen
