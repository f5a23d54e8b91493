#include "server/admin/socket_file.hpp"

#include <cerrno>
#include <fcntl.h>
#include <stdexcept>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace jaipur::server::admin {

namespace {

namespace fs = std::filesystem;
using Endpoint = boost::asio::local::stream_protocol::endpoint;

constexpr mode_t owner_file = 0600;
constexpr mode_t others_and_execute = 0177;

[[noreturn]] void fail(const fs::path& path, const std::string& what) {
    throw std::runtime_error(path.string() + ": " + what);
}

[[noreturn]] void fail_with_reason(const fs::path& path, const std::string& what, int error) {
    fail(path, what + ": " + std::system_category().message(error));
}

// Whether somebody listens there. A socket without a listener refuses at once.
bool is_live(const Endpoint& endpoint) {
    const int probe = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    const bool refused = probe < 0 || (::connect(probe, endpoint.data(),
                                                 static_cast<socklen_t>(endpoint.size())) != 0 &&
                                       errno == ECONNREFUSED);
    if (probe >= 0)
        ::close(probe);
    return !refused;
}

} // namespace

Endpoint endpoint_of(const fs::path& path) {
    constexpr std::size_t most = sizeof(sockaddr_un::sun_path) - 1;
    if (path.native().empty() || path.native().size() > most)
        fail(path, "a Unix socket's path must have 1 to " + std::to_string(most) +
                       " bytes; choose another one with --admin-socket");
    return Endpoint(path.native());
}

// Two servers that start at the same moment must not both replace an old socket, so they agree by a
// lock. Its file stays: removing it would let two servers lock different files.
SocketFile::SocketFile(fs::path path)
    : path_(std::move(path)), lock_path_(path_.string() + ".lock") {
    const Endpoint endpoint = endpoint_of(path_);
    lock_ = ::open(lock_path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, owner_file);
    if (lock_ < 0)
        fail_with_reason(lock_path_, "can't create", errno);
    const auto refuse = [&](const std::string& why) {
        ::close(lock_);
        fail(path_, why);
    };
    if (::flock(lock_, LOCK_EX | LOCK_NB) != 0)
        refuse("another server uses this socket");
    struct stat there{};
    if (::lstat(path_.c_str(), &there) != 0)
        return;
    if (!S_ISSOCK(there.st_mode))
        refuse("exists and isn't a socket");
    if (is_live(endpoint))
        refuse("another program listens on this socket");
    ::unlink(path_.c_str());
}

void SocketFile::bind(int socket) {
    const Endpoint endpoint = endpoint_of(path_);
    // From its first moment on, nobody else may connect. The process has other threads, but they
    // create private files only.
    const mode_t before = ::umask(others_and_execute);
    const int failed = ::bind(socket, endpoint.data(), static_cast<socklen_t>(endpoint.size()));
    const int error = errno;
    ::umask(before);
    if (failed != 0)
        fail_with_reason(path_, "can't create this socket", error);
    struct stat made{};
    if (::lstat(path_.c_str(), &made) == 0) {
        device_ = made.st_dev;
        inode_ = made.st_ino;
    }
}

SocketFile::~SocketFile() {
    struct stat there{};
    if (inode_ != 0 && ::lstat(path_.c_str(), &there) == 0 && there.st_dev == device_ &&
        there.st_ino == inode_)
        ::unlink(path_.c_str());
    ::close(lock_);
}

} // namespace jaipur::server::admin
