#include "server/shell/private_options.hpp"

#include "protocol/text.hpp"
#include "server/shell/endpoint.hpp"
#include "server/shell/first_line.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <functional>
#include <map>
#include <stdexcept>
#include <string_view>

namespace jaipur::server::shell {

namespace {

using core::Access;

void add_access(CLI::App& app, const std::string& name, Access& access, const std::string& help) {
    static const std::map<std::string, Access> values{{"everyone", Access::Everyone},
                                                      {"invited", Access::Invited}};
    app.add_option_function<std::string>(
           name, [&access](const std::string& text) { access = values.at(text); }, help)
        ->check(CLI::IsMember(values).description(""))
        ->type_name("WHO")
        ->default_str("everyone");
}

// "https://example.org" or "http://192.168.1.5:7777": no path, no slash at its end.
bool is_url(std::string_view text) {
    const auto scheme = text.find("://");
    if (scheme == std::string_view::npos ||
        (text.substr(0, scheme) != "http" && text.substr(0, scheme) != "https"))
        return false;
    const auto host = text.substr(scheme + 3);
    constexpr protocol::Bounds host_and_port{1, 261};
    return is_host_and_port(host) &&
           protocol::is_fit_to_show(host, host_and_port) && // `invite` prints it
           host.find_first_of("/?#@ \t,\"<>") == std::string_view::npos;
}

// Nobody could type it, or would see why it is another one. Empty: it is a good password.
std::string_view objection_to(std::string_view password) {
    const auto points = protocol::code_points(password);
    if (!points || !protocol::is_password(password))
        return "be a password of 1 to 64 characters";
    const auto controls = [](char32_t c) { return c < 0x20 || (c >= 0x7F && c < 0xA0); };
    if (std::ranges::any_of(*points, controls))
        return "have no control characters";
    if (protocol::is_blank(points->front()) || protocol::is_blank(points->back()))
        return "neither begin nor end with a blank";
    return {};
}

} // namespace

std::string read_server_password(const std::filesystem::path& file) {
    std::string line = first_line_of(file);
    if (const auto wrong = objection_to(line); !wrong.empty())
        throw std::runtime_error(file.string() + ": its first line must " + std::string(wrong));
    return line;
}

void add_private_options(CLI::App& app, Serve& serve) {
    add_access(app, "--admit", serve.privacy.may_enter,
               "who may enter rooms: everyone, or invited: only people with the server's password "
               "or a link from `admin invite`");
    add_access(app, "--open-rooms", serve.privacy.may_open,
               "who may open rooms: everyone or invited. Others can still join with a room's code "
               "or link");
    app.add_option_function<std::string>(
           "--server-password-file",
           [&serve](const std::string& file) { serve.password_file = file; },
           "the first line of this file is the server's password: everybody who knows it is "
           "invited")
        ->type_name("FILE");
    app.add_option_function<std::string>(
           "--public-url", [&serve](const std::string& url) { serve.public_url = url; },
           "the server's public address, for links from `admin invite`; by default, the host of "
           "--tls-cert or the address of --listen")
        ->check([](const std::string& text) -> std::string {
            return is_url(text) ? ""
                                : "expected http:// or https:// and a host, such as "
                                  "https://jaipur.example.org";
        })
        ->type_name("URL");
}

} // namespace jaipur::server::shell
