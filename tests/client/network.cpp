#include "tests/client/network.hpp"

#include "common/rules.hpp"
#include "protocol/codec.hpp"
#include "server/core/room/state.hpp"
#include "tests/support/quick_bot.hpp"
#include "tests/support/quick_hash.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>

namespace jaipur::client::test {

namespace {

constexpr const char* server_name = "example:7777";

server::core::Entropy chance(std::uint64_t seed) {
    return [random = Random(seed)](std::span<std::uint8_t> bytes) mutable {
        for (auto& byte : bytes)
            byte = static_cast<std::uint8_t>(random.next());
    };
}

} // namespace

// ---- a client ----------------------------------------------------------------------------------

Client::Client(Network& network, const std::string& name, const std::filesystem::path& seats)
    : files(seats), passes(seats.parent_path() / (seats.filename().string() + "-passes")),
      session(server_name, name, *this, files, passes, network.environment()), network_(network) {
    network_.clients_.push_back(this);
}

Client::~Client() {
    std::erase(network_.clients_, this);
    network_.disconnect(*this);
    std::erase_if(network_.ways_, [this](const auto& way) { return way.client == this; });
}

bool Client::told(std::string_view words) const {
    return std::any_of(model().log.begin(), model().log.end(), [&](const LogLine& line) {
        return line.text.find(words) != std::string::npos;
    });
}

void Client::open() {
    shut();
    opening = true;
    network_.ways_.push_back({Network::Way::Kind::Open, this, 0, {}});
}

void Client::send(std::string text) {
    if (connection)
        network_.ways_.push_back(
            {Network::Way::Kind::ToServer, this, *connection, std::move(text)});
}

void Client::shut() {
    opening = false;
    network_.disconnect(*this);
}

// ---- the network -------------------------------------------------------------------------------

Network::Network(std::uint64_t seed) : random(seed) {
    start_server();
}

void Network::start_server() {
    server::core::Limits limits;
    limits.request_burst = 0; // tests are quicker than people
    limits.bot_time = {};
    lobby = std::make_unique<server::core::Lobby>(limits, chance(random.next()));
    server_is_up = true;
}

Environment Network::environment() {
    const bool is_bot = user == SeatUser::Bot;
    return {[this] { return steady; },
            chance(random.next()),
            is_bot ? "jaipur-client bot --join" : "",
            {},
            page,
            start_again,
            {},
            user,
            player,
            {},
            invitation,
            server_password,
            can_ask};
}

void Network::make_private(const server::core::Privacy& privacy, const std::string& password) {
    lobby->set_privacy(privacy);
    const server::core::PasswordToHash asked{0, password, {}};
    server::core::Output out;
    lobby->set_server_password(keep(jaipur::test::quick_hash(asked)), now, out);
    deliver(out);
}

protocol::Secret Network::invite(int uses, std::chrono::milliseconds lasts) {
    server::core::Output out;
    const auto made = lobby->invite(
        {.note = "for a friend", .made = now, .expires = now + lasts, .uses = uses}, out);
    REQUIRE(made);
    deliver(out);
    return protocol::from_base64url<32>(made->secret).value();
}

void Network::revoke_invitations() {
    for (const auto& [number, ignored] : lobby->guest_book().invitations()) {
        server::core::Output out;
        REQUIRE(lobby->revoke(number, out));
        deliver(out);
    }
}

std::unique_ptr<Client> Network::client(const std::string& name, const std::string& home) {
    auto client = std::make_unique<Client>(
        *this, name, directory.path() / (home.empty() ? name : home) / "jaipur" / "seats");
    client->session.start();
    settle();
    return client;
}

Client* Network::client_at(server::core::SessionId connection) {
    for (Client* client : clients_)
        if (client->connection == connection)
            return client;
    return nullptr;
}

void Network::settle() {
    while (!ways_.empty() && !frozen) {
        Way way = std::move(ways_.front());
        ways_.pop_front();
        carry(std::move(way));
    }
}

void Network::carry(Way way) {
    Client& client = *way.client;
    if (way.kind == Way::Kind::Open) {
        if (!std::exchange(client.opening, false))
            return;
        if (!server_is_up)
            return client.session.closed(refusal, refusal == 0 ? "Connection refused"
                                                               : "its certificate is bad");
        client.connection = ++last_connection_;
        lobby->connected(*client.connection, {}, now);
        return client.session.opened();
    }
    if (client.connection != way.connection)
        return; // from a closed connection
    auto& filter = way.kind == Way::Kind::ToServer ? to_server : to_client;
    if (filter) {
        auto text = filter(client, std::move(way.text));
        if (!text)
            return cut(client);
        way.text = std::move(*text);
    }
    if (way.kind == Way::Kind::ToServer) {
        server::core::Output out;
        lobby->received(way.connection, protocol::decode(way.text), now, out);
        return deliver(out);
    }
    if (client.listens)
        client.heard.push_back(*protocol::decode_server(way.text));
    client.session.received(way.text);
}

void Network::deliver(server::core::Output& out) {
    for (const server::core::Delivery& delivery : out.deliveries) {
        if (const auto* send = std::get_if<server::core::Send>(&delivery)) {
            if (Client* client = client_at(send->to))
                ways_.push_back(
                    {Way::Kind::ToClient, client, send->to, protocol::encode(*send->message)});
            continue;
        }
        const auto& end = std::get<server::core::Disconnect>(delivery);
        REQUIRE(end.exception == nullptr);
        if (Client* client = client_at(end.to)) {
            client->connection.reset();
            client->session.closed(static_cast<std::uint16_t>(end.code), "");
        }
    }
    for (const server::core::PasswordToHash& asked : std::exchange(out.passwords, {})) {
        server::core::Output more;
        lobby->hashed(asked.session, jaipur::test::quick_hash(asked), now, more);
        deliver(more);
    }
    for (const server::core::ToThink& asked : std::exchange(out.thoughts, {})) {
        server::core::Output more;
        lobby->thought(jaipur::test::quick_thought(asked), now, more);
        deliver(more);
    }
    for (const server::core::GuestChange& change : std::exchange(out.guest_changes, {})) {
        server::core::Output more;
        lobby->guests_stored(change.number, server::core::Stored::Durable, now, more);
        deliver(more);
    }
    for (const server::core::Record& record : std::exchange(out.records, {})) {
        server::core::Output more;
        lobby->stored(record.number, server::core::Stored::Durable, now, more);
        deliver(more);
    }
}

void Network::disconnect(Client& client) {
    if (const auto connection = std::exchange(client.connection, std::nullopt);
        connection && server_is_up) {
        server::core::Output out;
        lobby->disconnected(*connection, now, out);
        deliver(out);
    }
}

void Network::cut(Client& client) {
    REQUIRE(client.connection);
    disconnect(client);
    client.session.closed(cut_code, cut_code == 0 ? "Connection reset by peer" : "");
    settle();
}

// A ping takes the place of what is refused, so that the answers stay in order.
void Network::refuse(Refusing why) {
    using Asked = std::pair<const Client*, std::uint64_t>;
    const auto refused = std::make_shared<std::map<Asked, protocol::ErrorCode>>();
    to_server = [refused, why = std::move(why)](const Client& client,
                                                std::string text) -> std::optional<std::string> {
        const auto code = why(client, text);
        if (!code)
            return text;
        const std::uint64_t id = protocol::decode(text)->id;
        refused->insert_or_assign({&client, id}, *code);
        return protocol::encode(protocol::Request{id, protocol::Ping{}});
    };
    to_client = [refused](const Client& client, std::string text) -> std::optional<std::string> {
        const auto message = protocol::decode_server(text);
        const auto* ok = std::get_if<protocol::Ok>(&*message);
        const auto code = ok ? refused->find({&client, ok->re}) : refused->end();
        if (code == refused->end())
            return text;
        return protocol::encode(protocol::ServerMessage(protocol::Error{ok->re, code->second, {}}));
    };
}

void Network::kick(const std::string& room, Seat seat) {
    server::core::Output out;
    REQUIRE(lobby->kick(room, seat, now, out) == 1);
    deliver(out);
    settle();
}

void Network::stop_server(std::uint16_t close_code) {
    server_is_up = false;
    for (Client* client : clients_)
        if (std::exchange(client->connection, std::nullopt))
            client->session.closed(close_code, "");
    settle();
}

void Network::pass(std::chrono::milliseconds time) {
    const SteadyTime end = steady + time;
    for (;;) {
        settle();
        SteadyTime next = end;
        for (Client* client : clients_)
            if (const auto deadline = client->session.deadline())
                next = std::min(next, std::max(steady, *deadline));
        if (const auto deadline = lobby->deadline())
            next = std::min(next, std::max(steady, steady + (*deadline - now)));
        now += std::chrono::duration_cast<std::chrono::milliseconds>(next - steady) + 1ms;
        steady = next + 1ms; // no deadline runs twice
        server::core::Output out;
        if (server_is_up && !frozen)
            lobby->tick(now, out);
        deliver(out);
        for (Client* client : std::vector(clients_))
            if (const auto deadline = client->session.deadline(); deadline && *deadline <= steady)
                client->session.tick();
        settle();
        if (steady >= end)
            return;
    }
}

// ---- people at the table ------------------------------------------------------------------------

Couple sit_down(Network& network, protocol::CreateOptions options) {
    Couple couple;
    couple.host = network.client("Asha");
    couple.guest = network.client("Ravi");
    couple.host->session.request(protocol::CreateRoom{"Asha", std::move(options)});
    network.settle();
    REQUIRE(couple.host->model().room_code);
    couple.room = *couple.host->model().room_code;
    couple.guest->session.request(protocol::JoinRoom{couple.room, "Ravi", std::nullopt});
    network.settle();
    REQUIRE(couple.guest->model().room_code == couple.room);
    return couple;
}

protocol::CreateOptions undecided(protocol::CreateOptions options) {
    options.spectators = protocol::SpectatorMode::Open;
    options.delay = 3;
    return options;
}

void both_ready(Network& network, Couple& couple) {
    couple.host->session.ready_and_agree();
    couple.guest->session.ready_and_agree();
    network.settle();
    REQUIRE(network.room(couple.room).match.phase == Phase::Playing);
}

Action any_action(Network& network, const std::string& room) {
    std::vector<Action> actions;
    legal_actions(network.room(room).match.state, actions);
    REQUIRE(!actions.empty());
    // There are so many exchanges that a match of only exchanges would go on and on.
    const auto is_exchange = [](const Action& action) {
        return std::holds_alternative<Exchange>(action);
    };
    if (!network.random.one_in(4) && !std::all_of(actions.begin(), actions.end(), is_exchange))
        std::erase_if(actions, is_exchange);
    return network.random.pick(actions);
}

void play_one(Network& network, Couple& couple) {
    const Match& match = network.room(couple.room).match;
    const std::uint32_t ply = match.ply;
    Client& mover = couple.at(match.state.turn);
    REQUIRE(mover.view().turn == match.state.turn);
    mover.session.request(protocol::Act{ply, any_action(network, couple.room), std::nullopt});
    network.settle();
}

void play_round(Network& network, Couple& couple) {
    while (network.room(couple.room).match.phase == Phase::Playing)
        play_one(network, couple);
}

void play_match(Network& network, Couple& couple) {
    do {
        both_ready(network, couple);
        play_round(network, couple);
    } while (network.room(couple.room).match.phase == Phase::RoundOver);
}

} // namespace jaipur::client::test
