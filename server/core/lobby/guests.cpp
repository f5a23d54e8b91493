#include "server/core/lobby/guests.hpp"

#include "server/core/password.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

namespace jaipur::server::core {

double Guests::passes_per_second() const {
    constexpr std::chrono::duration<double> day = std::chrono::days(1);
    return limits_.passes_per_address / day.count();
}

void Guests::limits_changed(Time now) {
    accounts_.for_each([&](Account& account) {
        account.passes.change(limits_.passes_per_address, passes_per_second(), now);
    });
}

// If there is no password, hashing takes as long.
Salt Guests::salt() const {
    const auto& password = book_.password();
    return password ? password->second.hash.salt : draw<Salt>(entropy_);
}

std::optional<std::uint64_t>
Guests::with_password(const std::optional<HashedPassword>& shown) const {
    const auto& password = book_.password();
    if (!password || !shown || !fits(password->second.hash, *shown))
        return std::nullopt;
    return password->first;
}

bool Guests::is_outdated(const std::optional<HashedPassword>& shown) const {
    const auto& password = book_.password();
    return password && shown && password->second.hash.salt != shown->salt;
}

std::optional<std::uint64_t> Guests::with_invitation(const TokenHash& hash, Time now) const {
    const auto number = book_.invitation(hash);
    return number && !is_over(*book_.invitation(*number), now) ? number : std::nullopt;
}

bool Guests::may_get_pass(const Address& address, Time now) {
    if (address.is_this_machine())
        return true;
    const auto make = [&] {
        return Account{{limits_.passes_per_address, passes_per_second(), now}};
    };
    return accounts_.of(address, now, make).passes.take(now);
}

// ---- changes on their way to the store ---------------------------------------------------------

template <class Is>
bool Guests::waits(SessionId session, Is is) {
    const auto found =
        std::ranges::find_if(in_flight_, [&](const auto& each) { return is(each.second); });
    if (found == in_flight_.end())
        return false;
    found->second.sessions.waiting.push_back(session);
    return true;
}

bool Guests::waits_for_pass(const TokenHash& pass, SessionId session) {
    return waits(session, [&](const InFlight& flight) { return flight.pass == pass; });
}

bool Guests::waits_for_invitation(std::uint64_t number, SessionId session) {
    return waits(session, [&](const InFlight& flight) { return flight.adds_pass_from(number); });
}

bool Guests::is_storing_pass_from(std::uint64_t invitation) const {
    return std::ranges::any_of(
        in_flight_, [&](const auto& each) { return each.second.adds_pass_from(invitation); });
}

void Guests::let_in(const TokenHash& pass, std::uint64_t from, const Caller& caller) {
    caller.session.step = Session::Step::Wait;
    InFlight flight;
    flight.pass = pass;
    flight.from = from;
    if (!book_.invitation(from))
        flight.charged = caller.session.address;
    flight.sessions.newcomer = caller.id;
    auto [changed, gone] = book_.let_in(pass, from, caller.now);
    flight.gone = std::move(gone);
    submit(std::move(flight), std::move(changed), caller.out);
}

void Guests::store(GuestEntries entries, Output& out) {
    if (!entries.empty())
        submit({}, std::move(entries), out);
}

std::uint64_t Guests::store_for_operator(GuestEntries entries,
                                         std::optional<std::uint64_t> invitation, Output& out) {
    InFlight flight;
    flight.invitation = invitation;
    flight.by_operator = true;
    return submit(std::move(flight), std::move(entries), out);
}

std::uint64_t Guests::submit(InFlight flight, GuestEntries entries, Output& out) {
    in_flight_.emplace(++last_change_, std::move(flight));
    out.guest_changes.push_back({last_change_, std::move(entries)});
    return last_change_;
}

void Guests::undo(const InFlight& flight, Time now) {
    if (flight.pass) {
        book_.undo_let_in(*flight.pass, flight.gone);
        // If a later one took its place, it doesn't come back: nobody has stored it.
        for (auto& [number, later] : in_flight_)
            if (later.gone && later.gone->second.hash == *flight.pass)
                later.gone.reset();
    }
    if (flight.invitation)
        book_.undo_invite(*flight.invitation);
    if (Account* const account = flight.charged ? accounts_.find(*flight.charged) : nullptr)
        account->passes.give_back(now);
}

Guests::Settled Guests::settle(std::uint64_t change, Stored result, Time now) {
    const auto node = in_flight_.extract(change);
    if (node.empty())
        return {};
    const InFlight& flight = node.mapped();
    if (result != Stored::Durable)
        undo(flight, now);
    if (flight.by_operator)
        results_.emplace(change, result);
    Settled settled = flight.sessions;
    settled.somebody_asked = flight.by_operator || settled.newcomer;
    return settled;
}

std::optional<Stored> Guests::take_result(std::uint64_t change) {
    const auto node = results_.extract(change);
    return node.empty() ? std::nullopt : std::optional(node.mapped());
}

} // namespace jaipur::server::core
