#include "server/core/lobby/rooms.hpp"

#include "protocol/hash.hpp"
#include "protocol/text.hpp"

#include <algorithm>
#include <utility>

namespace jaipur::server::core {

namespace {

constexpr std::size_t rooms_in_a_list = 50;

} // namespace

// ---- all rooms ----------------------------------------------------------------------------------

RoomSlot* Rooms::find(std::string_view code) const {
    const auto found = slots_.find(RoomCode(code));
    return found == slots_.end() ? nullptr : found->second.get();
}

RoomSlot* Rooms::named(std::string_view text) const {
    const auto code = protocol::room_code(text);
    return code ? find(*code) : nullptr;
}

std::size_t Rooms::open() const {
    return static_cast<std::size_t>(
        std::ranges::count_if(slots_, [](const auto& entry) { return entry.second->is_open(); }));
}

std::size_t Rooms::running_matches() const {
    return static_cast<std::size_t>(std::ranges::count_if(
        slots_, [](const auto& entry) { return runs(entry.second->room.state().match.phase); }));
}

std::size_t Rooms::played_over_days() const {
    const auto is_one = [](const auto& entry) {
        const RoomSlot& slot = *entry.second;
        const auto* opening =
            slot.in_flight ? std::get_if<RoomOpened>(&slot.in_flight->record.body) : nullptr;
        return is_played_over_days(opening ? opening->options : slot.room.state().options);
    };
    return static_cast<std::size_t>(std::ranges::count_if(slots_, is_one));
}

protocol::RoomList Rooms::list(const std::optional<RoomCode>& after) const {
    protocol::RoomList list;
    list.notice = notice_;
    for (auto next = after ? public_.upper_bound(*after) : public_.begin(); next != public_.end();
         ++next) {
        const Room& room = next->second->room;
        if (room.state().match.phase == Phase::MatchOver)
            continue;
        if (list.rooms.size() == rooms_in_a_list) {
            list.next = list.rooms.back().room;
            break;
        }
        list.rooms.push_back(room.listing());
    }
    return list;
}

void Rooms::tell(const std::optional<protocol::Notice>& notice, Time now, Output& out) {
    notice_ = notice;
    for_each([&](RoomSlot& slot) { slot.room.tell_room(now, out); });
}

Rooms::WithToken Rooms::with_token(const std::string& text,
                                   const std::optional<std::string>& room) const {
    const auto token = protocol::from_base64url(text);
    // Search whatever else is wrong: otherwise, the timing tells.
    const TokenHash hash = protocol::sha256(token.value_or(Token{}));
    RoomSlot* const wanted = room ? named(*room) : nullptr;
    RoomSlot* slot = with_seat(hash, wanted);
    const bool is_wanted = !room || wanted == slot;
    return {token && is_wanted ? slot : nullptr, hash};
}

RoomCode Rooms::unused_code() const {
    RoomCode code = draw_code(entropy_);
    while (!holds(slot_of(code)) || slots_.contains(code))
        code = draw_code(entropy_);
    return code;
}

std::vector<RoomCode> Rooms::codes_in(Slot slot) const {
    std::vector<RoomCode> codes;
    for (const auto& [code, room] : slots_)
        if (slot_of(code) == slot)
            codes.push_back(code);
    std::ranges::sort(codes);
    return codes;
}

bool Rooms::is_elsewhere(std::string_view text) const {
    if (held_ == Slots::all())
        return false;
    const auto code = protocol::room_code(text);
    return code && !holds(slot_of(*code)) && !find(*code);
}

RoomSlot& Rooms::create(const RoomCode& code, const Address& opener, Time now) {
    auto& slot =
        *(slots_[code] = std::make_unique<RoomSlot>(code, RoomState{}, limits_, notice_, now));
    slot.opener = opener;
    set_player_address(slot, Seat::Zero, opener, now);
    return slot;
}

void Rooms::restore(RoomState state, std::size_t record_count, Time now) {
    const RoomCode code = state.code;
    auto& slot =
        *(slots_[code] = std::make_unique<RoomSlot>(code, std::move(state), limits_, notice_, now));
    slot.record_count = record_count;
    publish(slot);
    seat_tokens_.update(slot);
    update(slot);
}

void Rooms::publish(RoomSlot& slot) {
    if (slot.room.state().options.is_public)
        public_.emplace(slot.code, &slot);
}

void Rooms::remove(RoomSlot& slot) {
    public_.erase(slot.code);
    quick_match_.remove(slot);
    seat_tokens_.remove(slot);
    seat_keys_.remove(slot);
    if (slot.in_flight) // it is given up
        in_flight_.erase(slot.in_flight->record.number);
    visitors_.remove_room(slot.opener, slot.code);
    for (const Address& player : slot.players_from.values)
        visitors_.remove_room(player, slot.code);
    slots_.erase(RoomCode(slot.code));
}

void Rooms::set_player_address(RoomSlot& slot, Seat seat, const Address& from, Time now) {
    const Address before = std::exchange(slot.players_from[seat], from);
    if (!slot.counts(before))
        visitors_.remove_room(before, slot.code);
    visitors_.add_room(from, slot.code, now);
}

// ---- their records ------------------------------------------------------------------------------

void Rooms::submit(RoomSlot& slot, RecordBody body, const Caller& caller,
                   decltype(protocol::Ok::adds) adds) {
    if (slot.room.is_held_up(caller.now))
        return caller.refuse(protocol::ErrorCode::StorageFull);
    caller.session.step = Session::Step::Wait;
    Record record = slot.room.record(std::move(body), numbers_->next(), caller.now);
    record.room = slot.code;
    submit(slot, std::move(record), PendingAnswer{caller.id, {caller.re, std::move(adds)}},
           caller.out);
}

void Rooms::submit(RoomSlot& slot, Record record, std::optional<PendingAnswer> answer,
                   Output& out) {
    in_flight_.emplace(record.number, &slot);
    out.records.push_back(record);
    slot.in_flight = std::make_unique<InFlight>(InFlight{std::move(record), std::move(answer)});
    file(slot, slot.in_flight->record.body);
}

std::optional<SessionId> Rooms::requester(std::uint64_t record) const {
    const RoomSlot* slot = with_in_flight(record);
    if (!slot || !slot->in_flight->answer)
        return std::nullopt;
    return slot->in_flight->answer->session;
}

const RoomSlot* Rooms::with_in_flight(std::uint64_t record) const {
    const auto found = in_flight_.find(record);
    return found == in_flight_.end() ? nullptr : found->second;
}

RoomSlot* Rooms::take_in_flight(std::uint64_t record) {
    const auto node = in_flight_.extract(record);
    return node.empty() ? nullptr : node.mapped();
}

bool Rooms::is_turn_of(const Caller& caller, RoomSlot& slot) {
    run_timers(slot, caller.now, caller.out);
    if (!slot.in_flight)
        return true;
    if (slot.room.is_seated(caller.id))
        slot.wait_queue.add_player(caller.id);
    else
        slot.wait_queue.add_other(caller.id);
    caller.session.step = Session::Step::Wait;
    return false;
}

// ---- time ---------------------------------------------------------------------------------------

void Rooms::run_timers(RoomSlot& slot, Time now, Output& out) {
    while (!slot.in_flight) {
        const auto timer = slot.room.next_timer();
        if (!timer || timer->at > now)
            return;
        if (auto body = slot.room.due(*timer, entropy_))
            submit(slot, slot.room.record(std::move(*body), numbers_->next(), now), std::nullopt,
                   out);
        else
            slot.room.do_due(*timer, now, out);
    }
}

void Rooms::tick(Time now, Output& out) {
    while (const auto entry = schedule_.pop(now)) {
        RoomSlot* slot = find(entry->second);
        if (!slot || slot->scheduled != entry->first)
            continue;
        slot->scheduled.reset();
        run_timers(*slot, now, out);
        update(*slot);
    }
}

void Rooms::file(RoomSlot& slot, const RecordBody& changed) {
    if (std::holds_alternative<Acted>(changed)) // by far the most; nobody comes or goes
        return;
    quick_match_.update(slot);
    seat_tokens_.update(slot);
}

void Rooms::limits_changed() {
    for (const auto& [code, slot] : slots_)
        update(*slot);
}

void Rooms::update(RoomSlot& slot) {
    quick_match_.update(slot); // it passes over rooms where nobody is connected
    if (slot.in_flight)
        return; // again when the store has answered
    const auto timer = slot.room.next_timer();
    if (!timer || (slot.scheduled && *slot.scheduled <= timer->at))
        return;
    slot.scheduled = timer->at;
    schedule_.add(timer->at, slot.code);
}

} // namespace jaipur::server::core
