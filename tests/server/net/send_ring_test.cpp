#include "server/net/send_ring.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <fcntl.h>
#include <filesystem>
#include <liburing.h>
#include <memory>
#include <string>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>
#include <vector>

namespace jaipur::server::net::test {

namespace {

namespace fs = std::filesystem;

std::vector<int> ring_descriptors() {
    std::vector<int> found;
    for (const auto& entry : fs::directory_iterator("/proc/self/fd")) {
        std::error_code gone; // that of the iterator itself
        if (fs::read_symlink(entry.path(), gone).string().find("io_uring") != std::string::npos)
            found.push_back(std::stoi(entry.path().filename()));
    }
    return found;
}

bool system_has_rings() {
    io_uring ring{};
    if (io_uring_queue_init(1, &ring, 0) != 0)
        return false;
    io_uring_queue_exit(&ring);
    return true;
}

// While it lives, no descriptor can be opened.
class NoDescriptors {
  public:
    NoDescriptors() {
        getrlimit(RLIMIT_NOFILE, &before_);
        const int lowest = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0);
        close(lowest);
        rlimit none = before_;
        none.rlim_cur = static_cast<rlim_t>(lowest);
        setrlimit(RLIMIT_NOFILE, &none);
    }

    NoDescriptors(const NoDescriptors&) = delete;
    NoDescriptors& operator=(const NoDescriptors&) = delete;

    ~NoDescriptors() { setrlimit(RLIMIT_NOFILE, &before_); }

  private:
    rlimit before_{};
};

class Pair {
  public:
    Pair() { REQUIRE(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends_.data()) == 0); }

    Pair(const Pair&) = delete;
    Pair& operator=(const Pair&) = delete;

    ~Pair() {
        close(ends_[0]);
        hang_up();
    }

    int socket() const { return ends_[0]; }

    void hang_up() {
        if (ends_[1] >= 0)
            close(ends_[1]);
        ends_[1] = -1;
    }

    void fill() const {
        const std::string much(4096, 'x');
        while (::send(ends_[0], much.data(), much.size(), MSG_DONTWAIT) > 0) {
        }
    }

    std::string received() const {
        std::array<char, 4096> buffer{};
        const auto count = recv(ends_[1], buffer.data(), buffer.size(), MSG_DONTWAIT);
        return {buffer.data(), static_cast<std::size_t>(std::max<ssize_t>(count, 0))};
    }

  private:
    std::array<int, 2> ends_{-1, -1};
};

void check_sending(SendRing& ring) {
    std::vector<Pair> pairs(SendRing::most);
    constexpr std::size_t full = 3, gone = 5;
    pairs[full].fill();
    pairs[gone].hang_up();
    for (int round = 0; round < 3; ++round) { // the ring's entries are used again
        std::vector<std::string> texts;
        for (std::size_t i = 0; i < pairs.size(); ++i)
            texts.push_back("round " + std::to_string(round) + " for " + std::to_string(i));
        std::vector<SendRing::Piece> pieces;
        for (std::size_t i = 0; i < pairs.size(); ++i)
            pieces.push_back({pairs[i].socket(), texts[i]});
        ring.send(pieces);
        for (std::size_t i = 0; i < pairs.size(); ++i) {
            CAPTURE(i);
            if (i == full) {
                CHECK(pieces[i].result == -EAGAIN);
            } else if (i == gone) {
                CHECK(pieces[i].result == -EPIPE);
            } else {
                CHECK(pieces[i].result == static_cast<long>(texts[i].size()));
                CHECK(pairs[i].received() == texts[i]);
            }
        }
    }
}

} // namespace

TEST_CASE("each socket gets its own bytes and its own error") {
    const auto before = ring_descriptors().size();
    SendRing ring;
    CHECK(ring_descriptors().size() == before + (system_has_rings() ? 1 : 0));
    check_sending(ring);
}

TEST_CASE("the same after io_uring has failed") {
    SendRing ring;
    for (const int descriptor : ring_descriptors()) { // every call about the ring fails
        const int other = open("/dev/null", O_RDONLY | O_CLOEXEC);
        dup2(other, descriptor);
        close(other);
    }
    check_sending(ring);
}

TEST_CASE("the same if the system refuses io_uring") {
    const auto before = ring_descriptors().size();
    const auto refused = [] {
        const NoDescriptors none;
        return std::make_unique<SendRing>();
    }();
    CHECK(ring_descriptors().size() == before);
    check_sending(*refused);
}

TEST_CASE("a single piece, and none") {
    SendRing ring;
    Pair pair;
    const std::string text = "alone";
    std::array pieces{SendRing::Piece{pair.socket(), text}};
    ring.send(pieces);
    CHECK(pieces.front().result == 5);
    CHECK(pair.received() == text);
    ring.send({});
}

} // namespace jaipur::server::net::test
