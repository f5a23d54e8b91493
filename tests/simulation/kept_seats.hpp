// The files in a user's home directory: what one program kept, the next one finds, and only one
// program at a time holds a seat. As text, as on a disk.
#pragma once

#include "client/console/session/passes.hpp"
#include "client/console/session/seats.hpp"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace jaipur::simulation {

class Home {
  public:
    using Key = std::pair<std::string, std::string>; // room, and seat; its token if not known

    static Key key(const client::session::SeatRecord& record);

    std::map<Key, std::string> seats;
    std::set<Key> locked;
    std::map<std::string, std::string> passes; // by server
};

// One program's access to the files.
class KeptSeats final : public client::session::Seats {
  public:
    explicit KeptSeats(Home& home) : home_(home) {}

    ~KeptSeats() override { KeptSeats::release(); }

    KeptSeats(const KeptSeats&) = delete;
    KeptSeats& operator=(const KeptSeats&) = delete;

    std::vector<client::session::SeatRecord> list(std::string_view server) override;
    void keep(const client::session::SeatRecord& record) override;
    bool hold(const client::session::SeatRecord& record) override;
    void release() override;
    void forget(const client::session::SeatRecord& record) override;

    std::vector<std::string> complaints() override { return {}; }

  private:
    Home& home_;
    std::optional<Home::Key> held_;
};

class KeptPasses final : public client::session::Passes {
  public:
    explicit KeptPasses(Home& home) : home_(home) {}

    client::session::Pass load(const std::string& server) override;
    client::session::Pass change(const std::string& server,
                                 const std::function<void(client::session::Pass&)>& how) override;

    std::vector<std::string> complaints() override { return {}; }

  private:
    Home& home_;
};

} // namespace jaipur::simulation
