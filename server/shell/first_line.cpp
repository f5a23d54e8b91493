#include "server/shell/first_line.hpp"

#include "protocol/text.hpp"
#include "server/store/files.hpp"

#include <array>
#include <cerrno>
#include <cstddef>
#include <fcntl.h>
#include <stdexcept>
#include <system_error>
#include <unistd.h>

namespace jaipur::server::shell {

namespace {

constexpr std::size_t most_read = 4096;

} // namespace

// Waits for data from a pipe that somebody has opened, but not for somebody to open it: that would
// block the whole server when SIGHUP makes it read the file again.
std::string first_line_of(const std::filesystem::path& file) {
    const store::Descriptor opened(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    ssize_t count = opened ? ::fcntl(opened.number(), F_SETFL, 0) : -1;
    std::string text;
    std::array<char, 512> part{};
    do {
        if (count >= 0)
            count = ::read(opened.number(), part.data(), part.size());
        if (count < 0)
            throw std::runtime_error(file.string() + ": " + std::generic_category().message(errno));
        text.append(part.data(), static_cast<std::size_t>(count));
    } while (count > 0 && text.find('\n') == std::string::npos && text.size() < most_read);
    return std::string(protocol::first_line(text));
}

} // namespace jaipur::server::shell
