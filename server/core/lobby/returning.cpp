// Returning to a seat: by resume, by repeating the request that took it, or with a key from another
// device.
#include "common/overloaded.hpp"
#include "protocol/hash.hpp"
#include "server/core/lobby/entry.hpp"

#include <utility>
#include <variant>

namespace jaipur::server::core {

using protocol::CloseCode;
using protocol::ErrorCode;

namespace {

// The token that the client has chosen for its seat, if any.
std::optional<Token> chosen_token(const protocol::EntryRequest& request) {
    const Overloaded each{
        [](const OneOf<protocol::CreateRoom, protocol::JoinRoom, protocol::QuickMatch> auto& body) {
            return body.token;
        },
        [](const protocol::TakeOver& body) { return std::optional(body.token); },
        [](const OneOf<protocol::Spectate, protocol::ReadInvitation, protocol::Resume,
                       protocol::Enter> auto&) -> std::optional<Token> { return std::nullopt; },
    };
    return std::visit(each, request);
}

} // namespace

void Entry::enter(const Caller& caller, const protocol::Resume& request) {
    const auto [slot, hash] = rooms_.with_token(request.token, request.room);
    if (!slot)
        return caller.refuse(ErrorCode::BadToken);
    if (!rooms_.is_turn_of(caller, *slot))
        return;
    const auto seat = slot->room.seat_with(hash);
    if (!seat)
        return caller.refuse(ErrorCode::BadToken);
    sit_again(caller, *slot, *seat, std::nullopt);
    if (request.chat_after)
        slot->room.tell_chat_since(Time(milliseconds(*request.chat_after)), caller.id, caller.out);
}

void Entry::enter(const Caller& caller, const protocol::TakeOver& request) {
    const auto found = rooms_.with_key(protocol::sha256(request.key), caller.now);
    if (!found)
        return caller.refuse(ErrorCode::BadToken);
    RoomSlot& slot = *found->slot;
    if (!rooms_.is_turn_of(caller, slot))
        return;
    // The address before still counts for the seat, unless a restart has forgotten it.
    if (slot.players_from[found->seat].is_this_machine())
        rooms_.set_player_address(slot, found->seat, caller.session.address, caller.now);
    const std::string& name = slot.room.state().players[found->seat]->name;
    rooms_.submit(
        slot, SeatMoved{found->seat, protocol::sha256(request.token)}, caller,
        protocol::Seated{slot.code, found->seat, protocol::base64url(request.token), name});
}

void Entry::sit_again(const Caller& caller, RoomSlot& slot, Seat seat,
                      std::optional<std::string> token) {
    const auto before = slot.room.at(seat);
    slot.room.sit(seat, caller.id, caller.session.lag, caller.now);
    slot.room.withdraw_notice(seat, caller.out);
    if (slot.players_from[seat].is_this_machine()) // unknown since a restart
        rooms_.set_player_address(slot, seat, caller.session.address, caller.now);
    caller.session.room = slot.code;
    const std::string& name = slot.room.state().players[seat]->name;
    caller.grant(protocol::Seated{slot.code, seat, std::move(token), name});
    if (before && *before != caller.id) {
        admission_.end(*before, caller.now);
        caller.out.deliveries.emplace_back(Disconnect{*before, CloseCode::Replaced});
    }
    slot.room.tell_newcomer(caller.id, caller.now, caller.out);
    rooms_.update(slot);
}

bool Entry::repeats(const Caller& caller, const protocol::EntryRequest& request) {
    const auto token = chosen_token(request);
    const TokenHash hash = token ? protocol::sha256(*token) : TokenHash{};
    const auto* join = std::get_if<protocol::JoinRoom>(&request);
    RoomSlot* const wanted = join ? rooms_.named(join->room) : nullptr;
    RoomSlot* slot = token ? rooms_.with_seat(hash, wanted) : nullptr;
    if (!slot)
        return false;
    admission_.guessed(caller, true); // whatever it names, it learns nothing about it
    const auto seat = slot->room.seat_with(hash);
    const bool is_there = seat && slot->room.at(*seat) == caller.id;
    if (caller.session.room && !is_there)
        caller.refuse(ErrorCode::AlreadyInRoom);
    else if (join && wanted != slot)
        caller.refuse(ErrorCode::BadToken);
    else if (rooms_.is_turn_of(caller, *slot))
        sit_again(caller, *slot, *seat, protocol::base64url(*token));
    else
        caller.session.waits_for_seat = true;
    return true;
}

} // namespace jaipur::server::core
