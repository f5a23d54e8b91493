// How long the disk takes for a commit as the server makes them: SQLite, WAL, synchronous FULL, one
// row.
#pragma once

#include <filesystem>
#include <vector>

namespace jaipur::bench {

// Milliseconds of each; so many a second, or as many as there can be one after the other.
std::vector<float> time_commits(const std::filesystem::path& folder, double per_second,
                                double seconds);

} // namespace jaipur::bench
