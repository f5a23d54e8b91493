// What the bare reference servers share: epoll, one thread, the WebSocket upgrade, frames. No
// checks, no timeouts.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace jaipur::bench {

struct Peer {
    int socket = -1;
    std::size_t number = 0; // in the order of arrival
    bool upgraded = false;
    std::string in; // received, and not taken yet
};

class BareServer {
  public:
    // False: the connection ends.
    using Take = std::function<bool(Peer&)>;

    // Listens on loopback, and prints `listening on ADDRESS:PORT`. `take` gets what has arrived
    // from an upgraded connection, and erases it.
    explicit BareServer(Take take);

    // Calls `happened` whenever this descriptor becomes readable (edge-triggered).
    void watch(int descriptor, std::function<void()> happened);

    // Null if it has ended.
    Peer* peer(std::size_t number) const;

    [[noreturn]] void run();

  private:
    void accept_one();
    bool readable(Peer& peer);

    Take take_;
    int listener_ = -1;
    int epoll_ = -1;
    std::function<void()> happened_;
    std::vector<std::unique_ptr<Peer>> peers_;
};

// A text frame of this many bytes.
std::string frame_of(std::size_t size);

// A short write would mean that the peer doesn't read; ours do.
bool put(const Peer& peer, std::string_view data);

} // namespace jaipur::bench
