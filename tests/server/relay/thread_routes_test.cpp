// Sessions between threads: where their requests go, and what they wait for.
#include "protocol/codec.hpp"
#include "protocol/hash.hpp"
#include "server/relay/thread_routes.hpp"

#include <boost/asio/io_context.hpp>
#include <doctest/doctest.h>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

using namespace jaipur;
using namespace jaipur::server;
using namespace jaipur::server::relay;
using core::SessionId;

namespace {

// A client's connection, as far as routes use it.
class TestConnection final : public net::SessionConnection {
  public:
    std::vector<std::string> said;
    std::optional<protocol::CloseCode> closed;

    void start(Hooks) override {}

    void read_on() override {}

    void send(core::Outgoing outgoing) override { said.push_back(*outgoing.text); }

    void queue(core::Outgoing outgoing) override { send(std::move(outgoing)); }

    void flush() override {}

    std::size_t queued() const override { return 0; }

    bool is_blocked() const override { return false; }

    void close(protocol::CloseCode code) override { closed = code; }

    void abort() override {}
};

// A thread with what its server would do: it only notes what it is asked, and answers lists.
struct Side {
    std::size_t number = 0;
    std::map<SessionId, std::shared_ptr<net::SessionConnection>> connections;
    std::map<SessionId, Host::Visitor> visitors;
    std::vector<std::string> served, arrived; // requests
    std::vector<SessionId> read_on;
    std::optional<protocol::Secret> seat; // somebody's here
    bool may_ask = true, can_leave = true;
    SessionId last = 0;
    std::unique_ptr<ThreadRoutes> routes;

    Host host() {
        Host host;
        host.visitor = [this](SessionId id) {
            const auto found = visitors.find(id);
            return found == visitors.end() ? std::nullopt : std::optional(found->second);
        };
        host.connection = [this](SessionId id) {
            const auto found = connections.find(id);
            return found == connections.end() ? nullptr : found->second.get();
        };
        host.serve = [this](SessionId id, std::string_view text) { serve(id, std::string(text)); };
        host.read_on = [this](SessionId id) { read_on.push_back(id); };
        host.may_ask = [this](SessionId) { return may_ask; };
        host.has = [this](const WhoHas& asked) {
            return seat && asked == WhoHas{WhoHas::What::Token, protocol::sha256(*seat)};
        };
        host.knows_pass = [](const core::TokenHash&) { return false; };
        host.begin = [this](const auto& connection, const Client&) {
            connections[++last] = connection;
            return last;
        };
        return host;
    }

    void serve(SessionId id, const std::string& text) {
        served.push_back(text);
        const auto request = protocol::decode(text);
        if (!request || !protocol::is<protocol::ListRooms>(request->body))
            return;
        protocol::RoomList list;
        list.rooms.emplace_back();
        list.rooms.back().room = std::string(1, core::all_slots[number]) + "BCDEF";
        list.rooms.back().spectator_mode = protocol::SpectatorMode::Public;
        list.rooms.back().patience = 600;
        const auto ok =
            protocol::encode(protocol::ServerMessage(protocol::Ok{request->id, std::move(list)}));
        connections.at(id)->send({nullptr, std::make_shared<const std::string>(ok)});
    }

    ThreadRoutes::Thread thread() {
        ThreadRoutes::Thread thread;
        thread.can_leave = [this](SessionId) { return can_leave; };
        thread.leave = [this](SessionId id) {
            connections.erase(id);
            visitors.erase(id);
            return Moving{{}, {}, {}, {}, {core::TokenBucket(0, 0, {})}, {}};
        };
        thread.arrive = [this](const Moving& moving) { arrived.push_back(moving.request); };
        return thread;
    }
};

struct Threads {
    boost::asio::io_context context;
    std::vector<Side> sides{3};

    Threads() {
        std::vector<ThreadRoutes*> all;
        for (std::size_t i = 0; i < sides.size(); ++i) {
            sides[i].number = i;
            sides[i].routes = std::make_unique<ThreadRoutes>(
                context.get_executor(), i, sides.size(), sides[i].host(), sides[i].thread());
            all.push_back(sides[i].routes.get());
        }
        for (Side& side : sides)
            side.routes->meet(all);
    }

    Threads(const Threads&) = delete;
    Threads& operator=(const Threads&) = delete;

    void run() {
        context.restart();
        context.run();
    }

    // A session at the first thread.
    std::shared_ptr<TestConnection> client() {
        auto line = std::make_shared<TestConnection>();
        sides[0].connections[7] = line;
        sides[0].visitors[7] = {};
        return line;
    }

    // Sends this request. Returns what `received` returns, once all that follows has run.
    std::optional<bool> ask(const protocol::RequestBody& body) {
        const auto goes_on = receive(body);
        run();
        return goes_on;
    }

    std::optional<bool> receive(const protocol::RequestBody& body) {
        return sides[0].routes->received(7, body, text_of(body));
    }

    static std::string text_of(const protocol::RequestBody& body) {
        return protocol::encode(protocol::Request{1, body});
    }
};

// The code of a room that this one of three threads has.
std::string room_of(std::size_t thread) {
    return std::string(1, core::all_slots[thread]) + "BCDEF";
}

protocol::RequestBody join(std::size_t thread) {
    return protocol::EntryRequest(protocol::JoinRoom{room_of(thread), "Asha", {}});
}

protocol::Secret token_of(std::uint8_t first) {
    protocol::Secret made{};
    made[0] = first;
    return made;
}

protocol::RequestBody resume(std::uint8_t first) {
    return protocol::EntryRequest(protocol::Resume{{}, protocol::base64url(token_of(first))});
}

} // namespace

TEST_CASE("a session moves to the thread that has the room, with its request") {
    Threads threads;
    threads.client();
    CHECK_FALSE(threads.ask(join(0)).has_value()); // this thread's lobby serves it
    CHECK(threads.sides[0].connections.size() == 1);
    CHECK(threads.ask(join(2)) == false);
    CHECK(threads.sides[2].arrived == std::vector{Threads::text_of(join(2))});
    CHECK(threads.sides[0].connections.empty());
    CHECK(threads.sides[0].served.empty());
    CHECK(threads.sides[1].arrived.empty());
}

TEST_CASE("it leaves only once its earlier requests are answered and its client has everything") {
    Threads threads;
    Side& side = threads.sides[0];
    threads.client();
    side.visitors[7].unanswered = 1;
    side.can_leave = false;
    threads.ask(join(1));
    side.routes->settled(); // one is still unanswered
    threads.run();
    CHECK(side.connections.size() == 1);
    side.visitors[7].unanswered = 0;
    side.routes->settled();
    threads.run();
    CHECK(side.connections.size() == 1);
    side.can_leave = true;
    side.routes->drained(7);
    threads.run();
    CHECK(side.connections.empty());
    CHECK(threads.sides[1].arrived.size() == 1);
}

TEST_CASE("a session that ends on its way goes nowhere") {
    Threads threads;
    Side& side = threads.sides[0];
    threads.client();
    threads.receive(join(1));
    side.connections.clear();
    side.visitors.clear();
    side.routes->ended(7);
    threads.run();
    CHECK(threads.sides[1].arrived.empty());
    CHECK(side.served.empty());
}

TEST_CASE("a session in a room, or one that asks too much, is served where it is") {
    Threads threads;
    Side& side = threads.sides[0];
    threads.client();
    SUBCASE("in a room") {
        side.visitors[7].is_in_room = true;
        threads.ask(join(1));
    }
    SUBCASE("too much") {
        side.may_ask = false;
        threads.ask(join(1));
    }
    CHECK(side.served == std::vector{Threads::text_of(join(1))});
    CHECK(side.read_on == std::vector<SessionId>{7});
    CHECK(threads.sides[1].arrived.empty());
}

TEST_CASE("a seat is looked for at all threads") {
    Threads threads;
    threads.client();
    SUBCASE("another one has it") {
        threads.sides[1].seat = token_of(5);
        threads.ask(resume(5));
        CHECK(threads.sides[1].arrived == std::vector{Threads::text_of(resume(5))});
        CHECK(threads.sides[0].served.empty());
    }
    SUBCASE("nobody has it") {
        threads.sides[1].seat = token_of(6);
        threads.ask(resume(5));
        CHECK(threads.sides[0].served == std::vector{Threads::text_of(resume(5))});
        CHECK(threads.sides[1].arrived.empty());
    }
}

TEST_CASE("a request for a private room and its repeat meet at one thread") {
    std::vector<std::size_t> met(3);
    for (std::uint8_t i = 0; i < 30; ++i) {
        protocol::CreateRoom request;
        request.name = "Asha";
        request.token = token_of(i);
        std::optional<std::size_t> first;
        for (int times = 0; times < 2; ++times) {
            Threads threads;
            threads.client();
            CHECK(threads.ask(protocol::EntryRequest(request)) == false);
            std::optional<std::size_t> at;
            for (const Side& side : threads.sides)
                if (!side.arrived.empty() || !side.served.empty())
                    at = side.number;
            REQUIRE(at);
            CHECK(first.value_or(*at) == *at);
            first = at;
        }
        ++met[*first];
    }
    for (const std::size_t count : met)
        CHECK(count > 0);
}

TEST_CASE("a list has what all threads have, and is answered once") {
    Threads threads;
    const auto client = threads.client();
    CHECK(threads.ask(protocol::LobbyRequest(protocol::ListRooms{})) == false);
    REQUIRE(client->said.size() == 1);
    const auto message = protocol::decode_server(client->said.front());
    REQUIRE(message.has_value());
    const auto& list = std::get<protocol::RoomList>(std::get<protocol::Ok>(*message).adds);
    std::vector<std::string> codes;
    for (const auto& room : list.rooms)
        codes.push_back(room.room);
    CHECK(codes == std::vector{room_of(0), room_of(1), room_of(2)});
    CHECK(threads.sides[0].read_on == std::vector<SessionId>{7});
}
