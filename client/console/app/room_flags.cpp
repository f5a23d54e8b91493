#include "client/console/app/room_flags.hpp"

#include "client/console/app/environment.hpp"
#include "client/console/translation.hpp"

#include <CLI/CLI.hpp>

namespace jaipur::client::app {

static constexpr const char* password_variable = "JAIPUR_PASSWORD";

void RoomFlags::set(const command::RoomOption& option, const std::string& value,
                    const std::string& given_as) {
    if (!option.set(room_, value))
        throw CLI::ValidationError(given_as, _("expected {0}", option.expected));
}

void RoomFlags::take_password_from_environment() {
    const std::string value = variable(password_variable);
    if (!value.empty() && !room_.password)
        set(*command::room_option("password"), value, password_variable);
}

void RoomFlags::add_all(CLI::App& app) {
    for (const command::RoomOption& option : command::room_options())
        add(app, option, option.help);
}

void RoomFlags::add(CLI::App& app, std::string_view word, const std::string& help) {
    add(app, *command::room_option(word), help);
}

void RoomFlags::add(CLI::App& app, const command::RoomOption& option, const std::string& help) {
    const std::string flag = "--" + std::string(option.word);
    const auto take = [this, &option, flag](const std::string& value) {
        set(option, value, flag);
        clock_ = clock_ || option.word == "clock";
        patience_ = patience_ || option.word == "patience";
        if (clock_ && patience_)
            throw CLI::ValidationError(flag, command::clock_or_patience());
    };
    if (option.value.empty()) {
        app.add_flag_callback(flag, [take] { take(""); }, help);
        return;
    }
    CLI::Option* added = app.add_option_function<std::string>(flag, take, help);
    added->type_name(std::string(option.value))->default_str(option.initial);
    if (option.word == "password") // not `envname`, which is read whatever the command
        added->type_name(std::string(option.value) + " (Env:" + password_variable + ")");
}

} // namespace jaipur::client::app
