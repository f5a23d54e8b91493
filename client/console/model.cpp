#include "client/console/model.hpp"

#include <algorithm>

namespace jaipur::client {

std::optional<KeptSeat> kept_seat(const Model& model, const std::optional<std::string>& room) {
    for (const KeptSeat& seat : model.kept)
        if (!room || std::equal(seat.room.begin(), seat.room.end(), room->begin(), room->end(),
                                [](char a, char b) { return a == b || (b > a && a == b - 32); }))
            return seat;
    return std::nullopt;
}

} // namespace jaipur::client
