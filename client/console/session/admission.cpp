#include "client/console/session/admission.hpp"

#include "client/console/address.hpp"
#include "client/console/controls.hpp"

#include <algorithm>
#include <utility>

namespace jaipur::client::session {

Admission::Admission(const std::string& server, Passes& passes, Entropy entropy)
    : server_(server), passes_(passes), entropy_(std::move(entropy)) {
    if (const auto address = parse_address(server))
        server_ = text_of(*address);
}

std::optional<protocol::Enter> Admission::show() {
    const Pass pass = passes_.load(server_);
    if (!pass.secret || std::ranges::find(refused_, *pass.secret) != refused_.end())
        return std::nullopt;
    return protocol::Enter{*pass.secret, {}};
}

protocol::Enter Admission::get_in(decltype(protocol::Enter::with) with) {
    protocol::Secret fresh{};
    entropy_(fresh);
    const Pass pass = passes_.change(server_, [&](Pass& kept) {
        if (kept.secret && std::ranges::find(refused_, *kept.secret) == refused_.end())
            return;
        kept.secret = fresh;
        kept.is_accepted = kept.has_ended = false;
    });
    return {pass.secret.value_or(fresh), std::move(with)};
}

void Admission::accepted(const protocol::Enter& enter) {
    std::erase(refused_, enter.pass); // it came with a wrong password, too
    passes_.change(server_, [&](Pass& kept) {
        kept.secret = enter.pass;
        kept.is_accepted = true;
        kept.has_ended = false;
    });
}

void Admission::refused(const protocol::Enter& enter, protocol::ErrorCode code) {
    if (is_temporary(code) || code == protocol::ErrorCode::UnknownType)
        return; // it may still be good
    const bool guessed = !std::holds_alternative<std::monostate>(enter.with);
    passes_.change(server_, [&](Pass& kept) {
        const bool is_ours = kept.secret == enter.pass; // otherwise another program has a new one
        if (is_ours && guessed && kept.is_accepted)
            return; // showing it alone tells whether it still does
        refused_.push_back(enter.pass);
        if (!is_ours)
            return;
        kept.secret.reset();
        kept.has_ended = std::exchange(kept.is_accepted, false);
    });
}

bool Admission::has_ended() {
    return passes_.load(server_).has_ended;
}

} // namespace jaipur::client::session
