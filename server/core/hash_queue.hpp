// Sessions whose password waits to be hashed: one at a time, because hashing is slow on purpose.
// Networks take turns, within a network its parts, within an address its sessions. Every other turn
// goes to the network that had the fewest passwords hashed in the last hour. So neither many
// passwords nor many networks make others wait for long: each network comes first once, and from
// then on behind those that ask rarely. It must not know about requests, or whether a password was
// right.
#pragma once

#include "server/core/accounts.hpp"
#include "server/core/address.hpp"
#include "server/core/delivery.hpp"
#include "server/core/limits.hpp"
#include "server/core/time.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace jaipur::server::core {

class HashQueue {
  public:
    explicit HashQueue(const Limits& limits) : limits_(limits) {}

    // The session waits from now on. If that is too many, returns one that no longer does: the new
    // one if its own address has too many, otherwise the newest of the network that has most (of
    // several, the one that had most passwords hashed lately).
    std::optional<SessionId> add(SessionId session, const Address& from, Time now);
    // Whose turn it is; it no longer waits.
    std::optional<SessionId> next(Time now);
    // Any one that waits; it no longer does.
    std::optional<SessionId> pop();
    // For a session that has ended, whether or not it waits.
    void remove(SessionId session);

    std::size_t size() const { return waiting_.size(); }

  private:
    // Everybody, a network, a part of it, or an address. It is remembered for an hour after a turn.
    struct Group {
        std::uint64_t came = 0; // since when some of it waits
        std::uint64_t turn = 0; // its last one; if that is more than an hour ago, when it came
        std::size_t size = 0;   // how many of its sessions wait
        unsigned hashes = 0;    // within an hour from `since`
        Time since{};
        bool takes_turns = false; // its parts; otherwise the next turn is for the fewest hashes

        unsigned lately(Time now) const;

        bool is_held() const { return size > 0; }

        bool is_idle(Time now) const { return !is_held() && lately(now) == 0; }
    };

    static constexpr std::size_t levels = 4; // the widest first
    using Groups = std::array<Group*, levels>;

    struct Waiting {
        SessionId session = 0;
        Groups groups{};
    };

    Groups groups_of(const Address& from, Time now);
    template <class Better>
    std::size_t choose(Better better) const;
    SessionId take(std::size_t place);

    const Limits& limits_;
    std::vector<Waiting> waiting_; // in order of arrival; short enough to search
    std::array<Accounts<Group>, levels> groups_;
    std::uint64_t count_ = 0; // of arrivals and turns
};

} // namespace jaipur::server::core
