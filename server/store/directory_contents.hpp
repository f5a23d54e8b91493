// The contents of a data directory, from and for a store of another kind.
#pragma once

#include "server/store/contents.hpp"

#include <filesystem>
#include <memory>

namespace jaipur::server::store {

class Database;

// Hands over everything. Throws StoreError, also if something is damaged.
void read_directory(const std::filesystem::path& directory, CompanionNames companions,
                    Contents& to);

// Makes a database in an empty directory, with companions next to it.
class DirectoryWriter final : public Contents {
  public:
    explicit DirectoryWriter(const std::filesystem::path& directory);
    ~DirectoryWriter() override;

    void take(const std::vector<core::Record>& records) override;
    void take(const std::vector<KeptReplay>& replays) override;
    void take(const core::GuestEntry& entry) override;
    void take(const PushSecret& secret) override;
    void take(const Companion& companion) override;
    void take(std::chrono::milliseconds uptime) override;

  private:
    struct Tables;

    Tables& tables();

    const std::filesystem::path directory_;
    std::unique_ptr<Database> database_; // for records
    std::unique_ptr<Tables> tables_;     // for everything after them
};

} // namespace jaipur::server::store
