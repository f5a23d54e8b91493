// Replays as files: reads any kind of file, up to the size of a replay, and never overwrites one.
// It must not know what is in them.
#pragma once

#include "common/result.hpp"

#include <string>
#include <string_view>

namespace jaipur::client::files {

// The whole file (`-` is the standard input), cut if it is too large for a replay. The error
// says why it can't be read.
Result<std::string, std::string> read_replay_file(const std::string& path);

bool file_exists(const std::string& path);

// Returns what went wrong, or an empty text. Never touches an existing file.
std::string write_new_file(const std::string& path, std::string_view text);

} // namespace jaipur::client::files
