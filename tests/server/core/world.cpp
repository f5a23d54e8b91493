#include "tests/server/core/world.hpp"

#include "tests/support/quick_bot.hpp"
#include "tests/support/quick_hash.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <utility>

namespace jaipur::server::core::test {

namespace {

Entropy entropy_from(std::uint64_t seed) {
    return [random = Random(seed)](std::span<std::uint8_t> bytes) mutable {
        for (auto& byte : bytes)
            byte = static_cast<std::uint8_t>(random.next());
    };
}

std::string in_a_word(const protocol::ServerMessage& reply) {
    const auto* error = std::get_if<protocol::Error>(&reply);
    return error ? std::string(protocol::name(error->code)) : "ok";
}

} // namespace

protocol::CreateOptions over_days(int days) {
    protocol::CreateOptions options;
    options.patience = days * protocol::days_patience;
    options.seals = 1;
    return options;
}

protocol::CreateOptions against_bot() {
    protocol::CreateOptions options;
    options.bot = "easy";
    return options;
}

Limits patient_limits() {
    Limits limits;
    limits.request_burst = 0;
    limits.bot_time = {};
    return limits;
}

World::World(std::uint64_t seed, Limits limits, StoreMode store_mode)
    : lobby(limits, entropy_from(seed)), random(seed + 1), mode(store_mode), limits_(limits) {
    offer_push();
}

void World::offer_push() {
    lobby.offer_push("key", [](const std::string& endpoint) {
        return endpoint.starts_with("https://push.example/");
    });
}

SessionId World::connect(const Address& from) {
    const SessionId session = ++last_session_;
    peers[session];
    lobby.connected(session, from, now);
    return session;
}

void World::disconnect(SessionId session) {
    Output out;
    peers.erase(session);
    lobby.disconnected(session, now, out);
    carry_out(out);
}

void World::send(SessionId session, protocol::RequestBody body) {
    const std::uint64_t id = ++last_request_;
    peer(session).asked.push_back({id, body});
    Output out;
    lobby.received(session, protocol::Request{id, std::move(body)}, now, out);
    carry_out(out);
}

void World::send_malformed(SessionId session, protocol::Error error) {
    peer(session).asked.push_back({error.re.value_or(0), std::nullopt});
    Output out;
    lobby.received(session, error, now, out);
    carry_out(out);
}

protocol::ServerMessage World::ask(SessionId session, protocol::RequestBody body) {
    const std::size_t before = peer(session).replies.size();
    send(session, std::move(body));
    REQUIRE(peer(session).replies.size() == before + 1);
    return peer(session).replies.back();
}

std::string World::answer(SessionId session, protocol::RequestBody body) {
    return in_a_word(ask(session, std::move(body)));
}

std::string World::last_answer(SessionId session) {
    const auto& replies = peer(session).replies;
    return replies.empty() ? "" : in_a_word(replies.back());
}

protocol::Seated World::enter(SessionId session, protocol::RequestBody body) {
    const auto reply = ask(session, std::move(body));
    REQUIRE(std::holds_alternative<protocol::Ok>(reply));
    return std::get<protocol::Seated>(std::get<protocol::Ok>(reply).adds);
}

void World::answer_store(Stored result) {
    REQUIRE(!unstored.empty());
    const Record record = std::move(unstored.front());
    unstored.pop_front();
    if (result == Stored::Durable) {
        last_stored_ = record.number;
        apply(shadows[record.room], record);
        log[record.room].push_back(record);
        if (const auto* line = std::get_if<Chatted>(&record.body))
            stored_lines_.emplace(line->text, unix_ms(record.at));
        if (shadows[record.room].closed)
            shadows.erase(record.room); // its code may be reused
    } else {
        ++refused_by_store;
    }
    Output out;
    lobby.stored(record.number, result, now, out);
    const RoomState* room = lobby.room(record.room);
    const bool held = lobby.holds(slot_of(record.room));
    REQUIRE((room != nullptr) == (held && shadows.contains(record.room)));
    if (room)
        REQUIRE(shadows[record.room] == *room);
    carry_out(out);
}

void World::answer_guests(Stored result) {
    REQUIRE(!unstored_guests.empty());
    const GuestChange change = std::move(unstored_guests.front());
    unstored_guests.pop_front();
    for (const GuestEntry& entry : change.entries)
        if (result == Stored::Durable && entry.body)
            guests.insert_or_assign(entry.number, entry);
        else if (result == Stored::Durable)
            guests.erase(entry.number);
    Output out;
    lobby.guests_stored(change.number, result, now, out);
    carry_out(out);
}

void World::shut_down() {
    Output out;
    lobby.shut_down(now, out);
    carry_out(out);
}

void World::pass(milliseconds time) {
    const Time end = now + time;
    for (auto due = lobby.deadline(); due && *due <= end; due = lobby.deadline()) {
        now = std::max(now, *due);
        Output out;
        lobby.tick(now, out);
        carry_out(out);
    }
    now = end;
}

void World::crash(milliseconds down) {
    now += down;
    peers.clear();
    unstored.clear();
    unhashed.clear();
    unstored_guests.clear();
    thoughts.clear();
    std::vector<Record> kept;
    for (const auto& [room, of_room] : log)
        kept.insert(kept.end(), of_room.begin(), of_room.end());
    std::ranges::sort(kept, {}, &Record::number);
    std::destroy_at(&lobby);
    std::construct_at(&lobby, limits_, entropy_from(random.next()));
    offer_push();
    records = last_stored_;
    Output out;
    GuestEntries entries;
    for (const auto& [number, entry] : guests)
        entries.push_back(entry);
    lobby.restore_guests(entries, out);
    REQUIRE(out.guest_changes.empty());
    for (const Record& record : kept)
        lobby.restore(record, out);
    REQUIRE(lobby.restored(last_stored_, now).empty());
    REQUIRE(out.records.empty());
    REQUIRE(out.deliveries.empty());
    housekeeping(out);
    REQUIRE(lobby.counts().rooms == shadows.size());
    for (const auto& [room, shadow] : shadows) {
        REQUIRE(lobby.room(room) != nullptr);
        REQUIRE(*lobby.room(room) == shadow);
    }
}

void World::adopt(World& from, Slot slot) {
    std::vector<Record> kept;
    for (auto& [room, of_room] : from.log)
        if (slot_of(room) == slot)
            kept.insert(kept.end(), of_room.begin(), of_room.end());
    std::ranges::sort(kept, {}, &Record::number);
    const auto move = [slot](auto& rooms, auto& to) {
        for (auto next = rooms.begin(); next != rooms.end();)
            if (const auto room = next++; slot_of(room->first) == slot)
                to.insert(rooms.extract(room));
    };
    move(from.log, log);
    move(from.shadows, shadows);
    stored_lines_.insert(from.stored_lines_.begin(), from.stored_lines_.end());
    last_stored_ = records = std::max(records, from.last_stored_);
    ahead_ = std::max(ahead_, from.now + from.ahead_ - now);
    Output out;
    for (const Record& record : kept)
        lobby.restore(record, out);
    REQUIRE(lobby.adopt(slot, from.last_stored_, now, out).empty());
    REQUIRE(out.records.empty());
    REQUIRE(out.deliveries.empty());
    housekeeping(out);
    for (const auto& [room, shadow] : shadows) {
        REQUIRE(lobby.room(room) != nullptr);
        REQUIRE(*lobby.room(room) == shadow);
    }
}

void World::drop(Slot slot) {
    Output out;
    lobby.drop(slot, now, out);
    std::erase_if(unstored, [&](const Record& record) { return slot_of(record.room) == slot; });
    for (const Delivery& delivery : out.deliveries) // this slot's players are told nothing
        REQUIRE((std::holds_alternative<Disconnect>(delivery) ||
                 !std::holds_alternative<protocol::View>(*std::get<Send>(delivery).message)));
    carry_out(out);
}

void World::release(Slot slot) {
    Output out;
    lobby.release(slot, now, out);
    carry_out(out);
}

const protocol::Replay* World::replay(const protocol::MatchId& match) const {
    const auto found = finished.find(match);
    return found == finished.end() ? nullptr : &found->second;
}

void World::housekeeping(const Output& out) {
    for (const Finished& match : out.finished) {
        const auto [kept, fresh] = finished.emplace(match.replay.match, match.replay);
        REQUIRE(kept->second == match.replay);
    }
    for (const Record& snapshot : out.snapshots) {
        auto& of_room = log.at(snapshot.room);
        REQUIRE(of_room.back().number >= snapshot.number);
        if (of_room.back().number == snapshot.number) {
            RoomState again;
            apply(again, snapshot);
            REQUIRE(again == shadows.at(snapshot.room));
        }
        std::erase_if(of_room, [&](const Record& r) { return r.number <= snapshot.number; });
        of_room.insert(of_room.begin(), snapshot);
        ++snapshots;
    }
    for (const DiscardRange& range : out.discarded) {
        auto& of_room = log.at(range.room);
        std::erase_if(of_room, [&](const Record& record) {
            return record.number >= range.first && record.number <= range.last;
        });
        if (of_room.empty())
            log.erase(range.room);
    }
}

void World::carry_out(Output& out) {
    housekeeping(out);
    for (Record& record : out.records) {
        REQUIRE(record.number == ++records);
        REQUIRE(record.at <= now + 1s + ahead_); // simultaneous chat lines get different times
        unstored.push_back(std::move(record));
    }
    for (const Delivery& delivery : out.deliveries) {
        if (const auto* send = std::get_if<Send>(&delivery)) {
            take(send->to, *send->message);
        } else {
            const auto& disconnect = std::get<Disconnect>(delivery);
            REQUIRE(disconnect.exception == nullptr);
            REQUIRE(!peer(disconnect.to).closed);
            peer(disconnect.to).closed = disconnect.code;
        }
    }
    std::ranges::move(out.released, std::back_inserter(released));
    std::ranges::move(out.passwords, std::back_inserter(unhashed));
    std::ranges::move(out.guest_changes, std::back_inserter(unstored_guests));
    std::ranges::move(out.pushes, std::back_inserter(pushes));
    std::ranges::move(out.thoughts, std::back_inserter(thoughts));
    while (bots_think && !thoughts.empty())
        think();
    while (mode == StoreMode::AtOnce && !unhashed.empty())
        hash_password();
    while (mode == StoreMode::AtOnce && !unstored.empty())
        answer_store(Stored::Durable);
    while (mode == StoreMode::AtOnce && !unstored_guests.empty())
        answer_guests(Stored::Durable);
}

void World::hash_password() {
    const PasswordToHash next = std::move(unhashed.front());
    unhashed.pop_front();
    Output out;
    lobby.hashed(next.session, jaipur::test::quick_hash(next), now, out);
    carry_out(out);
}

void World::think() {
    const ToThink next = std::move(thoughts.front());
    thoughts.pop_front();
    Output out;
    lobby.thought(jaipur::test::quick_thought(next), now, out);
    carry_out(out);
}

} // namespace jaipur::server::core::test
