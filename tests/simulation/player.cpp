#include "tests/simulation/player.hpp"

#include "protocol/codec.hpp"

#include <utility>

namespace jaipur::simulation {

namespace {

using client::LinkState;
using protocol::Ok;

constexpr Micros answer_within{40s};   // then it asks again
constexpr Micros table_patience{100s}; // without finding a table

} // namespace

Player::Player(Evening& evening, const Person& person, Machine machine)
    : evening_(evening), ground_(evening.ground), person_(person), machine_(machine),
      name_("P" + std::to_string(machine)), random_(stream(ground_.seed(), 10000 + machine)),
      secrets_(stream(ground_.seed(), 20000 + machine)),
      slowness_(stream(ground_.seed(), 30000 + machine)) {}

void Player::arrive() {
    start_program();
    look();
}

std::string Player::words() const {
    std::string words = name_ + " kind " + std::to_string(static_cast<int>(person_.kind));
    if (!program_)
        return words + " without a program";
    const client::Model& model = program_->model();
    words += " link " + std::to_string(static_cast<int>(model.link.state)) + " room " +
             model.room_code.value_or("none");
    if (model.view)
        words += " phase " + std::string(name(model.view->phase));
    return words + (done_ ? " done" : "");
}

// Keeps looking, whatever happens.
void Player::look() {
    if (home_again_)
        return;
    think();
    ground_.in(between(random_, person_.pace / 2, person_.pace * 3 / 2), "look",
               [this] { look(); });
}

void Player::think() {
    if (!program_)
        return;
    client::session::Session& session = program_->session();
    const client::Model& model = program_->model();
    if (session.ended())
        return go_home();
    if (evening_.is_calm() && ground_.now() > *evening_.calm_since + 1h)
        done_ = true; // another check finds out why
    if (!evening_.is_calm() && mishap())
        return;
    if (model.link.state == LinkState::Closed) // the seat was taken over: take it back
        return crash();
    if (model.link.state != LinkState::Online) {
        if (done_)
            session.quit();
        else if (model.link.state == LinkState::Retrying && random_.one_in(10))
            session.reconnect_now();
    } else if (!model.room_code) {
        enter();
    } else if (!model.seat) {
        watch_table();
    } else if (model.view && model.room && me()) {
        play(*model.view);
    }
    program_->watch();
}

// ---- programs ----------------------------------------------------------------------------

void Player::start_program() {
    program_ = std::make_unique<Program>(evening_, machine_, name_, home_, heard_, secrets_);
    asked_at_.reset();
    program_->session().start();
    program_->watch();
}

// The program is gone; after a while a new one starts.
void Player::crash() {
    ground_.count("client crashed");
    ground_.tell("client ", machine_, " crashes");
    std::optional<client::session::SeatRecord> had; // or asked for
    for (const Home::Key& held : home_.locked)
        if (const auto kept = home_.seats.find(held); kept != home_.seats.end())
            had = client::session::from_text(kept->second);
    if (random_.one_in(3) &&
        program_->link() != 0) // the machine crashes, so no end of the connection is sent
        evening_.network.cut(program_->link(), Network::Cut::NobodyLearns);
    program_.reset();
    heard_ = {};
    if (ground_.is_planted(Planted::ForgetsToken))
        home_.seats.clear();
    if (person_.vanishes) {
        ground_.count("client vanished");
        home_again_ = true;
        return;
    }
    ground_.in(between(random_, 200ms, 15s), "client starts again", [this, had] {
        start_program();
        if (!had || !evening_.oracle.holds(had->token))
            return;
        if (!had->seat)
            ground_.count("client crashed before it knew its seat");
        bool there = false;
        for (const client::KeptSeat& kept : program_->model().kept)
            there = there || (kept.room == had->room && kept.seat == had->seat);
        require(there, "P4", "a client that crashed has lost its seat");
    });
}

void Player::go_home() {
    ground_.tell("client ", machine_, " goes home");
    program_.reset();
    home_again_ = true;
}

// What happens to people during the storm.
bool Player::mishap() {
    if (person_.crashes_one_in != 0 && random_.one_in(person_.crashes_one_in)) {
        crash();
        return true;
    }
    return false;
}

// ---- into a room -------------------------------------------------------------------------------

void Player::enter() {
    const auto& kept = program_->model().kept;
    if (asked_at_ && ground_.now() < *asked_at_ + answer_within)
        return;
    if (!kept.empty() && !done_)
        return take_up(kept.front());
    if (!alone_since_)
        alone_since_ = ground_.now();
    if (done_ || ground_.now() > *alone_since_ + table_patience ||
        (person_.kind == Kind::Spectator && evening_.is_calm()))
        return program_->session().quit();
    const auto& code = evening_.codes[person_.table];
    const auto& password = evening_.plan.tables[person_.table].options.password;
    switch (person_.kind) {
    case Kind::Host:
        return ask(protocol::CreateRoom{name_, evening_.plan.tables[person_.table].options});
    case Kind::Quick:
        return ask(protocol::QuickMatch{name_, {}});
    case Kind::Spectator:
        if (code)
            return ask(protocol::Spectate{
                *code, random_.one_in(2) ? std::optional(name_) : std::nullopt, password});
        return;
    default:
        if (code)
            ask(protocol::JoinRoom{*code, name_, password});
    }
}

void Player::take_up(const client::KeptSeat& seat) {
    asked_at_ = ground_.now();
    ground_.count("kept seat resumed");
    program_->session().resume(client::KeptSeat(seat),
                               [this](const auto& reply) { entered(reply); });
}

void Player::ask(protocol::RequestBody body) {
    asked_at_ = ground_.now();
    program_->session().request(std::move(body), [this](const auto& reply) { entered(reply); });
}

void Player::entered(const client::Controls::Reply& reply) {
    if (const auto* error = std::get_if<protocol::Error>(&reply)) {
        asked_at_ = ground_.now() - answer_within + again_after;
        if (person_.kind == Kind::Spectator && error->code == protocol::ErrorCode::NoSuchRoom)
            done_ = true; // spectators aren't allowed, or it is gone
        return;
    }
    asked_at_.reset();
    alone_since_.reset();
    const auto& seated = std::get<protocol::Seated>(std::get<Ok>(reply).adds);
    ground_.tell("client ", machine_, " is in room ", seated.room);
    if (person_.kind == Kind::Host)
        evening_.codes[person_.table] = seated.room;
    if (seated.token)
        evening_.tokens.push_back({seated.room, *seated.token});
    if (person_.kind == Kind::Quick)
        ground_.count("quick match");
}

} // namespace jaipur::simulation
