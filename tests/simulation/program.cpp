#include "tests/simulation/program.hpp"

#include "protocol/codec.hpp"

#include <utility>

namespace jaipur::simulation {

namespace {

constexpr const char* server_name = "example:7777";

using State = client::ShuffleVerdict::Status;

} // namespace

Program::Program(Evening& evening, Machine machine, const std::string& name, Home& home,
                 Heard& heard, Random& chance)
    : evening_(evening), ground_(evening.ground), machine_(machine), heard_(heard), seats_(home),
      passes_(home), session_(server_name, name, *this, seats_, passes_,
                              {[this] { return ground_.instant(); },
                               [&chance](std::span<std::uint8_t> bytes) {
                                   for (auto& byte : bytes)
                                       byte = static_cast<std::uint8_t>(chance.next() >> 32);
                               },
                               {},
                               {}}) {}

Program::~Program() {
    if (link_ != 0)
        evening_.network.reset(link_, Side::Client);
}

void Program::watch() {
    const auto deadline = session_.deadline();
    if (!deadline || session_.ended())
        return;
    const Micros at = std::chrono::ceil<Micros>(*deadline - Instant{});
    if (wakes_at_ && *wakes_at_ <= at)
        return;
    wakes_at_ = at;
    ground_.at(at, "client's clock", [this, at, alive = std::weak_ptr(alive_)] {
        if (alive.expired() || wakes_at_ != at)
            return;
        wakes_at_.reset();
        if (const auto due = session_.deadline(); due && *due <= ground_.instant())
            session_.tick();
        watch();
    });
}

// ---- the connection ----------------------------------------------------------------------------

void Program::open() {
    shut();
    frames_ = {};
    link_ = evening_.network.dial(*this, machine_);
}

void Program::send(std::string text) {
    if (link_ != 0)
        evening_.network.send(link_, Side::Client, to_bytes(Opcode::Text, text, Masked::Yes));
}

void Program::shut() {
    if (link_ != 0)
        evening_.network.close(std::exchange(link_, 0), Side::Client);
}

void Program::opened(LinkId link) {
    if (link != link_)
        return;
    picture_ = {};
    if (model().room_code && model().seat)
        if (const auto* room = evening_.oracle.room(*model().room_code)) {
            picture_.back_in = *model().room_code;
            picture_.least = room->seq;
        }
    ground_.tell("client ", machine_, " is online on link ", link);
    session_.opened();
    watch();
}

void Program::ended(LinkId link, Ended how) {
    if (link != link_)
        return;
    link_ = 0;
    if (frames_.broken_off())
        ground_.count("cut in the middle of a frame");
    session_.closed(0, how == Ended::Refused ? "Connection refused" : "Connection reset by peer");
    watch();
}

void Program::arrived(LinkId link, std::string_view bytes) {
    if (link != link_)
        return;
    frames_.feed(bytes);
    while (link == link_) {
        const auto frame = frames_.next();
        if (!frame)
            break;
        receive(link, *frame);
    }
    watch();
}

void Program::receive(LinkId link, const Frame& frame) {
    switch (frame.opcode) {
    case Opcode::Text:
        return text(frame.payload);
    case Opcode::Ping:
        evening_.network.send(link, Side::Client,
                              to_bytes(Opcode::Pong, frame.payload, Masked::Yes));
        return;
    case Opcode::Close:
        evening_.network.close(std::exchange(link_, 0), Side::Client);
        return session_.closed(close_code(frame.payload), "");
    default:
        throw Violation("order", "a frame of a kind that servers never send");
    }
}

void Program::text(const std::string& text) {
    ground_.tell("client ", machine_, " hears ", text.substr(0, 70));
    bool is_view = false;
    if (text.starts_with("{\"type\":\"view\"")) {
        is_view = true;
    } else if (!text.starts_with("{\"type\":\"room\"")) {
        const auto message = protocol::decode_server(text);
        require(message.has_value(), "order", "a client can't decode a message from the server");
        const auto* ok = std::get_if<protocol::Ok>(&*message);
        if (ok && std::holds_alternative<protocol::Seated>(ok->adds)) {
            picture_.begins = true;
            if (!model().room_code)
                heard_ = {}; // not resumed after a cut, but new
        }
        if (const auto* line = std::get_if<protocol::Chat>(&*message);
            line && model().seat && model().room_code) {
            if (heard_.room != *model().room_code)
                heard_ = {*model().room_code, 0};
            evening_.oracle.heard(heard_, *line);
        }
    }
    session_.received(text);
    if (is_view && model().view && model().room_code)
        check_view();
}

void Program::check_view() {
    const protocol::View& view = *model().view;
    const State verdict = model().shuffle.status;
    if (verdict == State::Mismatch)
        throw Violation("P16", "a client says: " + model().shuffle.text);
    if (view.phase == Phase::MatchOver) {
        require(verdict == State::Verified, "P16", "a client could not verify a match");
        ground_.count("verified by a client");
    }
    evening_.oracle.shows(picture_, view);
}

} // namespace jaipur::simulation
