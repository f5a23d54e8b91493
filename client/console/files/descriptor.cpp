#include "client/console/files/descriptor.hpp"

#include <algorithm>
#include <cerrno>
#include <sys/epoll.h>

namespace jaipur::client::files {

std::optional<std::string> read_all(int descriptor, std::size_t most) {
    std::string text;
    char bytes[16384];
    while (text.size() <= most) {
        const std::size_t room = std::min(sizeof bytes, most + 1 - text.size());
        const ::ssize_t count = ::read(descriptor, bytes, room);
        if (count < 0 && errno != EINTR)
            return std::nullopt;
        if (count == 0)
            break;
        if (count > 0)
            text.append(bytes, static_cast<std::size_t>(count));
    }
    return text;
}

bool write_all(int descriptor, std::string_view text) {
    while (!text.empty()) {
        const ::ssize_t count = ::write(descriptor, text.data(), text.size());
        if (count < 0 && errno != EINTR)
            return false;
        if (count > 0)
            text.remove_prefix(static_cast<std::size_t>(count));
    }
    return true;
}

int watch_input(int descriptor) {
    const int watch = ::epoll_create1(EPOLL_CLOEXEC);
    ::epoll_event input{};
    input.events = EPOLLIN;
    if (watch < 0 || ::epoll_ctl(watch, EPOLL_CTL_ADD, descriptor, &input) == 0)
        return watch;
    ::close(watch);
    return -1;
}

} // namespace jaipur::client::files
