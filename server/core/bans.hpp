// Addresses that the operator doesn't let in, until a given time or for good. This machine is never
// banned: the operator sits there. Time is passed in.
#pragma once

#include "server/core/address.hpp"
#include "server/core/time.hpp"

#include <optional>
#include <utility>
#include <vector>

namespace jaipur::server::core {

// All addresses with the same first bits.
struct Network {
    Address address; // without the other bits; not this machine
    int bits = 0;    // 1 to 32 of an IPv4 address, 1 to 64 of an IPv6 address

    bool contains(const Address& other) const {
        return other.kind == address.kind && other.within(bits) == address;
    }

    friend bool operator==(const Network&, const Network&) = default;
};

struct Ban {
    Network network;
    Time since{};
    std::optional<Time> until; // empty: for good
    friend bool operator==(const Ban&, const Ban&) = default;
};

class Bans {
  public:
    Bans() = default;

    explicit Bans(std::vector<Ban> all) : all_(std::move(all)) {}

    // Replaces one of the same network.
    void add(const Ban& ban);
    // False: there is none of exactly this network.
    bool remove(const Network& network);
    bool hold(const Address& address, Time now) const;
    // Those in force, the oldest first.
    std::vector<Ban> all(Time now) const;

  private:
    std::vector<Ban> all_;
};

} // namespace jaipur::server::core
