// Seats that the user can go back to.
#include "client/console/translation.hpp"
#include "client/console/words/words.hpp"

#include <algorithm>

namespace jaipur::client::words {

std::vector<std::string> kept_seats(const std::vector<KeptSeat>& seats) {
    constexpr std::size_t most_named = 5;
    std::vector<std::string> lines, rooms;
    const KeptSeat* known = nullptr;
    for (const KeptSeat& seat : seats) {
        if (!seat.room.empty()) {
            known = &seat;
            rooms.push_back(seat.room);
        } else if (lines.empty()) {
            lines.push_back(
                _("The connection broke while you were taking a seat as {0}, so you may "
                  "have one. Type resume to find out, or forget to give it up.",
                  seat.name));
        }
    }
    if (rooms.size() == 1)
        lines.push_back(_("You have a seat in room {0}, as {1}. Type resume {0} to go back to it, "
                          "or forget {0}.",
                          known->room, known->name));
    if (rooms.size() < 2)
        return lines;
    const std::size_t count = rooms.size();
    rooms.resize(std::min(count, most_named));
    lines.push_back(
        count <= most_named
            ? _("You have seats in {0} rooms: {1}. Type resume and the code to go back to one, or "
                "forget and the code.",
                count, listed(rooms))
            : _("You have seats in {0} rooms, the newest: {1}. Type resume and the code to go back "
                "to one, or forget and the code.",
                count, listed(rooms)));
    return lines;
}

std::string no_such_seat() {
    return _("You have no such seat on this server.");
}

std::string not_in_a_room() {
    return _("You aren't in a room.");
}

} // namespace jaipur::client::words
