// Which processes have certainly ended.
#include "server/postgresql/identity.hpp"

#include <doctest/doctest.h>

#include <csignal>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

namespace jaipur::server::postgresql {

TEST_CASE("a process that has ended is told from one that runs") {
    const pid_t child = ::fork();
    if (child == 0) {
        ::pause();
        ::_exit(0);
    }
    const std::string identity = identity_of(child);
    CHECK_FALSE(has_ended(identity_of(::getpid())));
    CHECK_FALSE(has_ended(identity));
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    CHECK(has_ended(identity));
}

TEST_CASE("a later process with the same number is another one") {
    std::string identity = identity_of(::getpid());
    const std::string number = " " + std::to_string(::getpid()) + " ";
    const auto start = identity.find(number) + number.size();
    CHECK(has_ended(identity.insert(start, "1")));
}

TEST_CASE("nothing is certain about processes elsewhere, or about other names") {
    std::string identity = identity_of(::getpid());
    for (const std::string text : {"", "host", "host 1 2", "host -1 2 3 4"})
        CHECK_FALSE(has_ended(text));
    CHECK_FALSE(has_ended(identity + "x"));
    identity.replace(identity.rfind("pid:"), 4, "x");
    CHECK_FALSE(has_ended(identity));
}

} // namespace jaipur::server::postgresql
