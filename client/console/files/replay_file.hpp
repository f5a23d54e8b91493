// Replays as files: read whatever it may be, never more than a replay can have, and written without
// ever taking the place of something else.
// It must not know what is in them.
#pragma once

#include "common/result.hpp"

#include <string>
#include <string_view>

namespace jaipur::client::files {

// The whole file, `-` being the standard input; the error says why it cannot be read. Of what is
// too large for a replay no more is read than shows that it is.
Result<std::string, std::string> read_replay_file(const std::string& path);

bool file_exists(const std::string& path);

// What is wrong, in words; empty: it is written. A file that is there already is left alone.
std::string write_new_file(const std::string& path, std::string_view text);

} // namespace jaipur::client::files
