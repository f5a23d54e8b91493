// --store, and passwords in it.
#include "server/shell/connection_string.hpp"
#include "server/shell/postgresql.hpp"
#include "tests/server/shell/parsed.hpp"

#include <doctest/doctest.h>

#include <string>

namespace jaipur::server::shell {

namespace {

// In a server without PostgreSQL, these options are errors.
bool unknown_here(const test::Words& arguments) {
    if (objection_to_postgresql().empty())
        return false;
    CHECK(refused(arguments).find("built without PostgreSQL") != std::string::npos);
    return true;
}

} // namespace

TEST_CASE("a database is an alternative to a data directory") {
    if (!unknown_here({"--store", "postgresql://me@host/jaipur"})) {
        const Serve serve = served({"--store", "host=/run/postgresql dbname=jaipur",
                                    "--store-single-database", "--store-lease", "60"});
        REQUIRE(serve.store);
        CHECK(serve.store->connection == "host=/run/postgresql dbname=jaipur");
        CHECK(serve.store->single);
        CHECK(serve.store->lease_time() == 60s);
        CHECK_FALSE(serve.store->cluster);
        const Serve usual = served({"--store", "postgresql://me@host/jaipur"});
        CHECK_FALSE(usual.store->single);
        CHECK(usual.store->lease_time() == 40s);
    }
    CHECK_FALSE(served({}).store);
    for (const char* other : {"--data=/srv", "--in-memory"})
        CHECK(refused({"--store", "postgresql://host", other}).find("--store") !=
              std::string::npos);
    refused({"--store-single-database"});
    refused({"--store-lease", "60"});
    refused({"--store", "postgresql://host", "--store-lease", "2"});
    for (const char* wrong : {"", "/srv/jaipur", "mysql://host/jaipur", "host"})
        CHECK(refused({"--store", wrong}).find("postgresql://") != std::string::npos);
}

TEST_CASE("a server in a cluster has an address and a secret, and maybe a name") {
    const test::TemporaryFile secret("0123456789 0123456789 0123456789\nmore\n");
    const test::Words store{"--store", "host=a dbname=b"};
    const auto with = [&](test::Words more) {
        more.insert(more.begin(), store.begin(), store.end());
        more.push_back("--cluster-secret=" + secret.path());
        return more;
    };
    if (unknown_here(store))
        return;
    const Serve named = served(with({"--cluster-name", "a-1", "--cluster-address", "db.x:7780"}));
    REQUIRE(named.store->cluster);
    CHECK(named.store->cluster->address == "db.x:7780");
    CHECK(named.store->cluster->name == "a-1");
    CHECK(named.store->cluster->secret == "0123456789 0123456789 0123456789");
    CHECK_FALSE(named.store->cluster->listen);
    CHECK(named.store->lease_time() == 3500ms);
    const Serve unnamed = served(with({"--cluster-address", "[fd00::1]:1", "--store-lease", "30"}));
    CHECK_FALSE(unnamed.store->cluster->name);
    CHECK(unnamed.store->lease_time() == 30s);
    const Serve apart =
        served(with({"--cluster-address", "a:1", "--cluster-listen", "[fd00::1]:7780"}));
    CHECK(apart.store->cluster->listen == parse_endpoint("[fd00::1]:7780"));
    refused({"--cluster-address", "host:1"});
    CHECK(refused({"--store", "host=a", "--cluster-address", "host:1"}).find("--cluster-secret") !=
          std::string::npos);
    CHECK(refused(with({})).find("--cluster-address") != std::string::npos);
    CHECK(refused(with({"--cluster-address", "a:1", "--cluster-listen", "b:1"}))
              .find("address and a port") != std::string::npos);
    CHECK(refused(with({"--cluster-name", "a"})).find("--cluster-address") != std::string::npos);
    for (const char* wrong : {"host", "host:", ":1", "host:0", "host:65536", "fd00::1:1", "a b:1"})
        CHECK(refused(with({"--cluster-address", wrong})).find("HOST:PORT") != std::string::npos);
    for (const char* wrong : {"", "two words", "a\nb"})
        CHECK(
            refused(with({"--cluster-address", "a:1", "--cluster-name", wrong})).find("hyphens") !=
            std::string::npos);
}

TEST_CASE("the secret of a cluster is long, and nobody else can read it") {
    const auto arguments = [](const std::string& file) {
        return test::Words{"--store", "host=a",           "--cluster-address",
                           "a:1",     "--cluster-secret", file};
    };
    if (unknown_here({"--store", "host=a"}))
        return;
    const test::TemporaryFile brief("0123456789 0123456789 012345678\n and more in another line");
    CHECK(refused(arguments(brief.path())).find("at least 32 characters") != std::string::npos);
    const test::TemporaryFile open("0123456789 0123456789 0123456789\n");
    using std::filesystem::perms;
    for (const auto others : {perms::group_read, perms::others_read, perms::group_write}) {
        std::filesystem::permissions(open.path(), perms::owner_read | perms::owner_write | others);
        CHECK(refused(arguments(open.path())).find("other users") != std::string::npos);
    }
    CHECK(refused(arguments("/nowhere/secret")).find("No such file") != std::string::npos);
}

TEST_CASE("--data on the command line beats a database in the environment, with its options") {
    const Environment environment{{"JAIPUR_STORE", "postgresql://host/jaipur"},
                                  {"JAIPUR_STORE_SINGLE_DATABASE", "true"}};
    const Serve serve = test::served(test::parse({"--data", "/srv"}, environment));
    CHECK_FALSE(serve.store);
    CHECK(serve.data == "/srv");
}

TEST_CASE("backup and restore take a database; check and salvage refuse one") {
    if (unknown_here({"backup", "--store", "postgresql://host", "file"}))
        return;
    const auto backup = std::get<Backup>(parse({"--store", "postgresql://host", "backup", "file"}));
    CHECK(backup.store->connection == "postgresql://host");
    const auto other =
        std::get<Backup>(parse({"--store", "postgresql://host", "backup", "--data", "/x", "file"}));
    CHECK_FALSE(other.store);
    CHECK(other.data == "/x");
    CHECK(std::get<Restore>(parse({"restore", "--store", "host=a", "file"})).store->connection ==
          "host=a");
    for (const test::Words& wrong :
         {test::Words{"--store", "host=a", "check"}, {"--store", "host=a", "salvage", "file"}})
        CHECK(refused(wrong).find("pg_amcheck") != std::string::npos);
    CHECK(std::holds_alternative<Check>(parse({"--store", "host=a", "check", "file"})));
}

TEST_CASE("passwords in a connection string aren't shown") {
    CHECK(without_password("postgresql://me@host:5432,other/jaipur?connect_timeout=3") ==
          "postgresql://me@host:5432,other/jaipur?connect_timeout=3");
    CHECK(without_password("postgresql://me:s3cret@host/jaipur") ==
          "postgresql://me:***@host/jaipur");
    CHECK(without_password("host=a  user = 'me' dbname=j") == "host=a user='me' dbname=j");
    for (const char* secret :
         {"postgresql://me:s3cret@host/j", "postgres://me:s3@cret@host", "postgresql://:s3cret@",
          "postgresql://host/j?user=me&password=s3cret&x=y", "postgresql://me:s3?cret@host",
          "postgresql://host?pass%77ord=s3cret", "password=s3cret host=a", "password = 's3 cret'",
          "host=a password='s3\\'cret' user=b", "sslpassword=s3cret", "password='s3cret",
          "host=a s3cret", "s3cret"}) {
        const std::string shown = without_password(secret);
        CAPTURE(secret);
        CAPTURE(shown);
        CHECK(shown.find("s3") == std::string::npos);
        CHECK(shown.find("cret") == std::string::npos);
    }
}

TEST_CASE("--print-config doesn't show the password either") {
    const test::Words arguments{"--store", "postgresql://me:s3cret@host/j", "--print-config"};
    if (unknown_here(arguments))
        return;
    const std::string text = std::get<ExitWith>(parse(arguments)).text;
    CHECK(text.find("store = postgresql://me:***@host/j") != std::string::npos);
    CHECK(text.find("s3cret") == std::string::npos);
}

} // namespace jaipur::server::shell
