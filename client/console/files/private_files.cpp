#include "client/console/files/private_files.hpp"

#include "client/console/files/descriptor.hpp"
#include "protocol/fair.hpp"
#include "protocol/hash.hpp"
#include "protocol/text.hpp"

#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <span>
#include <sys/stat.h>

namespace jaipur::client::files {

namespace fs = std::filesystem;

fs::path state_directory(std::string_view folder) {
    if (const char* state = std::getenv("XDG_STATE_HOME"); state && state[0] == '/')
        return fs::path(state) / "jaipur" / folder;
    if (const char* home = std::getenv("HOME"); home && home[0] == '/')
        return fs::path(home) / ".local" / "state" / "jaipur" / folder;
    return {};
}

std::string file_part(std::string_view text) {
    std::string result;
    for (const char c : text) {
        const bool plain = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') ||
                           (c >= 'a' && c <= 'z') || c == '-' || (c == '.' && !result.empty());
        result +=
            plain ? std::string(1, c) : "_" + protocol::upper_hex(static_cast<unsigned char>(c), 2);
    }
    return result.substr(0, longest_part);
}

std::string short_hash(std::string_view text) {
    return protocol::hex(protocol::sha256(std::span(
                             reinterpret_cast<const std::uint8_t*>(text.data()), text.size())))
        .substr(0, 16);
}

std::optional<fs::path> make_private(const fs::path& directory) {
    std::error_code ignored;
    fs::create_directories(directory.parent_path().parent_path(), ignored);
    for (const fs::path& one : {directory.parent_path(), directory})
        if (::mkdir(one.c_str(), 0700) != 0 && (errno != EEXIST || ::chmod(one.c_str(), 0700) != 0))
            return one;
    return std::nullopt;
}

std::optional<std::string> read_private(const fs::path& path) {
    constexpr std::size_t largest_file = 16 << 10;
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
    auto text = file < 0 ? std::nullopt : read_all(file, largest_file);
    if (text && text->size() > largest_file)
        return std::nullopt;
    return text;
}

bool write_private(const fs::path& path, std::string_view text) {
    fs::path temporary = path;
    temporary += ".new";
    ::unlink(temporary.c_str());
    const Descriptor file(
        ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600));
    if (file < 0)
        return false;
    if (write_all(file, text) && ::fsync(file) == 0 &&
        ::rename(temporary.c_str(), path.c_str()) == 0)
        return true;
    const int why = errno;
    ::unlink(temporary.c_str());
    errno = why;
    return false;
}

} // namespace jaipur::client::files
