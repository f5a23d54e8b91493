// The guest book as a value: its bounds, and what it restores.
#include "server/core/guest_book.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>

using namespace jaipur;
using namespace jaipur::server::core;

namespace {

constexpr Time start{milliseconds{1'000'000}};

TokenHash hash_of(int number) {
    TokenHash hash{};
    hash[0] = static_cast<std::uint8_t>(number);
    hash[1] = static_cast<std::uint8_t>(number / 256);
    return hash;
}

ServerInvitation invitation(int number, int uses = 1) {
    return {hash_of(number), "", start, start + std::chrono::hours(1), uses, 0, false};
}

Limits small() {
    Limits limits;
    limits.passes = 5;
    limits.invitations = 3;
    return limits;
}

// A book and what a store would hold of it.
struct Kept {
    Limits limits = small();
    GuestBook book{limits};
    std::map<std::uint64_t, GuestEntry> stored{};

    void store(const GuestEntries& entries) {
        for (const GuestEntry& entry : entries)
            if (entry.body)
                stored.insert_or_assign(entry.number, entry);
            else
                stored.erase(entry.number);
    }

    std::uint64_t invite(int number, int uses = 1) {
        const auto entries = book.invite(invitation(number, uses));
        store(entries);
        return entries.empty() ? 0 : entries.back().number;
    }

    void let_in(int number, std::uint64_t from) {
        store(book.let_in(hash_of(number), from, start).changed);
    }

    bool knows(int number) const { return book.pass(hash_of(number)).has_value(); }

    GuestBook again() const {
        GuestBook restored(limits);
        for (const auto& [number, entry] : stored)
            restored.restore(entry);
        restored.restored();
        return restored;
    }
};

} // namespace

TEST_CASE("if there are too many passes, the oldest one from the password goes") {
    Kept kept;
    const auto party = kept.invite(1, 2);
    kept.let_in(1, party);
    kept.store(kept.book.set_password(PasswordHash{}, start));
    const auto password = kept.book.password()->first;
    for (int i = 2; i < 10; ++i)
        kept.let_in(i, password);
    CHECK(kept.book.passes() == 5);
    CHECK(kept.knows(1)); // people who know the password can't drive out other guests
    CHECK(!kept.knows(2));
    CHECK(kept.knows(6));
    CHECK(kept.knows(9));
    CHECK(kept.stored.size() == 7);
}

TEST_CASE("without passes from a password, the oldest goes") {
    Kept kept;
    const auto party = kept.invite(1, 9);
    for (int i = 1; i < 8; ++i)
        kept.let_in(i, party);
    CHECK(kept.book.passes() == 5);
    CHECK(!kept.knows(1));
    CHECK(kept.knows(7));
}

TEST_CASE("an invitation goes only once nobody can use it and its passes don't count") {
    Kept kept;
    const auto first = kept.invite(1), second = kept.invite(2), third = kept.invite(3);
    CHECK(kept.invite(4) == 0);
    kept.let_in(1, first); // used up, but its pass counts
    CHECK(kept.invite(4) == 0);
    kept.store(kept.book.revoke(second));
    CHECK(kept.invite(4) != 0);
    CHECK(!kept.book.invitation(second));
    CHECK(kept.book.invitation(third));
    CHECK(!kept.book.invitation(hash_of(2)));
    CHECK(kept.stored.size() == 4);
}

TEST_CASE("a book is the sum of its entries") {
    Kept kept;
    const auto party = kept.invite(1, 3), other = kept.invite(2, 1);
    kept.store(kept.book.set_password(PasswordHash{}, start));
    kept.let_in(1, party);
    kept.let_in(2, other);
    kept.let_in(3, kept.book.password()->first);
    kept.store(kept.book.revoke(other));
    const GuestBook again = kept.again();
    CHECK(again.invitations() == kept.book.invitations());
    CHECK(again.password() == kept.book.password());
    CHECK(again.pass(hash_of(1)) == kept.book.pass(hash_of(1)));
    CHECK(!again.pass(hash_of(2)));
    CHECK(again.pass(hash_of(3)));
    CHECK(again.invitation(party)->spent == 1);
    GuestBook next = kept.again(); // numbers are never used again
    CHECK(next.let_in(hash_of(9), party, start).changed.back().number >
          kept.stored.rbegin()->first);
}

TEST_CASE("passes without what they came from don't count, and are removed") {
    Kept kept;
    const auto party = kept.invite(1, 3);
    kept.let_in(1, party);
    kept.let_in(2, party);
    GuestBook damaged(kept.limits);
    for (const auto& [number, entry] : kept.stored)
        damaged.restore(number == party ? GuestEntry{number, {}} : entry);
    const auto removed = damaged.restored();
    CHECK(removed.size() == 2);
    CHECK(std::ranges::none_of(removed, [](const auto& entry) { return entry.body.has_value(); }));
    CHECK(damaged.passes() == 0);
}

TEST_CASE("a pass by the password brings the password along, which the store may have missed") {
    Kept kept;
    PasswordHash first, second;
    second.salt.fill(2);
    kept.store(kept.book.set_password(first, start));
    kept.let_in(1, kept.book.password()->first);
    kept.book.set_password(second, start); // the disk is full
    kept.let_in(2, kept.book.password()->first);
    GuestBook again(kept.limits);
    for (const auto& [number, entry] : kept.stored)
        again.restore(entry);
    kept.store(again.restored());
    CHECK(again.password() == kept.book.password());
    CHECK(again.pass(hash_of(2)));
    CHECK(!again.pass(hash_of(1)));
    CHECK(kept.stored.size() == 2); // the password before is gone as well
}

TEST_CASE("what couldn't be stored is undone") {
    Kept kept;
    const auto party = kept.invite(1, 1);
    kept.book.let_in(hash_of(1), party, start);
    CHECK(is_over(*kept.book.invitation(party), start));
    kept.book.undo_let_in(hash_of(1), {});
    CHECK(!is_over(*kept.book.invitation(party), start));
    CHECK(!kept.knows(1));
    kept.book.undo_let_in(hash_of(1), {}); // once
    CHECK(kept.book.invitation(party)->spent == 0);
    kept.book.undo_invite(party);
    CHECK(!kept.book.invitation(hash_of(1)));
}

TEST_CASE("the pass that made place for one that couldn't be stored comes back") {
    Kept kept;
    const auto party = kept.invite(1, 9);
    for (int i = 1; i <= 5; ++i)
        kept.let_in(i, party);
    const auto number = kept.book.pass(hash_of(1));
    const auto gone = kept.book.let_in(hash_of(6), party, start).gone;
    CHECK(!kept.knows(1));
    SUBCASE("as it was") {
        kept.book.undo_let_in(hash_of(6), gone);
        CHECK(kept.book.pass(hash_of(1)) == number);
        CHECK(!kept.knows(6));
        CHECK(kept.book.passes() == 5);
    }
    SUBCASE("unless it has become void") {
        kept.book.revoke(party);
        kept.book.undo_let_in(hash_of(6), gone);
        CHECK(kept.book.passes() == 0);
    }
    SUBCASE("unless its owner has entered again") {
        kept.let_in(1, party);
        kept.book.undo_let_in(hash_of(6), gone);
        const auto again = kept.book.pass(hash_of(1));
        CHECK(again != number);
        CHECK(kept.again().pass(hash_of(1)) == again); // the store has both
        CHECK(kept.again().passes() == kept.book.passes());
    }
}
