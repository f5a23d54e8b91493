// A TCP connection between two servers that carries frames both ways. It reads only as fast as its
// owner wants, and says how much of what was sent the other side hasn't taken. It must not know
// what frames mean.
#pragma once

#include "server/net/socket.hpp"
#include "server/relay/frame.hpp"

#include <boost/system/error_code.hpp>

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace jaipur::server::relay {

class Channel : public std::enable_shared_from_this<Channel> {
  public:
    struct Hooks {
        // Returns whether to go on; if not, nothing is read until `read_on`.
        std::function<bool(const Frame&)> frame;
        // After the last of some frames that came together; the same.
        std::function<bool()> paused;
        std::function<void()> drained; // the other side has taken all, after it hadn't
        std::function<void()> closed;  // once, and never from inside a call
    };

    Channel(net::Socket socket, std::size_t most_payload);

    net::Executor executor() { return socket_.get_executor(); }

    void start(Hooks hooks);
    void read_on();

    void allow(std::size_t most_payload) { reader_.allow(most_payload); }

    // Gathers frames; `flush` sends them in one call to the system.
    void send(Kind kind, std::string_view payload);
    void flush();

    // Bytes gathered and not taken yet.
    std::size_t waiting() const { return gathered_.size(); }

    // Whether the other side hasn't taken all of what was flushed.
    bool is_blocked() const { return writes_; }

    // Closes once everything is taken.
    void finish();
    // `Reset` leaves nothing behind: an address that has just closed a connection can't use its
    // port for a minute, and a server that asks much would run out of them.
    enum class How : std::uint8_t { Close, Reset };
    void abort(How how = How::Close);

    bool is_over() const { return over_; }

    // Looks once a second: how many seconds nothing came, although it was expected, nothing went,
    // and nothing was taken. A process that doesn't run doesn't count.
    struct Quiet {
        int heard = 0, said = 0, blocked = 0;
    };

    Quiet look();

  private:
    void read();
    void on_read(const boost::system::error_code& error, std::size_t size);
    void handle_frames();
    void write();

    net::Socket socket_;
    Hooks hooks_;
    FrameReader reader_;
    std::array<char, 4096> piece_{};
    std::string gathered_;
    bool reads_ = false, writes_ = false, finishing_ = false, over_ = false;
    Quiet quiet_;
};

// No delay, small buffers, and an end when the other machine is gone. Also before connecting: the
// size of buffers counts from the start.
void prepare(net::Socket& socket);

// Whether this many seconds exceed a limit; 0 means no limit.
bool exceeds(int seconds, std::chrono::milliseconds limit);

} // namespace jaipur::server::relay
