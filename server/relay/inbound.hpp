// A session that another server relays: for the rest of the server, a connection like a client's
// own. It has the same limits on what waits for a slow reader; those on frames and pings were
// applied where the client is connected.
#pragma once

#include "server/core/chance.hpp"
#include "server/core/limits.hpp"
#include "server/net/session_connection.hpp"
#include "server/relay/channel.hpp"
#include "server/relay/handshake.hpp"

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace jaipur::server::relay {

class Inbound final : public net::SessionConnection, public std::enable_shared_from_this<Inbound> {
  public:
    struct Setting {
        const core::Limits& limits;
        std::string secret;
        Nonce nonce{};
        // Whether this server has that seat, for the server `asker`; nothing: it doesn't know yet.
        std::function<std::optional<bool>(const WhoHas&, const std::string& asker)> has;
        std::string name; // this server's, as others know it
        // Called once at most, when the other server has proved who it is.
        std::function<void(const std::shared_ptr<Inbound>&, const Client&)> introduced;
        // Called once at most, instead of that.
        std::function<void(std::string_view why)> refused;
    };

    // `ticket` lives as long as the connection.
    Inbound(net::Socket socket, Setting setting, std::shared_ptr<void> ticket);

    // Begins the handshake.
    void begin();

    // A stranger makes place for the next one.
    void turn_away();

    bool is_introduced() const { return introduced_; }

    // Whether the message that is handled now is for this server, wherever it leads.
    bool is_settled() const { return settled_; }

    // All requests that have not been answered go back: they aren't for this server. The session
    // ends, and the other server learns what this one knows about the client.
    void send_back(const Client& client);

    // Once a second.
    void look();

    // ---- as a connection
    void start(Hooks hooks) override;
    void read_on() override;
    void send(core::Outgoing outgoing) override;
    void queue(core::Outgoing outgoing) override;
    void flush() override;

    std::size_t queued() const override { return outbox_.messages(); }

    bool is_blocked() const override { return channel_->is_blocked() || !outbox_.empty(); }

    void close(protocol::CloseCode code) override;

    void abort() override { channel_->abort(); }

  private:
    bool handle(const Frame& frame);
    void handle_introduction(std::string_view text);
    void refuse(std::string_view why);
    void write_out();
    void end_with(Kind kind, std::string_view payload);
    void announce_closing();

    const std::shared_ptr<Channel> channel_;
    Setting setting_;
    std::string challenge_;
    core::Outbox outbox_;
    Hooks hooks_;
    bool introduced_ = false, closing_ = false, settled_ = false;
    int age_ = 0; // seconds until it is introduced, or since it closes
    std::shared_ptr<void> ticket_;
};

} // namespace jaipur::server::relay
