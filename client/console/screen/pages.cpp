// What the menu and its forms contain.
#include "client/console/screen/ui.hpp"

#include <algorithm>
#include <array>
#include <tuple>

namespace jaipur::client::screen {

namespace {

using protocol::ClockOptions;
using protocol::CreateOptions;
using protocol::SpectatorMode;

// Seconds for a match and for an action, from none to slow.
constexpr std::array clocks{
    std::optional<ClockOptions>{},          std::optional<ClockOptions>{{60, 3}},
    std::optional<ClockOptions>{{120, 5}},  std::optional<ClockOptions>{{300, 5}},
    std::optional<ClockOptions>{{600, 10}}, std::optional<ClockOptions>{{1200, 20}},
    std::optional<ClockOptions>{{3600, 0}},
};

constexpr std::array graces{30, 60, 120, 300, 600, 1800, 3600};

int clamp(int value, protocol::Bounds bounds) {
    return std::clamp(value, bounds.min, bounds.max);
}

// The next of `values` above or below `current`, which may lie between them.
template <class Values, class T, class Order>
T stepped(const Values& values, const T& current, int step, Order order) {
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

} // namespace

std::vector<MenuEntry> menu_entries(const Model& model) {
    std::vector<MenuEntry> entries;
    for (std::size_t i = 0; i < std::min<std::size_t>(model.kept.size(), 3); ++i)
        entries.push_back({static_cast<char32_t>(U'1' + i),
                           "Go back to room " + model.kept[i].room + " as " + model.kept[i].name,
                           ResumeSeat{model.kept[i]}});
    entries.push_back({U'b', "Play the bot", Page::Bot});
    entries.push_back({U'o', "Open a room for a friend", Page::NewRoom});
    entries.push_back({U'j', "Join a room by its code", Page::Join});
    entries.push_back({U'f', "Find an opponent", Page::Quick});
    entries.push_back({U'p', "Public rooms", Page::Rooms});
    entries.push_back({U'w', "Watch a match", Page::Watch});
    entries.push_back({U's', "Plain sentences, for screen readers", UsePlainMode{}});
    entries.push_back({U'?', "How to play", OpenHelp{}});
    entries.push_back({U'q', "Quit", Quit{}});
    return entries;
}

std::vector<Field> fields_of(const UiState& ui) {
    switch (ui.page) {
    case Page::Menu:
    case Page::Rooms:
        return {};
    case Page::Bot:
        return {Field::Name, Field::Seals, Field::Clock};
    case Page::Quick:
        return {Field::Name, Field::Clock};
    case Page::Join:
        return {Field::Name, Field::Code, Field::Password};
    case Page::Watch:
        return {Field::Code, Field::Name, Field::Password};
    case Page::NewRoom:
        break;
    }
    std::vector<Field> fields{Field::Name,  Field::Visibility, Field::Password,  Field::Seals,
                              Field::Clock, Field::Grace,      Field::Spectators};
    if (ui.form.options.spectators == SpectatorMode::Open)
        fields.push_back(Field::Delay);
    return fields;
}

bool is_typed(Field field) {
    return field == Field::Name || field == Field::Code || field == Field::Password;
}

void forget_password(UiState& ui) {
    ui.form.password = {};
    ui.password_shown = false;
}

LineEdit* typed_field(FormValues& form, Field field) {
    return field == Field::Name       ? &form.name
           : field == Field::Code     ? &form.code
           : field == Field::Password ? &form.password
                                      : nullptr;
}

void change_field(CreateOptions& options, Field field, int step) {
    const auto as_is = [](int value) { return value; };
    switch (field) {
    case Field::Visibility:
        options.is_public = !options.is_public;
        break;
    case Field::Spectators:
        options.spectators =
            static_cast<SpectatorMode>((static_cast<int>(options.spectators) + step + 3) % 3);
        break;
    case Field::Delay:
        options.delay = clamp(options.delay + step, protocol::delay_bounds);
        break;
    case Field::Clock:
        options.clock = stepped(clocks, options.clock, step, [](const auto& clock) {
            return clock ? std::tuple(clock->initial, clock->increment) : std::tuple(0, -1);
        });
        break;
    case Field::Seals:
        options.seals = clamp(options.seals + step, protocol::seals_bounds);
        break;
    case Field::Grace:
        options.grace = stepped(graces, options.grace, step, as_is);
        break;
    case Field::Name:
    case Field::Code:
    case Field::Password:
        break;
    }
}

} // namespace jaipur::client::screen
