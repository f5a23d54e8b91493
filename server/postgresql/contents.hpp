// The contents of a database, from and for a store of another kind.
#pragma once

#include "server/postgresql/connection.hpp"
#include "server/store/contents.hpp"

#include <chrono>
#include <memory>
#include <string>
#include <vector>

namespace jaipur::server::postgresql {

// Hands over everything, as it is at one moment; servers can go on. Returns the rooms that have a
// record that can't be read: nothing of them is handed over. Throws store::StoreError.
std::vector<core::RoomCode> read_database(const std::string& connection_string,
                                          store::Contents& to);

enum class Present : bool { Refused, Replaced };

// Fills a database that no server uses: all or nothing, with the last call. Throws
// store::StoreError.
class DatabaseWriter final : public store::Contents {
  public:
    // `present`: what to do with the contents that it has.
    DatabaseWriter(const std::string& connection_string, Present present);

    void take(const std::vector<core::Record>& records) override;
    void take(const std::vector<store::KeptReplay>& replays) override;
    void take(const core::GuestEntry& entry) override;
    void take(const store::PushSecret& secret) override;
    void take(const store::Companion& companion) override;
    void take(std::chrono::milliseconds uptime) override;

  private:
    std::vector<Result> run(const std::vector<Statement>& statements);

    std::unique_ptr<Connection> connection_;
};

} // namespace jaipur::server::postgresql
