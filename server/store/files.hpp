// The data directory and its plain files: modes, the lock, syncing to the disk. Failures are
// StoreErrors that name the file. It must not know about databases.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>

namespace jaipur::server::store {

// A descriptor that closes with its owner.
class Descriptor {
  public:
    explicit Descriptor(int number) : number_(number) {}

    ~Descriptor();
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;

    int number() const { return number_; }

    explicit operator bool() const { return number_ >= 0; }

  private:
    int number_;
};

// False: it failed, and `errno` says why.
bool write_all(const Descriptor& file, std::string_view bytes);

enum class Prepared : std::uint8_t { AsItWas, Made, Tightened };

// Makes sure that the directory exists and that only its owner can access it. A directory that is
// open to others is tightened only if it is empty or holds nothing but a server's data.
Prepared prepare_directory(const std::filesystem::path& directory);

// Held as long as a server uses the directory.
class DirectoryLock {
  public:
    explicit DirectoryLock(const std::filesystem::path& directory);

  private:
    Descriptor directory_;
};

inline constexpr std::string_view database_name = "jaipur.db";
inline constexpr std::string_view lock_name = "jaipur.lock";

// Creates an empty file if there is none; in any case only its owner can access it.
void make_private_file(const std::filesystem::path& file);

// A new empty file that only its owner can access; its name starts with `beginning`.
std::filesystem::path make_temporary_file(const std::filesystem::path& beginning);

// Only regular files.
Descriptor open_for_reading(const std::filesystem::path& file);
// Empties it.
Descriptor open_for_writing(const std::filesystem::path& file);

// Where bytes come from or go to. Errors name it.
struct Stream {
    Descriptor descriptor;
    std::filesystem::path name;
};

// What stands for one of these on the command line.
bool is_standard_stream(const std::filesystem::path& file);
// Refuse to use a terminal.
Stream standard_input();
Stream standard_output();

void copy_contents(const Stream& from, const Stream& to);
void sync_file(const std::filesystem::path& file);
void sync_directory_of(const std::filesystem::path& file);

enum class Existing : std::uint8_t { Refused, Replaced };

// Renames durably.
void move_into_place(const std::filesystem::path& from, const std::filesystem::path& to,
                     Existing existing);

// A file that is deleted with its owner, unless it was kept.
class TemporaryFile {
  public:
    // Its new name starts with `beginning`.
    explicit TemporaryFile(const std::filesystem::path& beginning);
    ~TemporaryFile();
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;

    const std::filesystem::path& path() const { return path_; }

  private:
    std::filesystem::path path_;
};

// An empty directory for files of a copy; it disappears with this.
class TemporaryDirectory {
  public:
    TemporaryDirectory();
    ~TemporaryDirectory();
    TemporaryDirectory(const TemporaryDirectory&) = delete;
    TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;

    const std::filesystem::path& path() const { return path_; }

  private:
    std::filesystem::path path_;
};

} // namespace jaipur::server::store
