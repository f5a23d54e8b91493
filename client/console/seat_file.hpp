// The seat's secret token, and what the fair shuffle needs, in a file that only the user can read,
// so that a seat can be resumed after a crash. One file for each seat; one that a running program
// uses is locked, and left alone by every other. It knows files, and no network.
#pragma once

#include "client/console/witness.hpp"
#include "common/seat.hpp"

#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace jaipur::client {

struct SeatRecord {
    std::string server; // as the user gives it
    std::string room;
    Seat seat{};
    std::string token;
    std::string name; // the player's own
    std::optional<KeptFair> fair;
    friend bool operator==(const SeatRecord&, const SeatRecord&) = default;
};

// A line for each thing: "key value".
std::string to_text(const SeatRecord& record);
std::optional<SeatRecord> from_text(std::string_view text);

class SeatFiles {
  public:
    explicit SeatFiles(std::filesystem::path directory);
    ~SeatFiles();
    SeatFiles(const SeatFiles&) = delete;
    SeatFiles& operator=(const SeatFiles&) = delete;

    // ${XDG_STATE_HOME:-~/.local/state}/jaipur/seats; empty where the user has no home.
    static std::filesystem::path default_directory();

    // The seats on a server that no program uses now, the newest first. A file that cannot be read
    // is named in a sentence (see `complaints`) and passed over.
    std::vector<SeatRecord> list(std::string_view server);

    // Writes the record and holds its lock from now on, instead of the one held before.
    void keep(const SeatRecord& record);
    // Takes the lock of a record for using it; false: another program uses it.
    bool hold(const SeatRecord& record);
    // Lets go of the lock; the file stays.
    void release();
    // Removes the file of a seat, unless another program uses it.
    void forget(const SeatRecord& record);

    // What went wrong since the last call, in sentences.
    std::vector<std::string> complaints();

  private:
    std::filesystem::path path_of(const SeatRecord& record) const;
    bool make_directory();
    bool write(const std::filesystem::path& path, const std::string& text);
    void complain(const std::string& what, const std::filesystem::path& path);

    std::filesystem::path directory_;
    std::optional<std::filesystem::path> held_;
    int held_descriptor_ = -1;
    std::set<std::filesystem::path> unreadable_;
    std::vector<std::string> complaints_;
};

} // namespace jaipur::client
