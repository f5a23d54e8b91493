// Connections to one of several hosts.
#include "server/postgresql/attempts.hpp"
#include "tests/server/postgresql/postgres.hpp"
#include "tests/server/store/samples.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace jaipur::server::postgresql::test {

namespace {

namespace asio = boost::asio;

constexpr auto at_most = 60s;

// A host whose kernel accepts connections, but nobody answers, as on a frozen machine.
class SilentHost {
  public:
    Connection::Options options() const {
        return {{"host", "127.0.0.1"},
                {"port", std::to_string(acceptor_.local_endpoint().port())},
                {"dbname", "nobody"}};
    }

  private:
    asio::io_context context_;
    asio::ip::tcp::acceptor acceptor_{context_, {asio::ip::address_v4::loopback(), 0}};
};

Connection::Options no_host() {
    return {{"host", "/nowhere"}, {"dbname", "nobody"}};
}

} // namespace

TEST_CASE("a silent host doesn't delay the others") {
    const SilentHost silent;
    const TestDatabase database;
    const auto there = hosts_of(database.address()).front();
    for (const auto& hosts : {std::vector{silent.options(), there, silent.options()},
                              std::vector{no_host(), silent.options(), there}}) {
        Attempts attempts(hosts, at_most);
        const auto began = Clock::now();
        const auto connection = attempts.first(began + at_most);
        REQUIRE(connection);
        CHECK(Clock::now() - began < at_most / 2); // it didn't wait for the silent one
        CHECK(connection->run({{"select 7"}}, Clock::now() + at_most).front().rows.at(0).at(0) ==
              "7");
    }
}

TEST_CASE("attempts say why they fail, and go on") {
    const SilentHost silent;
    Attempts attempts({no_host(), silent.options()}, 300ms);
    CHECK_FALSE(attempts.first(Clock::now()));
    CHECK(attempts.why().find("/nowhere") != std::string::npos);
    for (int i = 0; i < 1000 && attempts.why().find("did not answer in time") == std::string::npos;
         ++i)
        CHECK_FALSE(attempts.first(Clock::now() + 60ms));
    CHECK(attempts.why() == "the database did not answer in time");
}

TEST_CASE("a store finds its database again beside a host that is gone") {
    const SilentHost silent;
    const TestDatabase database;
    const std::string port = silent.options().at("port");
    PostgresqlStore::Settings settings = settings_for(database);
    Losses losses;
    losses.follow(settings);
    const auto there = hosts_of(database.address()).front();
    settings.session.connection =
        "host=" + there.at("host") +
        ",127.0.0.1 port=" + (there.contains("port") ? there.at("port") : "5432") + "," + port +
        " user=" + there.at("user") + " dbname=" + database.name();
    Opened opened(std::move(settings));
    for (std::uint64_t number = 1; number <= 5; ++number) {
        opened.store->append(store::test::chat_records(number, 1));
        opened.ear->wait_for(number);
        database.terminate();
    }
    opened.store->append(store::test::chat_records(6, 1));
    opened.ear->wait_for(6);
    CHECK(losses.count > 0);
}

} // namespace jaipur::server::postgresql::test
