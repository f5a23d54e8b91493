// The user's settings file: one `name = value` per line. It must not know where the values are
// used.
#pragma once

#include "client/console/app/attention.hpp"
#include "client/console/app/language.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace jaipur::client::app {

enum class Theme : std::uint8_t { Auto, Dark, Light, None };

// Values of the options and of the file.
std::optional<Theme> parse_theme(std::string_view text);
std::optional<bool> parse_switch(std::string_view text); // "on" or "off"

struct Settings {
    std::optional<std::string> name, server, ca;
    std::optional<bool> plain, mouse;
    std::optional<Notify> notify;
    std::optional<Theme> theme;
    std::optional<LanguageChoice> language;
    std::vector<std::string> warnings; // about lines that were skipped, in sentences
};

Settings parse_settings(std::string_view text, const std::string& file);

// Of the file below; without one, or if it can't be read, there are no settings, maybe a warning.
Settings read_settings();
// $XDG_CONFIG_HOME/jaipur/settings, else ~/.config/jaipur/settings; empty without a home.
std::filesystem::path settings_path();

} // namespace jaipur::client::app
