// What strangers may do on a private server, and the guest book while its changes are on their way
// to the store.
#pragma once

#include "server/core/accounts.hpp"
#include "server/core/chance.hpp"
#include "server/core/delivery.hpp"
#include "server/core/guest_book.hpp"
#include "server/core/lobby/session.hpp"
#include "server/core/rate_limit.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace jaipur::server::core {

enum class Access : std::uint8_t { Everyone, Invited };

struct Privacy {
    Access may_enter = Access::Everyone; // rooms
    Access may_open = Access::Everyone;  // rooms
    friend bool operator==(const Privacy&, const Privacy&) = default;
};

class Guests {
  public:
    Guests(const Limits& limits, const Entropy& entropy)
        : limits_(limits), entropy_(entropy), book_(limits) {}

    void set(const Privacy& privacy) { privacy_ = privacy; }

    // The limits have changed.
    void limits_changed(Time now);

    bool admits_only_guests() const { return privacy_.may_enter == Access::Invited; }

    // Nobody needs a pass.
    bool is_open() const { return privacy_ == Privacy{}; }

    // Whether a stranger is asking for what takes a pass.
    bool locks_out(const Session& session, Time now) const {
        return admits_only_guests() && !is_guest(session, now);
    }

    bool keeps_from_opening(const Session& session, Time now) const {
        return !is_open() && !is_guest(session, now);
    }

    const GuestBook& book() const { return book_; }

    GuestBook& book() { return book_; }

    // Whether this server may change the book. If another one does, this one only reads it, and its
    // copy may be out of date.
    bool keeps_book() const { return keeps_book_; }

    void keep_book(bool keeps) { keeps_book_ = keeps; }

    // For how long another server that doesn't know the session's pass may let it count. What was
    // vouched for here counts no longer, or it would never end.
    milliseconds pass_counts_for(const Session& session, Time now) const {
        if (!session.guest)
            return milliseconds{0};
        if (book_.has_pass(*session.guest))
            return enough_to_read_the_book;
        return std::max(milliseconds{0}, session.vouched_until - now);
    }

    static constexpr milliseconds enough_to_read_the_book{2000};

    // Whether this server can say what this pass is worth. If not, the one that keeps the book can.
    bool knows_pass(const TokenHash& hash) const {
        return keeps_book() || is_open() || book_.pass(hash);
    }

    // To hash a password with, so that it can be compared with the server's.
    Salt salt() const;
    // The number of the server's password, if it is this one.
    std::optional<std::uint64_t> with_password(const std::optional<HashedPassword>& shown) const;
    // Whether the server's password has changed since this was hashed, so it must be hashed again.
    bool is_outdated(const std::optional<HashedPassword>& shown) const;
    // The invitation with this hash, unless it is over.
    std::optional<std::uint64_t> with_invitation(const TokenHash& hash, Time now) const;

    // Whether this address may get one more pass by the password.
    bool may_get_pass(const Address& address, Time now);

    // ---- changes on their way to the store
    // Whether this pass, or one from this invitation, is being stored. If so, the session goes on
    // once that is over: until then, nobody knows whether it counts.
    bool waits_for_pass(const TokenHash& pass, SessionId session);
    bool waits_for_invitation(std::uint64_t number, SessionId session);
    bool is_storing_pass_from(std::uint64_t invitation) const;

    // A pass for the caller, who waits until it is stored.
    void let_in(const TokenHash& pass, std::uint64_t from, const Caller& caller);
    void store(GuestEntries entries, Output& out);
    // The operator learns the `result` of this change. `invitation`: that it adds.
    std::uint64_t store_for_operator(GuestEntries entries, std::optional<std::uint64_t> invitation,
                                     Output& out);

    // The sessions that waited for this change, and who asked for a pass.
    struct Settled {
        std::optional<SessionId> newcomer;
        std::vector<SessionId> waiting;
        bool somebody_asked = false; // for the change
    };

    // The store's answer about a change. What it couldn't store is undone.
    Settled settle(std::uint64_t change, Stored result, Time now);

    // Once, for each of the operator's changes; nothing while the store has it.
    std::optional<Stored> take_result(std::uint64_t change);

  private:
    struct InFlight {
        std::optional<TokenHash> pass;               // that it adds
        std::uint64_t from = 0;                      // where the pass comes from
        std::optional<Address> charged;              // for the pass, see may_get_pass
        std::optional<GuestBook::NumberedPass> gone; // to make place for the pass
        std::optional<std::uint64_t> invitation;     // that it adds
        Settled sessions;
        bool by_operator = false;

        bool adds_pass_from(std::uint64_t number) const { return pass && from == number; }
    };

    struct Account {
        TokenBucket passes;

        static bool is_held() { return false; }

        bool is_idle(Time now) const { return passes.is_full(now); }
    };

    bool is_guest(const Session& session, Time now) const {
        return pass_counts_for(session, now) > milliseconds{0};
    }

    std::uint64_t submit(InFlight flight, GuestEntries entries, Output& out);
    void undo(const InFlight& flight, Time now);
    template <class Is>
    bool waits(SessionId session, Is is);
    double passes_per_second() const;

    const Limits& limits_;
    const Entropy& entropy_;
    Privacy privacy_;
    GuestBook book_;
    bool keeps_book_ = true;
    std::map<std::uint64_t, InFlight> in_flight_;
    std::map<std::uint64_t, Stored> results_; // of the operator's changes, until they are read
    std::uint64_t last_change_ = 0;
    Accounts<Account> accounts_;
};

} // namespace jaipur::server::core
