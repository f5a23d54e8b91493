// The highest number of a record that was reported as durable, in a small file next to the
// database. If the log loses its end, or is lost, nothing else shows it. The file may be behind,
// for example after a power cut, but never ahead of the disk: a number is written after its commit,
// and nobody waits for it. It must not know about databases.
#pragma once

#include "server/store/files.hpp"

#include <cstdint>
#include <filesystem>

namespace jaipur::server::store {

inline constexpr const char* acknowledged_ending = "-acknowledged";

class Acknowledged {
  public:
    // `identity` tells databases apart. Creates the file if there is none, or if it is another
    // database's. Without space there is none. Throws StoreError.
    Acknowledged(const std::filesystem::path& database, std::int64_t identity);

    // 0: unknown.
    std::uint64_t number() const { return number_; }

    // Without space, the file stays behind. Throws StoreError.
    void raise(std::uint64_t number);

  private:
    void write(std::uint64_t number);

    std::filesystem::path file_;
    std::int64_t identity_;
    Descriptor opened_;
    std::uint64_t number_;
};

// What the file says; 0 if that is unknown.
std::uint64_t acknowledged_number(const std::filesystem::path& database, std::int64_t identity);

// How many records a database with this last number lacks, at most: some numbers are never used.
constexpr std::uint64_t missing_records(std::uint64_t acknowledged, std::uint64_t last) {
    return acknowledged > last ? acknowledged - last : 0;
}

} // namespace jaipur::server::store
