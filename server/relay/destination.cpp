#include "server/relay/destination.hpp"

#include "common/overloaded.hpp"
#include "protocol/hash.hpp"
#include "protocol/text.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace jaipur::server::relay {

namespace {

using Way = Destination::Way;

WhoHas seat_with(const protocol::Secret& token) {
    return {WhoHas::What::Token, protocol::sha256(token)};
}

class Choice {
  public:
    Choice(const core::Owners& owners, const Known& here) : owners_(owners), here_(here) {}

    // A repeat of the request that took a seat here gets it again, or learns that the seat is in
    // another room than the one it names.
    Destination operator()(const protocol::JoinRoom& request) const {
        return request.token && here_.has(seat_with(*request.token)) ? Destination{}
                                                                     : to(request.room);
    }

    Destination operator()(const protocol::Spectate& request) const { return to(request.room); }

    Destination operator()(const protocol::ReadInvitation& request) const {
        auto destination = to(request.room);
        if (destination.way == Way::Move)
            destination.way = Way::Ask;
        return destination;
    }

    // The server that keeps the guest book gives passes.
    Destination operator()(const protocol::Enter& request) const {
        return here_.knows_pass(protocol::sha256(request.pass)) ? Destination{}
                                                                : to(core::guests_slot);
    }

    Destination operator()(const protocol::Resume& request) const {
        if (request.room)
            return to(*request.room);
        const auto token = protocol::from_base64url(request.token);
        return token ? find({seat_with(*token)}, {}) : Destination{};
    }

    Destination operator()(const protocol::TakeOver& request) const {
        return find({{WhoHas::What::Key, protocol::sha256(request.key)}, seat_with(request.token)},
                    {});
    }

    // These may repeat a request that another server has answered.
    Destination operator()(const protocol::CreateRoom& request) const {
        return unless_repeated(request.token,
                               request.options.is_public ? to(slot_of_quick_matches()) : to_any());
    }

    Destination operator()(const protocol::QuickMatch& request) const {
        return unless_repeated(request.token, to(slot_of_quick_matches()));
    }

    Destination operator()(const protocol::ListRooms&) const { return gather(Way::GatherRooms); }

    Destination operator()(const protocol::ListGames& request) const {
        // Nobody waits for an abandoned slot: the answer says that games may be lacking.
        const auto waits = [this](core::Slot slot) { return owners_.is_awaited(slot); };
        bool all_name_rooms = true;
        for (const auto& seat : request.seats) {
            const auto code = seat.room ? protocol::room_code(*seat.room) : std::nullopt;
            all_name_rooms = all_name_rooms && code;
            if (code ? waits(core::slot_of(*code)) : std::ranges::any_of(core::all_slots, waits))
                return {Way::Wait};
        }
        if (all_name_rooms || owners_.abandoned().empty())
            return gather(Way::GatherGames);
        return {.way = Way::GatherGames, .all_can_answer = false};
    }

    Destination operator()(const auto&) const { return {}; }

  private:
    Destination to(core::Slot slot) const {
        if (owners_.owns(slot))
            return {};
        const auto address = owners_.address_of(slot);
        return address ? Destination{Way::Move, *address} : Destination{Way::Wait};
    }

    Destination to(const std::string& room) const {
        const auto code = protocol::room_code(room);
        return code ? to(core::slot_of(*code)) : Destination{};
    }

    // One server serves all quick matches and opens all public rooms, so that players find each
    // other: the one with the first slot that anybody can have.
    core::Slot slot_of_quick_matches() const {
        const auto first = std::ranges::find_if_not(
            core::all_slots, [this](core::Slot slot) { return owners_.is_abandoned(slot); });
        return first == core::all_slots.end() ? core::all_slots.front() : *first;
    }

    // To a server that can open rooms.
    Destination to_any() const {
        const auto& slots = core::all_slots;
        if (std::ranges::any_of(slots, [&](core::Slot slot) { return owners_.owns(slot); }))
            return {};
        for (const core::Slot slot : slots)
            if (auto destination = to(slot); destination.way == Way::Move)
                return destination;
        return {};
    }

    // Without another server, the seat may still be in a room that this one hasn't yet.
    Destination find(std::vector<WhoHas> seats, const Destination& otherwise) const {
        const auto owned = [this](core::Slot slot) { return owners_.owns(slot); };
        if (std::ranges::all_of(core::all_slots, owned) || std::ranges::any_of(seats, here_.has))
            return {};
        return {.way = Way::Find, .address = otherwise.address, .seats = std::move(seats)};
    }

    Destination unless_repeated(const std::optional<protocol::Secret>& token,
                                const Destination& otherwise) const {
        if (!token)
            return otherwise;
        auto destination = find({seat_with(*token)}, otherwise);
        destination.takes_seat = destination.way == Way::Find;
        return destination;
    }

    Destination gather(Way way) const {
        return owners_.others().empty() ? Destination{} : Destination{way};
    }

    const core::Owners& owners_;
    const Known& here_;
};

} // namespace

Destination destination_of(const protocol::RequestBody& request, const core::Owners& owners,
                           const Known& here) {
    return protocol::visit_request(Choice(owners, here), request);
}

} // namespace jaipur::server::relay
