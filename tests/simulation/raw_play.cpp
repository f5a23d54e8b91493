// A raw client with a seat: repeats itself and finishes its match.
#include "protocol/fair.hpp"
#include "tests/simulation/raw.hpp"

namespace jaipur::simulation {

namespace {

constexpr Micros raw_patience{150s};

} // namespace

const std::optional<protocol::RoomPlayer>& Raw::player(Seat seat) const {
    return info_->players[seat];
}

bool Raw::once_in(Micros time) {
    if (ground_.now() < said_at_ + time)
        return false;
    said_at_ = ground_.now();
    return true;
}

void Raw::enter() {
    const auto& code = evening_.codes[person_.table];
    if (match_over_ || (!token_ && ground_.now() > came_at_ + raw_patience))
        return go_home();
    if (!once_in(again_after))
        return;
    if (take_over_) {
        send(*take_over_);
    } else if (token_) {
        send(protocol::Resume{random_.one_in(3) ? std::nullopt : room_, *token_, {}});
    } else if (join_) {
        ground_.count("join sent again");
        send(*join_);
    } else if (code) {
        join_ = {*code, "Raw" + std::to_string(machine_),
                 evening_.plan.tables[person_.table].options.password, new_secret()};
        for (auto times = 1 + random_.below(2); times > 0; --times)
            send(*join_);
    }
}

protocol::Secret Raw::new_secret() {
    protocol::Secret secret{};
    for (auto& byte : secret)
        byte = static_cast<std::uint8_t>(random_.next());
    return secret;
}

void Raw::play() {
    const Seat me = *seated_->seat;
    const auto& opponent = player(other(me));
    match_over_ = match_over_ || view_->phase == Phase::MatchOver;
    if (wanted_)
        return insist();
    switch (view_->phase) {
    case Phase::Waiting:
        if (!opponent && ground_.now() > came_at_ + raw_patience)
            match_over_ = true; // there won't be one
        if (match_over_ && once_in(again_after))
            send(protocol::LeaveRoom{});
        else if (opponent && !match_over_)
            be_ready();
        return;
    case Phase::Playing:
        if (view_->turn == me && view_->legal) {
            wanted_ = {view_->ply, choose(evening_, random_, person_, *view_),
                       protocol::hex(view_->match)};
            played_.push_back(*wanted_);
            for (auto times = 1 + random_.below(3); times > 0; --times)
                send(*wanted_);
            said_at_ = ground_.now();
            return;
        }
        break;
    case Phase::RoundOver:
        if (!player(me)->ready && once_in(again_after))
            send(protocol::Ready{});
        break;
    case Phase::MatchOver:
        if (once_in(again_after))
            send(protocol::LeaveRoom{});
        return;
    }
    const bool hurries =
        evening_.plan.tables[person_.table].options.patience < protocol::CreateOptions{}.patience;
    // Too early at first. At random moments: some come right before the time is used up.
    if (opponent && (opponent->claim_in || opponent->overdue || hurries) &&
        once_in(between(random_, 500ms, again_after)))
        send(protocol::ClaimWin{});
}

// Repeats the action until it is answered: on this connection, or on a second one while the first
// stays open.
void Raw::insist() {
    if (view_->match != protocol::from_hex<16>(*wanted_->match) || view_->phase != Phase::Playing) {
        wanted_.reset(); // someone ended it
        return;
    }
    if (!once_in(1500ms))
        return;
    if (random_.one_in(2)) {
        ground_.count("action repeated on its connection");
        send(*wanted_);
        return;
    }
    ground_.count("action repeated over a new connection");
    dial(); // and again once it has its seat there
    said_at_ = -1h;
}

// With its own secret in every other match.
void Raw::be_ready() {
    const auto& fair = info_->fair;
    const bool contributes = fair.match[0] % 2 == 0;
    protocol::Secret& nonce =
        nonces_.try_emplace(fair.match, protocol::Secret{static_cast<std::uint8_t>(machine_)})
            .first->second;
    if (table_lies_) {
        if (contributes && once_in(again_after))
            send(protocol::Reveal{nonce});
        return;
    }
    if (player(*seated_->seat)->ready || !once_in(again_after))
        return;
    protocol::Ready ready;
    if (contributes)
        ready.commit = protocol::seat_commit(fair.match, fair.server_commit, *seated_->seat, nonce);
    if (!random_.one_in(4)) // agrees if the room offers a spectator delay
        ready.delay = info_->options.delay;
    if (machine_ % 2 == 0)
        ready.pairing = info_->pairing;
    send(ready);
}

} // namespace jaipur::simulation
