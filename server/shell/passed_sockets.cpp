#include "server/shell/passed_sockets.hpp"

#include "server/log/log.hpp"

#include <boost/system/system_error.hpp>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <fcntl.h>
#include <string>
#include <string_view>
#include <unistd.h>

namespace jaipur::server::shell {

namespace {

constexpr int first_passed = 3; // SD_LISTEN_FDS_START

std::int64_t number_in(const char* variable) {
    const char* const text = std::getenv(variable);
    std::int64_t number = 0;
    if (text) {
        const std::string_view digits = text;
        std::from_chars(digits.data(), digits.data() + digits.size(), number);
    }
    return number;
}

// The next of names that are separated by colons.
std::string_view take_name(std::string_view& names) {
    const std::string_view name = names.substr(0, names.find(':'));
    names.remove_prefix(std::min(names.size(), name.size() + 1));
    return name;
}

} // namespace

PassedSockets::PassedSockets() {
    const bool for_us = number_in("LISTEN_PID") == ::getpid();
    const std::int64_t count = for_us ? number_in("LISTEN_FDS") : 0;
    const char* const variable = std::getenv("LISTEN_FDNAMES");
    const std::string all_names = variable ? variable : "";
    std::string_view names = all_names;
    // The variables are for this process only, not for those that it starts.
    for (const char* taken : {"LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"})
        ::unsetenv(taken);
    for (std::int64_t number = 0; number < count; ++number) {
        auto& socket = take_name(names) == "redirect" ? redirect_ : game_;
        if (socket) {
            log::error("too many sockets passed", {{"sockets", count}});
            throw boost::system::system_error(EINVAL, boost::system::system_category());
        }
        socket = first_passed + static_cast<int>(number);
        ::fcntl(*socket, F_SETFD, FD_CLOEXEC);
    }
}

net::Listener PassedSockets::listen(const net::Executor& executor, const Endpoint& endpoint) const {
    if (game_)
        return {executor, *game_};
    return {executor, endpoint};
}

std::optional<net::Listener>
PassedSockets::redirect(const net::Executor& executor,
                        const std::optional<Endpoint>& endpoint) const {
    if (redirect_)
        return net::Listener(executor, *redirect_);
    if (endpoint)
        return net::Listener(executor, *endpoint);
    return std::nullopt;
}

void PassedSockets::warn_of_unused_redirect() const {
    if (redirect_)
        log::warning("nobody answers on the socket `redirect`: the server doesn't use TLS");
}

} // namespace jaipur::server::shell
