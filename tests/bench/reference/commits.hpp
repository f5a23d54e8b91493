// How long the disk takes for a commit like the server's: SQLite, WAL, synchronous FULL, one row.
#pragma once

#include <filesystem>
#include <vector>

namespace jaipur::bench {

// Milliseconds of each commit, one after the other, at a rate per second or as fast as possible.
std::vector<float> time_commits(const std::filesystem::path& folder, double per_second,
                                double seconds);

} // namespace jaipur::bench
