// Who may use a private server: its invitations, its password, and the passes of the people that
// these have let in. Secrets are kept as hashes only. Like a room, the book is the sum of its
// stored entries. It must not know about sessions, randomness or clocks.
//
// A decision holds at once and returns what to store. A pass counts as known from then on, so the
// caller must not admit anybody with it before it is stored, and undoes it if it can't be.
#pragma once

#include "server/core/limits.hpp"
#include "server/core/record.hpp"
#include "server/core/time.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace jaipur::server::core {

struct ServerInvitation {
    TokenHash hash{}; // of the secret in the link
    std::string note; // the operator's, for example the guest's name
    Time made{}, expires{};
    int uses = 1;  // how many passes it may give
    int spent = 0; // of these
    bool revoked = false;
    friend bool operator==(const ServerInvitation&, const ServerInvitation&) = default;
};

constexpr bool is_over(const ServerInvitation& invitation, Time now) {
    return invitation.revoked || invitation.spent >= invitation.uses || invitation.expires <= now;
}

struct ServerPassword {
    PasswordHash hash;
    Time made{};
    friend bool operator==(const ServerPassword&, const ServerPassword&) = default;
};

struct ServerPass {
    TokenHash hash{};
    std::uint64_t from = 0; // the number of the invitation or password
    Time made{};
    friend bool operator==(const ServerPass&, const ServerPass&) = default;
};

// Numbers count up from 1 over all kinds. Empty: the entry is removed.
struct GuestEntry {
    std::uint64_t number = 0;
    std::optional<std::variant<ServerInvitation, ServerPassword, ServerPass>> body;
    friend bool operator==(const GuestEntry&, const GuestEntry&) = default;
};

// Stored together or not at all.
using GuestEntries = std::vector<GuestEntry>;

class GuestBook {
  public:
    explicit GuestBook(const Limits& limits) : limits_(limits) {}

    // Forgets everything.
    void clear();
    // On startup, or after `clear`: call `restore` with each stored entry in the order of their
    // numbers, then `restored` once, which returns the removal of those that no longer count.
    void restore(const GuestEntry& entry);
    GuestEntries restored();

    // ---- what it says
    // The number of this pass, if it counts.
    std::optional<std::uint64_t> pass(const TokenHash& hash) const;

    bool has_pass(std::uint64_t number) const { return passes_.contains(number); }

    std::optional<std::uint64_t> invitation(const TokenHash& hash) const;
    const ServerInvitation* invitation(std::uint64_t number) const;

    const std::map<std::uint64_t, ServerInvitation>& invitations() const { return invitations_; }

    // How many people an invitation or a password has let in.
    std::size_t passes_from(std::uint64_t number) const;

    std::size_t passes() const { return passes_.size(); }

    // With its number.
    const std::optional<std::pair<std::uint64_t, ServerPassword>>& password() const {
        return password_;
    }

    // ---- decisions
    // The passes of the password before are void. Empty: no password lets anybody in.
    GuestEntries set_password(const std::optional<PasswordHash>& hash, Time now);
    // The invitation has the number of the last entry. Nothing: there are too many that can still
    // be used, or whose passes count.
    GuestEntries invite(ServerInvitation invitation);
    // Its passes are void.
    GuestEntries revoke(std::uint64_t number);
    using NumberedPass = std::pair<std::uint64_t, ServerPass>;

    struct LetIn {
        GuestEntries changed;
        std::optional<NumberedPass> gone; // to make place
    };

    // A new pass from this invitation, which isn't over, or password. If there are too many, the
    // oldest one from the password goes, so that people who know that can't drive out other guests.
    LetIn let_in(const TokenHash& pass, std::uint64_t from, Time now);

    // ---- the store was full
    void undo_invite(std::uint64_t number);
    void undo_let_in(const TokenHash& pass, const std::optional<NumberedPass>& gone);

  private:
    void put(std::uint64_t number, const ServerPass& pass);
    NumberedPass remove_pass(std::uint64_t number);
    void remove_passes_from(std::uint64_t number, GuestEntries& removed);
    bool lets_in(std::uint64_t number) const;
    bool make_place_for_invitation(Time now, GuestEntries& removed);

    const Limits& limits_;
    std::map<std::uint64_t, ServerInvitation> invitations_;
    std::optional<std::pair<std::uint64_t, ServerPassword>> password_;
    std::map<std::uint64_t, ServerPass> passes_; // the oldest first
    std::map<std::uint64_t, std::set<std::uint64_t>> passes_from_;
    // Sorted, as in SeatTokens.
    std::map<TokenHash, std::uint64_t> pass_hashes_, invitation_hashes_;
    std::uint64_t last_number_ = 0;
    GuestEntries outdated_; // found while restoring
};

} // namespace jaipur::server::core
