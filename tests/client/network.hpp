// A server's real core and real client sessions, joined by connections that a test can cut, on one
// manual clock. Everything travels as the text it would be on the wire.
#pragma once

#include "client/console/files/pass_files.hpp"
#include "client/console/files/seat_files.hpp"
#include "client/console/session/session.hpp"
#include "protocol/codec.hpp"
#include "server/core/lobby/lobby.hpp"
#include "server/store/files.hpp"
#include "tests/support/random.hpp"

#include <chrono>
#include <deque>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace jaipur::client::test {

using namespace files;
using namespace session;

using namespace std::chrono_literals;
using jaipur::test::Random;
using server::store::TemporaryDirectory;

class Network;

// One running jaipur-client without its frontend.
class Client final : public Connection {
  public:
    Client(Network& network, const std::string& name, const std::filesystem::path& seats);
    Client(const Client&) = delete;
    Client& operator=(const Client&) = delete;
    ~Client() override;

    SeatFiles files;
    PassFiles passes;
    Session session;
    bool listens = false;                       // keeps what it receives:
    std::vector<protocol::ServerMessage> heard; // everything received, decoded
    std::optional<server::core::SessionId> connection;
    bool opening = false;

    const Model& model() const { return session.model(); }

    const protocol::View& view() const { return *session.model().view; }

    // Whether a log line contains these words.
    bool told(std::string_view words) const;

    void open() override;
    void send(std::string text) override;
    void shut() override;

  private:
    Network& network_;
};

class Network {
  public:
    explicit Network(std::uint64_t seed = 1);

    Random random;
    server::core::Time now{std::chrono::milliseconds{1763640000000}};
    SteadyTime steady{};
    TemporaryDirectory directory;
    std::unique_ptr<server::core::Lobby> lobby;
    bool server_is_up = true;
    std::uint16_t cut_code = 0; // what clients hear when their connections are cut; 0: nothing
    std::uint16_t refusal = 0;  // what clients hear while it isn't up, like a close code
    bool frozen = false;        // nothing arrives anywhere, and nobody knows
    // Changes a text on its way to a client; nothing: it is lost, and the connection is cut.
    std::function<std::optional<std::string>(Client&, std::string)> to_client;
    std::function<std::optional<std::string>(Client&, std::string)> to_server;

    std::string page;                 // the address that clients are given
    std::string start_again;          // the command for it, if the server is a client's own
    SeatUser user = SeatUser::Person; // of further clients
    std::string player;               // which bots they are
    std::optional<protocol::Secret> invitation; // what they have on the command line
    std::optional<std::string> server_password;
    bool can_ask = false; // whether they have somebody to ask

    // A client with its own seats, or with those of `home`; started and online.
    std::unique_ptr<Client> client(const std::string& name, const std::string& home = {});
    Environment environment();

    // Delivers everything on its way.
    void settle();
    // What the lobby decided.
    void deliver(server::core::Output& out);
    // Refuses requests on their way to the server, for as long as `why` says so.
    using Refusing = std::function<std::optional<protocol::ErrorCode>(const Client& client,
                                                                      const std::string& text)>;
    void refuse(Refusing why);
    // As the server's operator.
    void kick(const std::string& room, Seat seat);
    // Makes the server private, as its operator.
    void make_private(const server::core::Privacy& privacy, const std::string& password);
    protocol::Secret invite(int uses, std::chrono::milliseconds lasts = std::chrono::days(7));
    void revoke_invitations();
    // Lets time pass for everyone.
    void pass(std::chrono::milliseconds time);
    // Breaks a client's connection: both ends notice.
    void cut(Client& client);
    // The server shuts down with all its rooms; connected clients get the code.
    void stop_server(std::uint16_t close_code);
    void start_server();

    // A room's complete state.
    const server::core::RoomState& room(const std::string& code) const {
        return *lobby->room(code);
    }

  private:
    friend class Client;

    struct Way { // one item on its way
        enum class Kind { Open, ToServer, ToClient } kind{};
        Client* client = nullptr;
        server::core::SessionId connection = 0;
        std::string text;
    };

    void carry(Way way);
    void disconnect(Client& client);
    Client* client_at(server::core::SessionId connection);

    std::vector<Client*> clients_;
    std::deque<Way> ways_;
    server::core::SessionId last_connection_ = 0;
};

// Whether a text on its way to the server is such a request.
template <class Body>
bool is(const std::string& text) {
    const auto request = protocol::decode(text);
    return request && protocol::is<Body>(request->body);
}

// ---- people at the table ------------------------------------------------------------------------

// Two clients in a room that the first one opened.
struct Couple {
    std::unique_ptr<Client> host, guest;
    std::string room;

    Client& at(Seat seat) const { return seat == Seat::Zero ? *host : *guest; }
};

Couple sit_down(Network& network, protocol::CreateOptions options = {});
// The same for a room that offers a spectator delay: there, the session waits until its user is
// ready.
protocol::CreateOptions undecided(protocol::CreateOptions options = {});
void both_ready(Network& network, Couple& couple);
// Any legal action of the player to act, requested as a frontend would.
Action any_action(Network& network, const std::string& room);
void play_one(Network& network, Couple& couple);
void play_round(Network& network, Couple& couple);
// From the first readiness to the end of the match.
void play_match(Network& network, Couple& couple);

} // namespace jaipur::client::test
