#include "server/shell/passed_socket.hpp"

#include "server/log/log.hpp"

#include <boost/system/system_error.hpp>

#include <cerrno>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <fcntl.h>
#include <optional>
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

// The variables are for this process only, not for others that it starts or was started by.
std::int64_t count_passed() {
    const bool for_us = number_in("LISTEN_PID") == ::getpid();
    const std::int64_t count = for_us ? number_in("LISTEN_FDS") : 0;
    for (const char* variable : {"LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"})
        ::unsetenv(variable);
    return count;
}

std::optional<int> passed_socket() {
    const std::int64_t count = count_passed();
    if (count <= 0)
        return std::nullopt;
    if (count > 1) {
        log::error("too many sockets passed", {{"sockets", count}});
        throw boost::system::system_error(EINVAL, boost::system::system_category());
    }
    ::fcntl(first_passed, F_SETFD, FD_CLOEXEC);
    return first_passed;
}

} // namespace

net::Listener make_listener(const net::Executor& executor, const Endpoint& endpoint) {
    if (const auto socket = passed_socket())
        return {executor, *socket};
    return {executor, endpoint};
}

} // namespace jaipur::server::shell
