#include "server/net/flusher.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace jaipur::server::net::test {

namespace {

// Counts its flushes.
class Counter : public SessionConnection {
  public:
    void start(Hooks /*hooks*/) override {}

    void read_on() override {}

    void send(core::Outgoing /*outgoing*/) override {}

    void queue(core::Outgoing /*outgoing*/) override {}

    void flush() override { ++flushes; }

    std::size_t queued() const override { return 0; }

    bool is_blocked() const override { return false; }

    void close(protocol::CloseCode /*code*/) override {}

    void abort() override {}

    int flushes = 0;
};

// Sends what it is given to a pair of sockets.
class Sender final : public Counter {
  public:
    explicit Sender(bool fails = false) : fails_(fails) {
        REQUIRE(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends_.data()) == 0);
    }

    Sender(const Sender&) = delete;
    Sender& operator=(const Sender&) = delete;

    ~Sender() override {
        close_end(0);
        close_end(1);
    }

    void close_end(std::size_t which) {
        if (const int end = std::exchange(ends_[which], -1); end >= 0)
            ::close(end);
    }

    void flush() override {
        if (!sends_)
            Counter::flush();
    }

    bool sends_together() const override { return true; }

    std::optional<SendRing::Piece> begin_sending() override {
        if (fails_)
            throw std::bad_alloc();
        if (sends_ || to_send.empty())
            return std::nullopt;
        sends_ = true;
        return SendRing::Piece{ends_[0], to_send};
    }

    void end_sending(long result) override {
        sends_ = false;
        results.push_back(result);
        if (result > 0)
            to_send.erase(0, static_cast<std::size_t>(result));
    }

    void abort() override { ++aborts; }

    std::string received() const {
        std::array<char, 100> buffer{};
        const auto count = recv(ends_[1], buffer.data(), buffer.size(), MSG_DONTWAIT);
        return {buffer.data(), static_cast<std::size_t>(std::max<ssize_t>(count, 0))};
    }

    std::string to_send;
    std::vector<long> results;
    int aborts = 0;

  private:
    std::array<int, 2> ends_{-1, -1};
    bool fails_, sends_ = false;
};

struct World {
    boost::asio::io_context context{1};
    int flushed = 0;
    std::shared_ptr<Flusher> flusher =
        std::make_shared<Flusher>(context.get_executor(), [this] { ++flushed; });
};

} // namespace

TEST_CASE("all connections of a turn are flushed together, at its end") {
    World world;
    const auto one = std::make_shared<Counter>(), other = std::make_shared<Counter>();
    boost::asio::post(world.context, [&] {
        world.flusher->add(one);
        world.flusher->add(one);
    });
    boost::asio::post(world.context, [&] {
        CHECK(one->flushes == 0);
        world.flusher->add(other);
    });
    world.context.run();
    CHECK(world.flushed == 1);
    CHECK(one->flushes == 1);
    CHECK(other->flushes == 1);

    SUBCASE("and again in the next turn") {
        world.context.restart();
        world.flusher->add(one);
        world.context.run();
        CHECK(one->flushes == 2);
        CHECK(other->flushes == 1);
    }
}

TEST_CASE("as many as go out together don't wait for the end of the turn") {
    World world;
    std::vector<std::shared_ptr<Counter>> connections;
    for (std::size_t i = 0; i < SendRing::most; ++i) {
        CHECK(world.flushed == 0);
        world.flusher->add(connections.emplace_back(std::make_shared<Counter>()));
    }
    CHECK(world.flushed == 1);
    for (const auto& connection : connections)
        CHECK(connection->flushes == 1);
}

TEST_CASE("each connection's bytes are sent once, and it learns its own result") {
    World world;
    const auto one = std::make_shared<Sender>(), gone = std::make_shared<Sender>(),
               other = std::make_shared<Sender>();
    const auto plain = std::make_shared<Counter>();
    const auto failing = std::make_shared<Sender>(true);
    one->to_send = "one";
    gone->to_send = "gone";
    gone->close_end(1);
    other->to_send = "other";
    for (int round = 1; round <= 2; ++round) {
        const std::vector<std::shared_ptr<SessionConnection>> all{one,   failing, gone, plain,
                                                                  other, one,     other};
        for (const auto& connection : all)
            world.flusher->add(connection);
        world.flusher->flush();
        CHECK(plain->flushes == round);
        CHECK(failing->aborts == round);
        CHECK(gone->results.back() == -EPIPE);
    }
    CHECK(one->received() == "one");
    CHECK(other->received() == "other");
    CHECK(one->results == std::vector<long>{3});
    CHECK(other->results == std::vector<long>{5});
}

TEST_CASE("a flusher that is gone flushes nothing") {
    World world;
    const auto connection = std::make_shared<Counter>();
    world.flusher->add(connection);
    world.flusher.reset();
    world.context.run();
    CHECK(connection->flushes == 0);
}

} // namespace jaipur::server::net::test
