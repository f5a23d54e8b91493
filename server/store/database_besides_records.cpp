// What a database keeps besides records: replays, the key for push messages, and the guest book.
#include "server/store/database_impl.hpp"
#include "server/store/push_secret.hpp"

#include <algorithm>
#include <string>

namespace jaipur::server::store {

std::optional<std::string> Database::find(const protocol::MatchId& match) {
    ReplayTable::Found found;
    try {
        found = guarded(*impl_->connection, [&] { return impl_->replays.find(match); });
    } catch (const StoreError& error) {
        if (error.kind() != StoreError::Kind::Corrupt)
            throw;
        found.damaged = true;
        impl_->suspect(error);
    }
    if (!found.damaged)
        return found.replay;
    impl_->report(Damage::What::Replay, protocol::hex(match));
    return std::nullopt;
}

std::optional<std::size_t> Database::size_of(const protocol::MatchId& match) {
    try {
        return guarded(*impl_->connection, [&] { return impl_->replays.size_of(match); });
    } catch (const StoreError& error) {
        if (error.kind() != StoreError::Kind::Corrupt)
            throw;
        return 0; // `find` reports it
    }
}

std::optional<PushSecret> Database::push_secret(const core::Entropy& entropy) {
    Connection& connection = *impl_->connection;
    auto secret = guarded(connection, [&] { return stored_push_secret(connection); });
    if (secret)
        return secret;
    secret = core::draw<PushSecret>(entropy);
    const Written written = impl_->commit([&] { set_push_secret(connection, *secret); });
    return written == Written::Durable ? secret : std::nullopt;
}

core::GuestEntries Database::guests() {
    auto found = guarded(*impl_->connection, [&] { return impl_->guests.all(); });
    for (const std::uint64_t number : found.damaged) {
        found.entries.push_back({number, std::nullopt});
        impl_->report(Damage::What::Guest, std::to_string(number));
    }
    std::ranges::sort(found.entries, {}, &core::GuestEntry::number);
    return found.entries;
}

Database::Written Database::keep(std::span<const core::GuestEntries> changes) {
    return impl_->commit([&] {
        for (const core::GuestEntries& change : changes)
            for (const core::GuestEntry& entry : change)
                impl_->guests.change(entry);
    });
}

} // namespace jaipur::server::store
