// The commands of the command line, such as `join`, and what each begins with.
#pragma once

#include "client/console/app/options.hpp"
#include "client/console/app/room_flags.hpp"
#include "client/console/translation.hpp"

#include <CLI/CLI.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace jaipur::client::app {

// What CLI11 fills in before a command's callback makes `Options` of it.
struct Raw {
    explicit Raw(Options& options) : new_room(options.new_room) {}

    RoomFlags new_room;
    std::string room, room_server, replay, games;
    std::optional<std::string> kept_room, save, program;
    bool plain = false, full_screen = false;
    LanguageChoice language; // it is spoken already
    CLI::Option *server = nullptr, *name = nullptr;
};

// `app`, `options` and `raw` must outlive the parsing.
void add_commands(CLI::App& app, Options& options, Raw& raw, const Ask& ask);

// Nothing: the room isn't named.
std::optional<Options::Start> joining(const NamedRoom& named,
                                      const std::optional<std::string>& password);

template <class Value, class Parsed>
CLI::Option* add_choice(CLI::App& app, const std::string& name, Value& value,
                        std::optional<Parsed> (*parse)(std::string_view),
                        const std::string& expected, const std::string& help) {
    const auto set = [&value, parse, name, expected](const std::string& given) {
        const auto parsed = parse(given);
        if (!parsed)
            throw CLI::ValidationError(name, _("expected {0}", expected));
        value = *parsed;
    };
    return app.add_option_function<std::string>(name, set, help);
}

} // namespace jaipur::client::app
