// The operator of a private server, and the store of its guest book.
#include "protocol/hash.hpp"
#include "server/core/password.hpp"
#include "server/store/guest_codec.hpp"
#include "tests/fuzz/input.hpp"
#include "tests/fuzz/lobby_world.hpp"
#include "tests/support/quick_hash.hpp"

#include <algorithm>
#include <utility>
#include <variant>

namespace jaipur::fuzz {

using namespace server::core;

// Who may get in changes: what was asked before may be answered either way.
void LobbyWorld::excuse_pending() {
    for (auto& [session, peer] : peers_)
        peer.excused = peer.asked.size();
}

void LobbyWorld::set_privacy(const Privacy& privacy) {
    excuse_pending();
    privacy_ = privacy;
    lobby_->set_privacy(privacy);
}

void LobbyWorld::set_password(bool on) {
    password_ = on ? std::optional(keep(test::quick_hash({0, "sesame", {}}))) : std::nullopt;
    excuse_pending();
    Output out;
    lobby_->set_server_password(password_, now_, out);
    carry_out(out);
}

void LobbyWorld::invite(int uses, std::chrono::milliseconds lasts) {
    Output out;
    ServerInvitation invitation;
    invitation.made = now_;
    invitation.expires = now_ + lasts;
    invitation.uses = uses;
    const auto made = lobby_->invite(std::move(invitation), out);
    if (made)
        last_invitation_ = protocol::from_base64url(made->secret).value();
    carry_out(out);
}

void LobbyWorld::revoke(std::uint64_t number) {
    excuse_pending();
    Output out;
    lobby_->revoke(number, out);
    carry_out(out);
}

void LobbyWorld::answer_guests(Stored result) {
    if (unkept_.empty())
        return;
    const GuestChange change = std::move(unkept_.front());
    unkept_.pop_front();
    for (const GuestEntry& entry : change.entries) {
        if (result != Stored::Durable)
            break;
        if (!entry.body) {
            guests_.erase(entry.number);
            continue;
        }
        std::string text = server::store::encode_guest(entry);
        require(server::store::decode_guest(entry.number, text) == entry,
                "an entry's text can be read");
        guests_.insert_or_assign(entry.number, std::move(text));
    }
    Output out;
    lobby_->guests_stored(change.number, result, now_, out);
    carry_out(out);
}

// As a starting server does.
void LobbyWorld::restore_guests() {
    GuestEntries entries;
    for (const auto& [number, text] : guests_)
        entries.push_back(server::store::decode_guest(number, text).value());
    Output out;
    lobby_->set_privacy(privacy_);
    lobby_->restore_guests(entries, out);
    if (lobby_->server_password() != password_)
        lobby_->set_server_password(password_, now_, out);
    carry_out(out);
}

bool LobbyWorld::is_private() const {
    return privacy_ != Privacy{};
}

bool LobbyWorld::keeps_pass(const protocol::Secret& pass) const {
    const TokenHash hash = protocol::sha256(pass);
    return std::ranges::any_of(guests_, [&](const auto& entry) {
        const auto read = server::store::decode_guest(entry.first, entry.second);
        const auto* kept = std::get_if<ServerPass>(&read.value().body.value());
        return kept && kept->hash == hash;
    });
}

// A room is open only to those who have a pass. (A request with a token may repeat one from
// before.)
void LobbyWorld::check_pass(const Peer& peer, const protocol::RequestBody& asked) const {
    const auto opens = [](const auto* request) { return request && !request->token; };
    const bool opened = opens(as<protocol::CreateRoom>(asked));
    const bool entered = opens(as<protocol::JoinRoom>(asked)) ||
                         opens(as<protocol::QuickMatch>(asked)) || is<protocol::Spectate>(asked);
    if ((opened && privacy_.may_open == Access::Invited) ||
        ((opened || entered) && privacy_.may_enter == Access::Invited))
        require(peer.pass && keeps_pass(*peer.pass), "nobody gets in without a pass");
}

} // namespace jaipur::fuzz
