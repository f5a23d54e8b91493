// Which language the user wants. Pure.
#pragma once

#include "client/console/translation.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace jaipur::client::app {

// The value of an option or setting: "de", or "auto" for the language of the environment.
struct LanguageChoice {
    std::optional<Language> language; // none: auto
    friend bool operator==(const LanguageChoice&, const LanguageChoice&) = default;
};

std::optional<LanguageChoice> parse_language(std::string_view text);

// The command line wins over JAIPUR_LANGUAGE, and that over the setting; then come LC_ALL,
// LC_MESSAGES and LANG. It reads the command line itself, because the help must be in the language
// as well; an invalid value is reported later.
Language wanted_language(int argc, const char* const* argv,
                         const std::optional<LanguageChoice>& setting,
                         const std::function<std::string(const char*)>& variable);

} // namespace jaipur::client::app
