// A player at the table: gets ready, plays, hurries the opponent, gives up.
#include "protocol/fair.hpp"
#include "tests/simulation/player.hpp"

namespace jaipur::simulation {

namespace {

using protocol::Ok;

constexpr Micros opponent_patience{100s}; // without an opponent
constexpr Micros rematch_within{20s};
constexpr Micros looks_back_for{5s}, watches_on_for{30s};

} // namespace

const protocol::RoomPlayer* Player::me() const {
    const auto& player = program_->model().room->players[*program_->model().seat];
    return player ? &*player : nullptr;
}

const protocol::RoomPlayer* Player::opponent() const {
    const auto& player = program_->model().room->players[other(*program_->model().seat)];
    return player ? &*player : nullptr;
}

bool Player::once_in(Micros time) {
    if (ground_.now() < said_at_ + time)
        return false;
    said_at_ = ground_.now();
    return true;
}

void Player::play(const protocol::View& view) {
    if (view.phase != Phase::Waiting)
        alone_since_.reset();
    if (view.phase != Phase::MatchOver)
        over_since_.reset();
    if (random_.one_in(person_.chats_one_in))
        chat();
    switch (view.phase) {
    case Phase::Waiting:
        return wait_for_opponent(view);
    case Phase::Playing:
        return view.turn == view.you ? act(view) : press_on(view);
    case Phase::RoundOver:
        if (!me()->ready && once_in(again_after))
            program_->session().ready();
        return press_on(view);
    case Phase::MatchOver:
        return after_match(view);
    }
}

void Player::wait_for_opponent(const protocol::View&) {
    if (!alone_since_)
        alone_since_ = ground_.now();
    const bool too_long = ground_.now() > *alone_since_ + opponent_patience;
    if (done_ || too_long || (evening_.is_calm() && !played_.empty())) {
        done_ = true;
        return program_->session().quit();
    }
    if (opponent() && !me()->ready && once_in(again_after))
        be_ready();
}

// Agrees if the room offers a spectator delay, most of the time.
void Player::be_ready() {
    if (random_.one_in(4))
        program_->session().ready();
    else
        program_->session().ready_and_agree();
}

// Some players take more time for an action than there is.
bool Player::dawdles() {
    if (ground_.now() < dawdles_until_)
        return true;
    if (evening_.is_calm() || person_.dawdles_one_in == 0 ||
        !slowness_.one_in(person_.dawdles_one_in))
        return false;
    ground_.count("player dawdles");
    dawdles_until_ = ground_.now() + between(slowness_, 40s, 110s);
    return true;
}

void Player::act(const protocol::View& view) {
    if (program_->model().awaiting || !view.legal || dawdles())
        return;
    const bool errs =
        !evening_.is_calm() && person_.errs_one_in != 0 && random_.one_in(person_.errs_one_in);
    protocol::Act act{view.ply, errs ? nonsense(random_) : choose(evening_, random_, person_, view),
                      protocol::hex(view.match)};
    evening_.oracle.intends(act);
    program_->session().request(act, [this, act, seat = *view.you](const auto& reply) {
        if (std::holds_alternative<Ok>(reply))
            evening_.oracle.acknowledged(act, seat);
        else
            evening_.oracle.refused(act, seat, std::get<protocol::Error>(reply).code);
    });
}

// While the opponent must act or get ready.
void Player::press_on(const protocol::View&) {
    client::session::Session& session = program_->session();
    const auto* them = opponent();
    const auto left = them ? them->claim_in : std::nullopt;
    const bool is_slow = them && them->overdue && !person_.is_kind;
    if (((left && *left <= 0) || is_slow) && once_in(again_after)) {
        session.request(protocol::ClaimWin{});
        return;
    }
    if (evening_.is_calm())
        return;
    if (person_.resigns_one_in != 0 && random_.one_in(person_.resigns_one_in))
        session.request(protocol::Resign{});
    else if (person_.leaves_one_in != 0 && random_.one_in(person_.leaves_one_in))
        session.request(protocol::LeaveRoom{}); // and returns to the kept seat
    else if (session.model().room->spectators > 0 && owns_room(session.model()) &&
             random_.one_in(300))
        remove_spectator();
}

void Player::remove_spectator() {
    program_->session().request(protocol::ListSpectators{}, [this](const auto&) {
        const auto& list = program_->model().spectators;
        if (list && !list->spectators.empty())
            program_->session().request(protocol::Remove{random_.pick(list->spectators).spectator});
    });
}

void Player::after_match(const protocol::View& view) {
    played_.insert(view.match);
    if (!over_since_)
        over_since_ = ground_.now();
    const bool enough = played_.size() >= person_.matches || evening_.is_calm() || !opponent();
    if (done_ || enough || ground_.now() > *over_since_ + rematch_within) {
        if (!done_ && opponent() && random_.one_in(4) && owns_room(program_->model()))
            program_->session().request(protocol::Remove{other(*view.you)});
        done_ = true;
        return program_->session().quit();
    }
    if (!me()->rematch && once_in(again_after)) {
        ground_.count("rematch requested");
        program_->session().request(protocol::AskRematch{});
    }
}

void Player::watch_table() {
    const client::Model& model = program_->model();
    if (model.view && model.view->phase == Phase::MatchOver && !over_since_)
        over_since_ = ground_.now();
    if (done_ || (over_since_ && ground_.now() > *over_since_ + looks_back_for) ||
        (evening_.is_calm() && ground_.now() > *evening_.calm_since + watches_on_for))
        return program_->session().quit();
    if (random_.one_in(person_.chats_one_in))
        chat();
}

void Player::chat() {
    ground_.count("chat");
    // A session sends a chat line once, whether or not it arrives.
    program_->session().request(
        protocol::SendChat{"once " + name_ + " " + std::to_string(++lines_)});
}

} // namespace jaipur::simulation
