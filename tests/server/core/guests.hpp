// Guests of a private server.
#pragma once

#include "protocol/hash.hpp"
#include "tests/server/core/world.hpp"
#include "tests/support/quick_hash.hpp"

#include <doctest/doctest.h>

#include <optional>
#include <string>

namespace jaipur::server::core::test {

inline constexpr Privacy for_guests{Access::Invited, Access::Everyone};
inline constexpr Privacy opened_by_guests{Access::Everyone, Access::Invited};

inline protocol::Secret pass_of(std::uint8_t byte) {
    protocol::Secret pass;
    pass.fill(byte);
    return pass;
}

inline protocol::Enter enter(const std::string& password, std::uint8_t pass = 1) {
    return {pass_of(pass), password};
}

inline protocol::Enter enter(const protocol::Secret& invitation, std::uint8_t pass = 1) {
    return {pass_of(pass), invitation};
}

inline void set_password(World& world, const std::optional<std::string>& password) {
    std::optional<PasswordHash> hash;
    if (password) {
        const auto salt = draw<Salt>([&](auto bytes) {
            for (auto& byte : bytes)
                byte = static_cast<std::uint8_t>(world.random.next());
        });
        hash = keep(jaipur::test::quick_hash({0, *password, salt}));
    }
    Output out;
    world.lobby.set_server_password(hash, world.now, out);
    world.carry_out(out);
    while (!world.unstored_guests.empty())
        world.answer_guests(Stored::Durable);
}

inline void invite(World& world, int uses, milliseconds lasts = std::chrono::days(7)) {
    Output out;
    const auto made = world.lobby.invite(
        {.note = "for a friend", .made = world.now, .expires = world.now + lasts, .uses = uses},
        out);
    REQUIRE(made);
    world.last_secret = protocol::from_base64url(made->secret).value();
    world.carry_out(out);
}

inline protocol::Secret last_secret(const World& world) {
    return world.last_secret;
}

inline std::uint64_t last_invitation(const World& world) {
    return world.lobby.guest_book().invitations().rbegin()->first;
}

inline void revoke(World& world, std::uint64_t number) {
    Output out;
    REQUIRE(world.lobby.revoke(number, out));
    world.carry_out(out);
}

// How many uses of the last invitation are spent, as it is stored.
inline int spent(const World& world) {
    int result = -1;
    for (const auto& [number, entry] : world.guests)
        if (const auto* invitation = std::get_if<ServerInvitation>(&*entry.body))
            result = invitation->spent;
    return result;
}

} // namespace jaipur::server::core::test
