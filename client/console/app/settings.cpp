#include "client/console/app/settings.hpp"

#include "client/console/address.hpp"
#include "client/console/files/descriptor.hpp"
#include "client/console/safe_text.hpp"
#include "client/console/translation.hpp"
#include "protocol/text.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <utility>

namespace jaipur::client::app {

namespace {

constexpr std::size_t largest_file = 64 << 10;

template <class Value>
bool keep(std::optional<Value>& setting, std::optional<Value> value) {
    if (value)
        setting = std::move(value);
    return value.has_value();
}

struct Key {
    std::string_view name;
    const char* expected;
    bool (*set)(Settings& settings, std::string_view value); // false: not a value
};

constexpr std::array keys{
    Key{"name", mark("a name of 1 to 20 characters"),
        [](Settings& settings, std::string_view value) {
            settings.name = std::string(value);
            return protocol::is_name(value) || (settings.name.reset(), false);
        }},
    Key{"server", mark("an address such as 192.168.1.20:7777 or https://jaipur.example"),
        [](Settings& settings, std::string_view value) {
            settings.server = std::string(value);
            return parse_address(value) || (settings.server.reset(), false);
        }},
    Key{"ca", mark("a file of certificates"),
        [](Settings& settings, std::string_view value) {
            settings.ca = std::string(value);
            return !value.empty() || (settings.ca.reset(), false);
        }},
    Key{"plain", mark("on or off"),
        [](Settings& settings, std::string_view value) {
            return keep(settings.plain, parse_switch(value));
        }},
    Key{"notify", mark("none, or some of bell, title and desktop"),
        [](Settings& settings, std::string_view value) {
            return keep(settings.notify, parse_notify(value));
        }},
    Key{"theme", mark("auto, dark, light or none"),
        [](Settings& settings, std::string_view value) {
            return keep(settings.theme, parse_theme(value));
        }},
    Key{"language", mark("auto, en, de, es or fr"),
        [](Settings& settings, std::string_view value) {
            return keep(settings.language, parse_language(value));
        }},
    Key{"mouse", mark("on or off"),
        [](Settings& settings, std::string_view value) {
            return keep(settings.mouse, parse_switch(value));
        }},
};

std::string names_of_keys() {
    std::string names;
    for (const Key& key : keys)
        names += (names.empty() ? "" : ", ") + std::string(key.name);
    return names;
}

// Sets what the line says, or returns what is wrong with it.
std::string read_line(std::string_view line, Settings& settings) {
    line = trimmed(line.substr(0, line.find('#')));
    if (line.empty())
        return {};
    const auto equals = line.find('=');
    if (equals == std::string_view::npos)
        return _("write a setting as: name = value");
    const std::string name = lower(trimmed(line.substr(0, equals)));
    const std::string_view value = trimmed(line.substr(equals + 1));
    for (const Key& key : keys)
        if (key.name == name)
            return key.set(settings, value) ? ""
                                            : _("{0} can't be \"{1}\": expected {2}", name,
                                                safe(value, 40), _(key.expected));
    return _("there is no setting \"{0}\": the settings are {1}", safe(name, 40), names_of_keys());
}

template <class Value, std::size_t Size>
std::optional<Value>
value_named(std::string_view text,
            const std::array<std::pair<std::string_view, Value>, Size>& names) {
    const std::string wanted = lower(text);
    for (const auto& [name, value] : names)
        if (name == wanted)
            return value;
    return std::nullopt;
}

} // namespace

std::optional<Theme> parse_theme(std::string_view text) {
    return value_named<Theme, 4>(text, {{{"auto", Theme::Auto},
                                         {"dark", Theme::Dark},
                                         {"light", Theme::Light},
                                         {"none", Theme::None}}});
}

std::optional<bool> parse_switch(std::string_view text) {
    return value_named<bool, 6>(text, {{{"on", true},
                                        {"off", false},
                                        {"yes", true},
                                        {"no", false},
                                        {"true", true},
                                        {"false", false}}});
}

Settings parse_settings(std::string_view text, const std::string& file) {
    Settings settings;
    for (int number = 1; !text.empty(); ++number) {
        const auto end = std::min(text.find('\n'), text.size());
        if (const std::string wrong = read_line(text.substr(0, end), settings); !wrong.empty())
            settings.warnings.push_back(_("{0}, line {1}: {2}.", file, number, wrong));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return settings;
}

std::filesystem::path settings_path() {
    namespace fs = std::filesystem;
    if (const char* config = std::getenv("XDG_CONFIG_HOME"); config && config[0] == '/')
        return fs::path(config) / "jaipur" / "settings";
    if (const char* home = std::getenv("HOME"); home && home[0] == '/')
        return fs::path(home) / ".config" / "jaipur" / "settings";
    return {};
}

Settings read_settings() {
    const std::filesystem::path path = settings_path();
    if (path.empty())
        return {};
    const files::Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (file < 0 && (errno == ENOENT || errno == ENOTDIR))
        return {};
    const auto text = file < 0 ? std::nullopt : files::read_all(file, largest_file);
    const std::string shown = safe(path.string());
    if (!text) {
        Settings none;
        none.warnings.push_back(_("{0} can't be read: {1}.", shown, std::strerror(errno)));
        return none;
    }
    return parse_settings(*text, shown);
}

} // namespace jaipur::client::app
