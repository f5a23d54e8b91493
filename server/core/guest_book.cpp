#include "server/core/guest_book.hpp"

#include "common/overloaded.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace jaipur::server::core {

// ---- restoring ---------------------------------------------------------------------------------

void GuestBook::clear() {
    invitations_.clear();
    password_.reset();
    passes_.clear();
    passes_from_.clear();
    pass_hashes_.clear();
    invitation_hashes_.clear();
    last_number_ = 0;
    outdated_.clear();
}

void GuestBook::restore(const GuestEntry& entry) {
    last_number_ = std::max(last_number_, entry.number);
    const Overloaded each{
        [&](const ServerInvitation& invitation) {
            invitations_.insert_or_assign(entry.number, invitation);
            invitation_hashes_.insert_or_assign(invitation.hash, entry.number);
        },
        // The store couldn't remove the one before.
        [&](const ServerPassword& password) {
            if (password_)
                outdated_.push_back({password_->first, std::nullopt});
            password_.emplace(entry.number, password);
        },
        [&](const ServerPass& pass) {
            if (const auto twin = this->pass(pass.hash)) { // likewise
                remove_pass(*twin);
                outdated_.push_back({*twin, std::nullopt});
            }
            put(entry.number, pass);
        },
    };
    if (entry.body)
        std::visit(each, *entry.body);
}

GuestEntries GuestBook::restored() {
    GuestEntries removed = std::exchange(outdated_, {});
    std::vector<std::uint64_t> origins;
    for (const auto& [from, passes] : passes_from_)
        if (!lets_in(from))
            origins.push_back(from);
    for (const std::uint64_t from : origins)
        remove_passes_from(from, removed);
    return removed;
}

// ---- what it says ------------------------------------------------------------------------------

std::optional<std::uint64_t> GuestBook::pass(const TokenHash& hash) const {
    const auto found = pass_hashes_.find(hash);
    return found == pass_hashes_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<std::uint64_t> GuestBook::invitation(const TokenHash& hash) const {
    const auto found = invitation_hashes_.find(hash);
    return found == invitation_hashes_.end() ? std::nullopt : std::optional(found->second);
}

const ServerInvitation* GuestBook::invitation(std::uint64_t number) const {
    const auto found = invitations_.find(number);
    return found == invitations_.end() ? nullptr : &found->second;
}

std::size_t GuestBook::passes_from(std::uint64_t number) const {
    const auto found = passes_from_.find(number);
    return found == passes_from_.end() ? 0 : found->second.size();
}

// ---- decisions ---------------------------------------------------------------------------------

GuestEntries GuestBook::set_password(const std::optional<PasswordHash>& hash, Time now) {
    GuestEntries changed;
    if (password_) {
        changed.push_back({password_->first, std::nullopt});
        remove_passes_from(password_->first, changed);
        password_.reset();
    }
    if (hash) {
        password_.emplace(++last_number_, ServerPassword{*hash, now});
        changed.push_back({password_->first, password_->second});
    }
    return changed;
}

GuestEntries GuestBook::invite(ServerInvitation invitation) {
    GuestEntries changed;
    if (!make_place_for_invitation(invitation.made, changed))
        return {};
    const std::uint64_t number = ++last_number_;
    invitation_hashes_.emplace(invitation.hash, number);
    changed.push_back({number, invitation});
    invitations_.emplace(number, std::move(invitation));
    return changed;
}

GuestEntries GuestBook::revoke(std::uint64_t number) {
    ServerInvitation& invitation = invitations_.at(number);
    invitation.revoked = true;
    GuestEntries changed{{number, invitation}};
    remove_passes_from(number, changed);
    return changed;
}

GuestBook::LetIn GuestBook::let_in(const TokenHash& hash, std::uint64_t from, Time now) {
    LetIn result;
    GuestEntries& changed = result.changed;
    if (limits_.passes > 0 && passes_.size() >= limits_.passes) {
        const auto by_password =
            password_ ? passes_from_.find(password_->first) : passes_from_.end();
        const std::uint64_t oldest = by_password == passes_from_.end()
                                         ? passes_.begin()->first
                                         : *by_password->second.begin();
        result.gone = remove_pass(oldest);
        changed.push_back({oldest, std::nullopt});
    }
    if (const auto found = invitations_.find(from); found != invitations_.end()) {
        ++found->second.spent;
        changed.push_back({from, found->second});
    } else if (password_ && password_->first == from) { // which may have met a full disk
        changed.push_back({from, password_->second});
    }
    const ServerPass pass{hash, from, now};
    put(++last_number_, pass);
    changed.push_back({last_number_, pass});
    return result;
}

void GuestBook::undo_invite(std::uint64_t number) {
    const auto found = invitations_.find(number);
    if (found == invitations_.end())
        return;
    invitation_hashes_.erase(found->second.hash);
    invitations_.erase(found);
}

void GuestBook::undo_let_in(const TokenHash& hash, const std::optional<NumberedPass>& gone) {
    if (gone && lets_in(gone->second.from) && !pass(gone->second.hash)) // back since then
        put(gone->first, gone->second);
    const auto number = pass(hash);
    if (!number) // void since then
        return;
    if (const auto from = invitations_.find(passes_.at(*number).from); from != invitations_.end())
        --from->second.spent;
    remove_pass(*number);
}

// ---- parts -------------------------------------------------------------------------------------

// Whether those let in by this entry still count.
bool GuestBook::lets_in(std::uint64_t number) const {
    const ServerInvitation* found = invitation(number);
    return found ? !found->revoked : password_ && password_->first == number;
}

void GuestBook::put(std::uint64_t number, const ServerPass& pass) {
    passes_.insert_or_assign(number, pass);
    passes_from_[pass.from].insert(number);
    pass_hashes_.insert_or_assign(pass.hash, number);
}

GuestBook::NumberedPass GuestBook::remove_pass(std::uint64_t number) {
    const auto found = passes_.find(number);
    NumberedPass removed = *found;
    pass_hashes_.erase(found->second.hash);
    const auto of_origin = passes_from_.find(found->second.from);
    of_origin->second.erase(number);
    if (of_origin->second.empty())
        passes_from_.erase(of_origin);
    passes_.erase(found);
    return removed;
}

void GuestBook::remove_passes_from(std::uint64_t number, GuestEntries& removed) {
    const auto found = passes_from_.find(number);
    if (found == passes_from_.end())
        return;
    for (const std::uint64_t pass : std::set(found->second)) {
        remove_pass(pass);
        removed.push_back({pass, std::nullopt});
    }
}

// The oldest invitation goes that nobody can use any more and whose passes don't count.
bool GuestBook::make_place_for_invitation(Time now, GuestEntries& removed) {
    if (limits_.invitations == 0 || invitations_.size() < limits_.invitations)
        return true;
    const auto old = std::ranges::find_if(invitations_, [&](const auto& each) {
        return is_over(each.second, now) && !passes_from_.contains(each.first);
    });
    if (old == invitations_.end())
        return false;
    removed.push_back({old->first, std::nullopt});
    undo_invite(old->first);
    return true;
}

} // namespace jaipur::server::core
