// Files that only the user can access, in the program's folder for state.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace jaipur::client::files {

// ${XDG_STATE_HOME:-~/.local/state}/jaipur/FOLDER; empty if there is no home.
std::filesystem::path state_directory(std::string_view folder);

// A text as part of a file's name, of at most `longest_part` characters.
inline constexpr std::size_t longest_part = 100;
std::string file_part(std::string_view text);

// What tells texts apart in names that can't hold them: 16 digits.
std::string short_hash(std::string_view text);

// Makes sure that only the user can access the directory and the one above it, whatever the umask;
// their parents get the usual permissions. Returns the one that couldn't be made private (errno).
std::optional<std::filesystem::path> make_private(const std::filesystem::path& directory);

// Nothing if the file is missing, large or can't be read (errno).
std::optional<std::string> read_private(const std::filesystem::path& path);

// Writes a temporary file, then renames it: a crash leaves the old file or the new one. False
// after an error (errno).
bool write_private(const std::filesystem::path& path, std::string_view text);

} // namespace jaipur::client::files
