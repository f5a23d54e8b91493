#include "server/core/accounts.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>

namespace jaipur::server::core {

namespace {

struct Account {
    bool held = false;
    bool idle = false;

    bool is_held() const { return held; }

    bool is_idle(Time) const { return idle && !held; }
};

struct Remembered {
    Accounts<Account> accounts;
    std::uint64_t next = 0;

    void add(std::size_t count, Account account) {
        for (std::size_t i = 0; i < count; ++i)
            accounts.of({Address::Kind::V4, next++}, {}, [&] { return account; });
    }

    bool knows_first(std::uint64_t count) const {
        for (std::uint64_t i = 0; i < count; ++i)
            if (!accounts.find({Address::Kind::V4, i}))
                return false;
        return true;
    }
};

} // namespace

TEST_CASE("idle accounts are dropped once 256 are known, then whenever their number doubles") {
    Remembered remembered;
    remembered.add(100, {});
    remembered.add(156, {false, true});
    CHECK(remembered.accounts.size() == 256);
    remembered.add(1, {});
    CHECK(remembered.accounts.size() == 101);
    remembered.add(199, {});
    CHECK(remembered.accounts.size() == 300); // at 256 there was nothing to drop
    remembered.add(213, {false, true});
    CHECK(remembered.accounts.size() == 301);
}

TEST_CASE("of more than 10,000 accounts, all but 10,000 are forgotten, never one that is held") {
    constexpr std::size_t most = Accounts<Account>::most;
    Remembered remembered;
    remembered.add(100, {true, true});
    remembered.add(16384 - 100, {}); // 256, doubled six times
    CHECK(remembered.accounts.size() == 16384);
    remembered.add(1, {});
    CHECK(remembered.accounts.size() == most / 2 + 1);
    remembered.add(most / 2 - 1, {});
    CHECK(remembered.accounts.size() == most);
    remembered.add(1, {});
    CHECK(remembered.accounts.size() == most / 2 + 1);
    CHECK(remembered.knows_first(100));
}

} // namespace jaipur::server::core
