#include "tests/simulation/kept_seats.hpp"

namespace jaipur::simulation {

Home::Key Home::key(const client::session::SeatRecord& record) {
    return {record.room, record.seat ? std::to_string(index(*record.seat)) : record.token};
}

std::vector<client::session::SeatRecord> KeptSeats::list(std::string_view server) {
    std::vector<client::session::SeatRecord> records;
    for (const auto& [key, text] : home_.seats) {
        const auto record = client::session::from_text(text);
        if (record && record->server == server && !home_.locked.contains(key))
            records.push_back(*record);
    }
    return records;
}

void KeptSeats::keep(const client::session::SeatRecord& record) {
    if (hold(record))
        home_.seats[Home::key(record)] = client::session::to_text(record);
}

bool KeptSeats::hold(const client::session::SeatRecord& record) {
    const Home::Key key = Home::key(record);
    if (held_ == key)
        return true;
    release();
    if (!home_.locked.insert(key).second)
        return false;
    held_ = key;
    return true;
}

void KeptSeats::release() {
    if (held_)
        home_.locked.erase(*held_);
    held_.reset();
}

void KeptSeats::forget(const client::session::SeatRecord& record) {
    const Home::Key key = Home::key(record);
    if (held_ != key && home_.locked.contains(key))
        return;
    home_.seats.erase(key);
    if (held_ == key)
        release();
}

client::session::Pass KeptPasses::load(const std::string& server) {
    const auto pass = client::session::pass_from(home_.passes[server]);
    return pass.value_or(client::session::Pass{server, {}, false});
}

client::session::Pass KeptPasses::change(const std::string& server,
                                         const std::function<void(client::session::Pass&)>& how) {
    client::session::Pass pass = load(server);
    how(pass);
    home_.passes[server] = client::session::to_text(pass);
    return pass;
}

} // namespace jaipur::simulation
