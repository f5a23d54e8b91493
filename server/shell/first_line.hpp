// The first line of a file with a password or another secret.
#pragma once

#include <filesystem>
#include <string>

namespace jaipur::server::shell {

// Throws std::runtime_error if it can't be read.
std::string first_line_of(const std::filesystem::path& file);

} // namespace jaipur::server::shell
