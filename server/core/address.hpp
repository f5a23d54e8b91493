// Where a connection comes from, for limits by address: an IPv4 address, or the /64 of an IPv6
// address, which belongs to one household or machine. Programs on this machine are exempt from most
// of these limits; the others count by loopback address.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace jaipur::server::core {

struct Address {
    enum class Kind : std::uint8_t { ThisMachine, V4, V6 };

    Kind kind = Kind::ThisMachine;
    // V4 and IPv4 loopback: all 32 bits; V6: the first 64; ::1: 0.
    std::uint64_t network = 0;

    bool is_this_machine() const { return kind == Kind::ThisMachine; }

    // The network around it whose prefix has this many bits: of 64 for IPv6, of 32 for the others.
    Address within(int bits) const {
        const int hidden = (kind == Kind::V6 ? 64 : 32) - bits;
        return {kind, network >> hidden << hidden};
    }

    friend auto operator<=>(const Address&, const Address&) = default;
};

} // namespace jaipur::server::core

template <>
struct std::hash<jaipur::server::core::Address> {
    std::size_t operator()(const jaipur::server::core::Address& address) const noexcept {
        // V4 addresses fill only the lower 32 bits.
        const auto kind = static_cast<std::uint64_t>(address.kind) << 62;
        return std::hash<std::uint64_t>{}(address.network ^ kind);
    }
};
