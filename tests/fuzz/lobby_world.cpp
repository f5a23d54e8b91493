#include "tests/fuzz/lobby_world.hpp"

#include "protocol/codec.hpp"
#include "protocol/playback.hpp"
#include "protocol/verify.hpp"
#include "server/store/record_codec.hpp"
#include "tests/fuzz/input.hpp"
#include "tests/support/invariants.hpp"
#include "tests/support/quick_bot.hpp"
#include "tests/support/quick_hash.hpp"

#include <algorithm>
#include <iterator>
#include <stdexcept>
#include <variant>

namespace jaipur::fuzz {

using namespace server::core;

namespace {

Entropy entropy_from(std::uint64_t seed) {
    return [random = test::Random(seed)](std::span<std::uint8_t> bytes) mutable {
        for (auto& byte : bytes)
            byte = static_cast<std::uint8_t>(random.next());
    };
}

} // namespace

Limits limits_of(std::uint8_t bits) {
    Limits limits;
    limits.rooms = (bits & 1) != 0 ? 0 : 5;
    limits.spectators = (bits & 2) != 0 ? 0 : 2;
    limits.request_burst = (bits & 4) != 0 ? 8 : 0;
    limits.refusals_until_closed = (bits & 8) != 0 ? 3 : 0;
    if ((bits & 16) != 0)
        limits.seat_freed_after = limits.empty_room_dies_after = limits.reveal_timeout =
            limits.ready_taken_after = limits.abandoned_after = milliseconds{0};
    if ((bits & 32) != 0)
        limits.seat_freed_after = limits.empty_room_dies_after = limits.abandoned_after =
            milliseconds{5};
    if ((bits & 64) != 0) {
        limits.address_request_burst = 12;
        limits.waiting_rooms_per_address = limits.waiting_seats_per_address = 1;
        limits.spectators_per_address = 1;
        limits.wrong_joins = 2;
    }
    return limits;
}

LobbyWorld::LobbyWorld(const Limits& limits, std::uint64_t seed) : limits_(limits), random_(seed) {
    start();
}

void LobbyWorld::start() {
    lobby_.emplace(limits_, entropy_from(random_.next()));
    lobby_->offer_push("key", [](const std::string&) { return true; });
}

// ---- what happens ------------------------------------------------------------------------------

void LobbyWorld::connect(const Address& from) {
    peers_[++last_session_];
    lobby_->connected(last_session_, from, now_);
}

void LobbyWorld::disconnect(SessionId session) {
    if (peers_.erase(session) == 0)
        return;
    Output out;
    lobby_->disconnected(session, now_, out);
    carry_out(out);
}

void LobbyWorld::hear(SessionId session, std::string_view frame) {
    const auto found = peers_.find(session);
    if (found == peers_.end() || frame.size() > protocol::max_client_message)
        return;
    auto request = protocol::decode(frame);
    found->second.asked.push_back(request);
    Output out;
    lobby_->received(session, std::move(request), now_, out);
    carry_out(out);
}

void LobbyWorld::ask(SessionId session, protocol::RequestBody body) {
    hear(session, protocol::encode(protocol::Request{++last_request_, std::move(body)}));
}

void LobbyWorld::measure(SessionId session, std::chrono::milliseconds round_trip) {
    Output out;
    lobby_->lag(session, round_trip, now_, out);
    carry_out(out);
}

void LobbyWorld::pass(std::chrono::milliseconds time) {
    const Time end = now_ + time;
    int wakes = 0;
    for (auto due = lobby_->deadline(); due && *due <= end; due = lobby_->deadline()) {
        now_ = std::max(now_, *due);
        Output out;
        lobby_->tick(now_, out);
        require(!lobby_->deadline() || *lobby_->deadline() > now_, "due timers have run");
        carry_out(out);
        require(++wakes < 100000, "time advances");
    }
    now_ = end;
}

void LobbyWorld::shut_down() {
    Output out;
    lobby_->shut_down(now_, out);
    carry_out(out);
}

void LobbyWorld::answer_store(Stored result) {
    if (unstored_.empty())
        return;
    const Record record = std::move(unstored_.front());
    unstored_.pop_front();
    if (result == Stored::Durable) {
        std::string text = server::store::encode_record(record);
        const auto read = server::store::decode_record(text);
        require(read.has_value(), "a record's text can be read");
        last_stored_ = record.number;
        RoomState& shadow = shadows_[record.room];
        apply(shadow, *read);
        logs_[record.room].emplace(record.number, std::move(text));
        if (shadow.closed)
            shadows_.erase(record.room); // its code may be reused
    }
    Output out;
    lobby_->stored(record.number, result, now_, out);
    check_room(record.room);
    carry_out(out);
}

void LobbyWorld::hash_password() {
    if (unhashed_.empty())
        return;
    const PasswordToHash next = std::move(unhashed_.front());
    unhashed_.pop_front();
    Output out;
    lobby_->hashed(next.session, test::quick_hash(next), now_, out);
    carry_out(out);
}

void LobbyWorld::think() {
    if (thoughts_.empty())
        return;
    const ToThink next = std::move(thoughts_.front());
    thoughts_.pop_front();
    Output out;
    lobby_->thought(test::quick_thought(next), now_, out);
    check_room(next.room);
    carry_out(out);
}

void LobbyWorld::crash() {
    peers_.clear();
    unstored_.clear();
    unhashed_.clear();
    unkept_.clear();
    thoughts_.clear();
    restore({});
}

void LobbyWorld::wake_with(const std::map<std::uint64_t, Record>& records) {
    forged_ = true;
    std::set<RoomCode> broken;
    for (const auto& [number, record] : records) {
        last_stored_ = number;
        if (is_first(record.body)) { // its code was reused
            shadows_[record.room] = {};
            broken.erase(record.room);
        }
        logs_[record.room].emplace(number, server::store::encode_record(record));
        if (broken.contains(record.room))
            continue;
        try {
            apply(shadows_[record.room], record);
            if (shadows_[record.room].closed)
                shadows_.erase(record.room);
        } catch (const std::logic_error&) {
            broken.insert(record.room);
            shadows_.erase(record.room);
        }
    }
    restore(broken);
    for (const RoomCode& code : broken)
        logs_.erase(code);
}

void LobbyWorld::restore(const std::set<RoomCode>& left_out) {
    Log kept;
    for (const auto& [room, log] : logs_)
        kept.insert(log.begin(), log.end());
    start();
    restore_guests();
    records_ = last_stored_;
    Output out;
    for (const auto& [number, text] : kept)
        lobby_->restore(*server::store::decode_record(text), out);
    const auto broken = lobby_->restored(last_stored_, now_);
    require(std::set(broken.begin(), broken.end()) == left_out,
            "every consistent room is restored");
    require(out.records.empty() && out.deliveries.empty(), "restoring decides and sends nothing");
    housekeeping(out);
    require(lobby_->counts().rooms == shadows_.size(), "no room is lost or invented");
    for (const auto& [room, shadow] : shadows_)
        check_room(room);
}

void LobbyWorld::finish() {
    constexpr milliseconds in_slow_lane{3000};
    int rounds = 0;
    const auto waits = [](const auto& entry) { return !entry.second.asked.empty(); };
    while (store_owes() || owes_guests() || hashes_owed() || std::ranges::any_of(peers_, waits)) {
        hash_password();
        answer_guests(Stored::Durable);
        answer_store(Stored::Durable);
        if (!store_owes() && !owes_guests() && !hashes_owed())
            pass(in_slow_lane);
        require(++rounds < 10000, "requests are answered");
    }
    for (const auto& [session, peer] : peers_) {
        require(peer.asked.empty(), "every request is answered");
        require(lobby_->backlog(session) == 0, "no request is still queued");
    }
    require(lobby_->counts().sessions == peers_.size(), "closed sessions are forgotten");
}

} // namespace jaipur::fuzz
