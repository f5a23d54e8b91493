// Sessions whose password waits to be hashed: one at a time, because hashing is slow on purpose.
// Networks take turns, within a network its parts, within an address its sessions. So however many
// passwords somebody else sends, a network waits for one hash of each other network. Suspects (see
// GuessBudget) share every other turn, so however many networks guess, the others wait for few of
// them; but a right password sent again and again can't lock out a suspect either. It must not know
// about requests.
#pragma once

#include "server/core/address.hpp"
#include "server/core/delivery.hpp"
#include "server/core/limits.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <unordered_map>
#include <vector>

namespace jaipur::server::core {

class HashQueue {
  public:
    explicit HashQueue(const Limits& limits) : limits_(limits) {}

    using IsSuspect = std::function<bool(const Address&)>;

    static bool nobody(const Address&) { return false; }

    // The session waits from now on. If that is too many, returns one that no longer does: the new
    // one if its own address has too many, otherwise the newest of the network that has most (of
    // several, a suspect).
    std::optional<SessionId> add(SessionId session, const Address& from,
                                 const IsSuspect& is_suspect = nobody);
    // Whose turn it is; it no longer waits.
    std::optional<SessionId> next(const IsSuspect& is_suspect = nobody);
    // For a session that has ended, whether or not it waits.
    void remove(SessionId session);

    std::size_t size() const { return waiting_.size(); }

  private:
    // An address, and the networks around it; the widest first.
    using Groups = std::array<Address, 3>;

    struct Waiting {
        SessionId session = 0;
        Groups groups;
    };

    struct Group {
        std::uint64_t turn = 0; // when it came or was served last
        std::size_t size = 0;   // how many of its sessions wait; never 0
    };

    static Groups groups_of(const Address& address);
    std::vector<bool> suspects(const IsSuspect& is_suspect) const;
    template <class Better>
    std::size_t choose(Better better) const;
    SessionId take(std::size_t place);

    const Limits& limits_;
    std::vector<Waiting> waiting_; // in order of arrival; short enough to search
    std::array<std::unordered_map<Address, Group>, 3> groups_;
    std::uint64_t turn_ = 0;   // how many were served
    bool suspects_go_ = false; // first, if any wait
};

} // namespace jaipur::server::core
