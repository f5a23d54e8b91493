#include "server/shell/reload.hpp"

#include "server/log/log.hpp"
#include "server/shell/limit_options.hpp"
#include "server/shell/server.hpp"

#include <algorithm>
#include <array>
#include <exception>
#include <sstream>
#include <string_view>
#include <typeinfo>

namespace jaipur::server::shell {

namespace {

// Besides limits. Server::reload takes over their values.
constexpr std::array<std::string_view, 9> changing{
    "admit",  "allow-origin",         "log-level",    "no-limits", "open-rooms", "public-url",
    "retain", "server-password-file", "trusted-proxy"};

bool same_values(const Setting& one, const Setting& other) {
    return std::ranges::equal(one.values, other.values, {}, &Setting::Value::text,
                              &Setting::Value::text);
}

// "retain = 90, rooms = 5"
void list(std::string& text, const Setting& setting) {
    text += (text.empty() ? "" : ", ") + setting.name + " =";
    for (const auto& value : setting.values)
        text += " " + shown(setting.name, value.text);
}

} // namespace

bool changes_while_running(const std::string& setting) {
    return std::ranges::find(changing, setting) != changing.end() ||
           limit_changes_while_running(setting);
}

Changes Reloader::take_over(const Settings& wanted) {
    Changes changes;
    for (const Setting& setting : wanted) {
        const auto running = std::ranges::find(running_, setting.name, &Setting::name);
        if (running == running_.end() || same_values(*running, setting))
            continue;
        if (!changes_while_running(setting.name)) {
            list(changes.after_restart, setting);
            continue;
        }
        list(changes.taken_over, setting);
        *running = setting;
    }
    return changes;
}

void Reloader::reload(Server& server) noexcept {
    try {
        reload_from(read_(), server);
    } catch (const std::exception& error) {
        log::error("reloading failed", {{"type", typeid(error).name()}});
    }
}

void Reloader::reload_from(const Parsed& parsed, Server& server) {
    if (const auto* wrong = std::get_if<ExitWith>(&parsed.options)) {
        std::istringstream lines(wrong->text);
        for (std::string line; std::getline(lines, line);)
            log::error("not reloaded", {{"what", line}});
        return;
    }
    for (const std::string& warning : parsed.warnings)
        log::warning("environment", {{"what", warning}});
    const auto& wanted = std::get<Serve>(parsed.options);
    // The running server has them, whatever the options say now.
    if (const auto objection = objection_to_threads(wanted); server.has_threads() && objection)
        return log::error("not reloaded", {{"what", *objection}});
    server.reload(wanted);
    const auto [taken_over, after_restart] = take_over(parsed.settings);
    log::info("reloaded", {{"changed", taken_over}});
    if (!after_restart.empty())
        log::warning("restart the server to change this", {{"settings", after_restart}});
}

} // namespace jaipur::server::shell
