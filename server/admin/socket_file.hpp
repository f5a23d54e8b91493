// The place of a Unix socket in the file system: claimed by one server at a time, accessible only
// to its user, and removed with its owner.
#pragma once

#include <boost/asio/local/stream_protocol.hpp>

#include <cstdint>
#include <filesystem>
#include <string>

namespace jaipur::server::admin {

// Throws std::runtime_error, which says what is wrong with the path, as all of these do.
boost::asio::local::stream_protocol::endpoint endpoint_of(const std::filesystem::path& path);

class SocketFile {
  public:
    // Claims the path: replaces what a server that no longer runs has left there, and nothing else.
    explicit SocketFile(std::filesystem::path path);
    // Removes the socket, unless it is another one by now.
    ~SocketFile();
    SocketFile(const SocketFile&) = delete;
    SocketFile& operator=(const SocketFile&) = delete;

    // Binds it to the path; only its owner can connect.
    void bind(int socket);

  private:
    const std::filesystem::path path_, lock_path_;
    int lock_ = -1;
    std::uint64_t device_ = 0, inode_ = 0; // of the socket, once it is bound
};

} // namespace jaipur::server::admin
