// Seats in files that only the user can read, one file per seat. A running program locks the seat
// that it uses.
#pragma once

#include "client/console/files/complaints.hpp"
#include "client/console/files/descriptor.hpp"
#include "client/console/session/seats.hpp"

#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace jaipur::client::files {

class SeatFiles final : public session::Seats {
  public:
    explicit SeatFiles(std::filesystem::path directory);

    // ${XDG_STATE_HOME:-~/.local/state}/jaipur/seats, or bot-seats; empty if there is no home.
    static std::filesystem::path default_directory(session::SeatUser user);

    // On all servers, even those in use, the newest first.
    std::vector<session::SeatRecord> all();
    std::vector<session::SeatRecord> list(std::string_view server) override;
    void keep(const session::SeatRecord& record) override;
    bool hold(const session::SeatRecord& record) override;
    void release() override;
    void forget(const session::SeatRecord& record) override;

    std::vector<std::string> complaints() override { return complaints_.take(); }

  private:
    std::filesystem::path path_of(const session::SeatRecord& record) const;
    static void remove(const std::filesystem::path& path);
    bool make_directory();

    std::filesystem::path directory_;
    std::optional<std::filesystem::path> held_;
    std::optional<Descriptor> held_lock_;
    std::set<std::filesystem::path> unreadable_;
    Complaints complaints_;
};

} // namespace jaipur::client::files
