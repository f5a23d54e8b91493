#include "tests/noninterference/rig.hpp"

#include "protocol/codec.hpp"
#include "tests/noninterference/chance.hpp"
#include "tests/support/quick_hash.hpp"
#include "tests/support/random.hpp"

#include <algorithm>
#include <utility>

namespace jaipur::paired {

namespace {

server::core::Entropy entropy_from(std::uint64_t seed) {
    return [random = test::Random(seed)](std::span<std::uint8_t> bytes) mutable {
        for (auto& byte : bytes)
            byte = static_cast<std::uint8_t>(random.next());
    };
}

// From what the players said, not from what the server does about it.
int agreed_delay(const server::core::RoomState& room) {
    const auto agreed = [&](Seat seat) {
        const auto& player = room.players[seat];
        return player && (player->agreed || player->bot);
    };
    const bool both = agreed(Seat::Zero) && agreed(Seat::One);
    return both && protocol::offers_delay(room.options) ? room.options.delay : 0;
}

} // namespace

Rig::Rig(std::uint64_t seed, const server::core::Limits& limits, Store store, Chance& chance)
    : limits_(limits), store_(store), chance_(chance), lobby_(new_lobby(seed)) {}

std::unique_ptr<server::core::Lobby> Rig::new_lobby(std::uint64_t entropy) const {
    auto lobby = std::make_unique<server::core::Lobby>(limits_, entropy_from(entropy));
    lobby->offer_push("key", [](const std::string&) { return true; });
    return lobby;
}

void Rig::take(const Input& input) {
    const Ruled ruled(chance_);
    std::visit([this](const auto& what) { accept(what); }, input);
    const auto counts = lobby_->counts();
    pulses_.emplace_back(counts.sessions, counts.rooms, counts.running_matches, lobby_->deadline(),
                         unstored_.size(), std::exchange(push_messages_, {}));
}

void Rig::accept(const Connect& input) {
    lobby_->connected(input.session, input.from, now_);
}

void Rig::accept(const HangUp& input) {
    server::core::Output out;
    lobby_->disconnected(input.session, now_, out);
    carry_out(out);
}

void Rig::accept(const Frame& input) {
    server::core::Output out;
    lobby_->received(input.session, protocol::decode(input.text), now_, out);
    carry_out(out);
}

void Rig::accept(const RoundTrip& input) {
    server::core::Output out;
    lobby_->lag(input.session, input.time, now_, out);
    carry_out(out);
}

void Rig::accept(const Pass& input) {
    const Time end = now_ + input.time;
    for (auto due = lobby_->deadline(); due && *due <= end; due = lobby_->deadline()) {
        now_ = std::max(now_, *due);
        server::core::Output out;
        lobby_->tick(now_, out);
        carry_out(out);
    }
    now_ = end;
}

void Rig::accept(const StoreAnswers& input) {
    if (unstored_.empty())
        return; // only if the worlds have diverged
    const server::core::Record record = std::move(unstored_.front());
    unstored_.pop_front();
    server::core::Output out;
    lobby_->stored(record.number, input.result, now_, out);
    if (input.result == server::core::Stored::Durable) {
        last_stored_ = record.number;
        note_stored(record);
        log_.emplace(record.number, record);
    }
    carry_out(out);
}

void Rig::accept(const Restart& input) {
    now_ += input.down;
    unstored_.clear();
    lobby_ = new_lobby(input.entropy);
    server::core::Output out;
    for (const auto& [number, record] : log_)
        lobby_->restore(record, out);
    lobby_->restored(last_stored_, now_);
    housekeeping(out);
}

void Rig::housekeeping(const server::core::Output& out) {
    for (const auto& match : out.finished)
        finished_.push_back(protocol::encode(match.replay));
    for (const auto& snapshot : out.snapshots) {
        std::erase_if(log_, [&](const auto& kept) {
            return kept.second.room == snapshot.room && kept.first <= snapshot.number;
        });
        log_.emplace(snapshot.number, snapshot);
    }
    for (const auto& range : out.discarded)
        std::erase_if(log_, [&](const auto& kept) {
            return kept.second.room == range.room && kept.first >= range.first &&
                   kept.first <= range.last;
        });
}

void Rig::carry_out(server::core::Output& out) {
    housekeeping(out);
    for (const auto& delivery : out.deliveries)
        carry_out(delivery);
    for (const server::core::Push& push : out.pushes)
        note(push);
    for (server::core::Record& record : out.records) {
        note_submitted(record);
        unstored_.push_back(std::move(record));
    }
    for (const auto& password : out.passwords)
        hash(password);
    for (const auto& thought : out.thoughts)
        think(thought);
    if (store_ == Store::AtOnce && !unstored_.empty())
        accept(StoreAnswers{server::core::Stored::Durable}); // and carry out what follows
}

void Rig::carry_out(const server::core::Delivery& delivery) {
    Sent sent{pulses_.size(), now_, 0, nullptr, nullptr, {}};
    const auto* send = std::get_if<server::core::Send>(&delivery);
    const auto* closed = std::get_if<server::core::Disconnect>(&delivery);
    sent.to = send ? send->to : closed->to;
    if (listens_for_ && !listens_for_->contains(sent.to))
        return;
    if (send) {
        sent.text = encode_(send->message).text;
        sent.message = send->message;
    } else {
        if (closed->exception != nullptr)
            throw std::logic_error(closed->exception);
        sent.closed = closed->code;
    }
    sent_.push_back(std::move(sent));
}

void Rig::note(const server::core::Push& push) {
    push_messages_ += push.room + (push.seat == Seat::Zero ? " 0 " : " 1 ");
    push_messages_ += push.notice ? push.notice->to.endpoint + " " +
                                        std::to_string(static_cast<int>(push.notice->what)) + "; "
                                  : "withdrawn; ";
}

void Rig::hash(const server::core::PasswordToHash& what) {
    server::core::Output out;
    lobby_->hashed(what.session, test::quick_hash(what), now_, out);
    carry_out(out);
}

void Rig::think(const server::core::ToThink& what) {
    server::core::Output out;
    lobby_->thought(think_for(what), now_, out);
    carry_out(out);
}

void Rig::note_submitted(const server::core::Record& record) {
    if (const auto* acted = std::get_if<server::core::Acted>(&record.body))
        rounds_.at(running_.at(record.room)).turns.push_back({acted->seat, acted->action, false});
}

void Rig::note_stored(const server::core::Record& record) {
    const auto* room = lobby_->room(record.room);
    if (const auto* line = std::get_if<server::core::Chatted>(&record.body))
        chat_.push_back(
            {record.room, line->text, !line->seat && server::core::runs(room->match.phase)});
    const auto running = running_.find(record.room);
    if (running != running_.end()) {
        Round& round = rounds_[running->second];
        if (std::holds_alternative<server::core::Acted>(record.body))
            round.turns.back().stored =
                true; // a room has one record at a time in the store's queue
        if (!room || room->match.phase != Phase::Playing) {
            round.laid_open = true;
            running_.erase(running);
        }
    } else if (room && room->match.phase == Phase::Playing) {
        const State& state = room->match.state;
        running_.emplace(record.room, rounds_.size());
        rounds_.push_back({record.room,
                           state.deal,
                           state.starter,
                           room->fresh.match,
                           room->options.spectators,
                           agreed_delay(*room),
                           {},
                           false});
    }
}

} // namespace jaipur::paired
