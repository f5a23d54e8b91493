// A raw client's connection and what it receives.
#include "tests/simulation/raw.hpp"

#include "protocol/codec.hpp"
#include "protocol/hash.hpp"

#include <utility>

namespace jaipur::simulation {

namespace {

constexpr Micros opens_within{8s}, silence{40s};

} // namespace

Raw::Raw(Evening& evening, const Person& person, Machine machine)
    : evening_(evening), ground_(evening.ground), person_(person), machine_(machine),
      random_(stream(ground_.seed(), 10000 + machine)) {}

std::string Raw::words() const {
    return "raw " + std::to_string(machine_) + (open_ ? " online" : " offline") +
           (seated_ ? " in room " + seated_->room : "") +
           (view_ ? " phase " + std::string(name(view_->phase)) : "");
}

void Raw::look() {
    if (home_again_)
        return;
    if (came_at_ == Micros{0})
        came_at_ = ground_.now();
    think();
    ground_.in(between(random_, person_.pace / 2, person_.pace * 3 / 2), "look",
               [this] { look(); });
}

void Raw::think() {
    if (person_.kind == Kind::Vandal && evening_.is_calm())
        return go_home();
    if (link_ == 0)
        return dial();
    if (!open_) {
        if (ground_.now() > dialled_at_ + opens_within)
            drop();
        return;
    }
    if (ground_.now() > heard_at_ + silence)
        return drop(); // a server ping
    if (!evening_.is_calm() && (person_.kind == Kind::Vandal || random_.one_in(4)))
        make_noise();
    if (person_.kind == Kind::Vandal || link_ == 0)
        return;
    if (!seated_)
        enter();
    else if (!seated_->seat) // by a corrupted request
        send(protocol::LeaveRoom{});
    else if (view_ && info_ && player(*seated_->seat))
        play();
}

// ---- the connection ----------------------------------------------------------------------------

void Raw::dial() {
    frames_ = {};
    open_ = false;
    pending_.clear();
    seated_.reset();
    info_.reset();
    view_.reset();
    table_lies_ = false;
    dialled_at_ = heard_at_ = ground_.now();
    link_ = evening_.network.dial(*this, machine_);
}

void Raw::drop() {
    if (link_ != 0)
        evening_.network.reset(std::exchange(link_, 0), Side::Client);
    open_ = false;
    seated_.reset();
}

void Raw::go_home() {
    drop();
    home_again_ = true;
}

void Raw::opened(LinkId link) {
    if (link != link_)
        return;
    open_ = true;
    said_at_ = -1h;
    picture_ = {};
    if (room_ && token_)
        if (const auto* room = evening_.oracle.room(*room_))
            picture_ = {*room_, room->seq, {}, false, 0, {}};
}

void Raw::ended(LinkId link, Ended) {
    if (link != link_)
        return;
    if (frames_.broken_off())
        ground_.count("cut in the middle of a frame");
    link_ = 0;
    open_ = false;
    seated_.reset();
}

std::uint64_t Raw::send(const protocol::RequestBody& body) {
    const std::uint64_t id = ++last_id_;
    if (const auto* act = as<protocol::Act>(body))
        evening_.oracle.intends(*act);
    pending_[id] = {body};
    send_text(protocol::encode(protocol::Request{id, body}));
    return id;
}

void Raw::send_text(std::string_view text) {
    evening_.network.send(link_, Side::Client, to_bytes(Opcode::Text, text, Masked::Yes));
}

// ---- hearing -----------------------------------------------------------------------------

void Raw::arrived(LinkId link, std::string_view bytes) {
    if (link != link_)
        return; // from an abandoned connection
    heard_at_ = ground_.now();
    frames_.feed(bytes);
    while (link == link_) {
        const auto frame = frames_.next();
        if (!frame)
            return;
        receive(link, *frame);
    }
}

void Raw::receive(LinkId link, const Frame& frame) {
    if (frame.opcode == Opcode::Ping) {
        evening_.network.send(link, Side::Client,
                              to_bytes(Opcode::Pong, frame.payload, Masked::Yes));
    } else if (frame.opcode == Opcode::Close) {
        ground_.tell("raw ", machine_, " is closed with ", close_code(frame.payload));
        drop();
    } else {
        ground_.tell("raw ", machine_, " hears ", frame.payload.substr(0, 70));
        const auto message = protocol::decode_server(frame.payload);
        require(message.has_value(), "order", "a client can't decode a message from the server");
        hear(*message);
    }
}

void Raw::hear(const protocol::ServerMessage& message) {
    if (const auto* ok = std::get_if<protocol::Ok>(&message))
        return hear_ok(*ok);
    if (const auto* error = std::get_if<protocol::Error>(&message))
        return hear_error(*error);
    if (const auto* info = std::get_if<protocol::RoomInfo>(&message)) {
        if (info_ && info_->fair.match != info->fair.match)
            table_lies_ = false; // it was cleared
        info_ = *info;
    } else if (const auto* view = std::get_if<protocol::View>(&message)) {
        view_ = *view;
        if (view->phase != Phase::Waiting)
            table_lies_ = false;
        evening_.oracle.shows(picture_, *view);
    } else if (std::holds_alternative<protocol::Commitments>(message)) {
        table_lies_ = true;
    }
}

void Raw::hear_ok(const protocol::Ok& ok) {
    const auto pending = pending_.extract(ok.re);
    if (const auto* seated = std::get_if<protocol::Seated>(&ok.adds)) {
        seated_ = *seated;
        picture_.begins = true;
        if (!seated->seat)
            picture_.least = 0;
        if (seated->token) {
            room_ = seated->room;
            token_ = seated->token;
            join_.reset();
            evening_.tokens.push_back({seated->room, *seated->token});
        }
    }
    if (const auto* key = std::get_if<protocol::SeatKey>(&ok.adds))
        take_over_ = {key->key, new_secret()};
    if (pending.empty() || !pending.mapped().body)
        return;
    const protocol::RequestBody& body = *pending.mapped().body;
    if (is<protocol::TakeOver>(body))
        take_over_.reset();
    if (is<protocol::LeaveRoom>(body)) {
        seated_.reset();
        if (match_over_)
            go_home();
    }
    const auto* act = as<protocol::Act>(body);
    if (!act)
        return;
    if (act->match && seated_ && seated_->seat)
        evening_.oracle.acknowledged(*act, *seated_->seat);
    if (wanted_ == *act)
        wanted_.reset();
}

void Raw::hear_error(const protocol::Error& error) {
    const auto pending = error.re ? pending_.extract(*error.re) : decltype(pending_)::node_type{};
    if (pending.empty() || !pending.mapped().body)
        return;
    const protocol::RequestBody& body = *pending.mapped().body;
    if (join_ && as<protocol::JoinRoom>(body) && *as<protocol::JoinRoom>(body) == *join_ &&
        error.code != protocol::ErrorCode::RateLimited)
        join_.reset();
    if (is<protocol::TakeOver>(body) && error.code == protocol::ErrorCode::BadToken)
        take_over_.reset(); // the token before it is still good
    const bool resumes = is<protocol::Resume>(body);
    if (resumes && error.code == protocol::ErrorCode::BadToken)
        token_.reset();
    if (error.code == protocol::ErrorCode::NotInRoom)
        seated_.reset();
    const auto* act = as<protocol::Act>(body);
    if (!act || error.code == protocol::ErrorCode::RateLimited)
        return;
    // (One copy may be refused and the next one played before this client learns of either.)
    if (wanted_ == *act)
        wanted_.reset();
}

} // namespace jaipur::simulation
