#include "tests/simulation/kept_seats.hpp"

namespace jaipur::simulation {

std::vector<client::session::SeatRecord> KeptSeats::list(std::string_view server) {
    std::vector<client::session::SeatRecord> records;
    for (const auto& [place, text] : home_.seats) {
        const auto record = client::session::from_text(text);
        if (record && record->server == server && !home_.locked.contains(place))
            records.push_back(*record);
    }
    return records;
}

void KeptSeats::keep(const client::session::SeatRecord& record) {
    if (hold(record))
        home_.seats[{record.room, record.seat}] = client::session::to_text(record);
}

bool KeptSeats::hold(const client::session::SeatRecord& record) {
    const Home::Place place{record.room, record.seat};
    if (held_ == place)
        return true;
    release();
    if (!home_.locked.insert(place).second)
        return false;
    held_ = place;
    return true;
}

void KeptSeats::release() {
    if (held_)
        home_.locked.erase(*held_);
    held_.reset();
}

void KeptSeats::forget(const client::session::SeatRecord& record) {
    const Home::Place place{record.room, record.seat};
    if (held_ != place && home_.locked.contains(place))
        return;
    home_.seats.erase(place);
    if (held_ == place)
        release();
}

} // namespace jaipur::simulation
