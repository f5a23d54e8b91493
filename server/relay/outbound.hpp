// This server's end of a relayed session, or of a question to another server: connects, proves who
// it is, has that proved by the other side, and only then sends anything of a client.
#pragma once

#include "server/core/limits.hpp"
#include "server/net/socket.hpp"
#include "server/relay/channel.hpp"
#include "server/relay/handshake.hpp"

#include <boost/asio/ip/tcp.hpp>

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace jaipur::server::relay {

class Outbound : public std::enable_shared_from_this<Outbound> {
  public:
    enum class End : std::uint8_t {
        Unreachable, // nobody there, or not in time
        Distrusted,  // what is there can't be trusted, or doesn't trust us
        Lost,        // the connection broke
        Closed,      // the client's connection should close with `code`
        Elsewhere,   // what has not been answered isn't for that server
    };

    // Never called from inside of a call.
    struct Hooks {
        std::function<bool(std::string_view)> text; // for the client; whether to go on
        std::function<bool()> paused{};             // after some texts that came together; the same
        std::function<void()> drained{};
        std::function<void(bool found)> welcomed{};
        std::function<void(const Client&)> learned{};       // before `Elsewhere`
        std::function<void(End, std::uint16_t code)> ended; // once
        std::function<void()> settled{};                    // once: it is welcomed, or over
        // Where the address's name leads now; nullopt: the server can't be reached.
        std::function<void(const std::optional<boost::asio::ip::tcp::endpoint>&)> located{};
    };

    struct Setting {
        const core::Limits& limits;
        std::string address;                                      // HOST:PORT
        std::optional<boost::asio::ip::tcp::endpoint> endpoint{}; // where it leads, if known
        Introduction introduction;
        std::string secret;
        Nonce nonce{};
        // Nobody is relayed: it asks something, and must be done soon.
        bool is_question = false;
    };

    Outbound(const net::Executor& executor, Setting setting, Hooks hooks);

    void begin();
    // Before it is welcomed, texts wait here.
    void send(std::string_view text, Kind kind = Kind::Text);
    void lag(std::chrono::milliseconds time);

    void read_on() { channel_ ? channel_->read_on() : void(); }

    // Whether the other side hasn't taken everything.
    bool is_blocked() const { return welcomed_ && channel_->is_blocked(); }

    // Hangs up at once, and calls no hook any more.
    void abort();

    // Once a second.
    void look();

    bool is_over() const { return over_; }

    // Before that, the other server has nothing of what was sent.
    bool is_welcomed() const { return welcomed_; }

    const std::string& address() const { return setting_.address; }

  private:
    void resolve();
    void connect(const boost::asio::ip::tcp::endpoint& endpoint);
    void connected();
    bool handle(const Frame& frame);
    bool handle_handshake(std::string_view text);
    void end(End why, std::uint16_t code = 0);
    void hang_up();
    void settle();

    net::Socket socket_; // until it is connected
    Setting setting_;
    Hooks hooks_;
    std::shared_ptr<Channel> channel_; // from then on
    std::string challenge_, introduction_;
    std::string waiting_; // frames, until it is welcomed
    bool begun_ = false, welcomed_ = false, over_ = false, silent_ = false;
    int age_ = 0; // seconds until it is welcomed, or of a question
};

} // namespace jaipur::server::relay
