// The data directory and the plain files in it: modes, the lock, what has to reach the disk. What
// fails is a StoreError that names the file. Knows nothing of databases.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>

namespace jaipur::server::store {

// A descriptor that is closed with its owner.
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

enum class Prepared : std::uint8_t { AsItWas, Made, Tightened };

// Sees to it that the directory is there and that nobody but its owner gets into it. One that
// others may look into is closed to them only where it is empty or holds nothing but a server's
// data.
Prepared prepare_directory(const std::filesystem::path& directory);

// Held as long as a server uses the directory.
class DirectoryLock {
  public:
    explicit DirectoryLock(const std::filesystem::path& directory);

  private:
    Descriptor directory_;
};

inline constexpr std::string_view database_name = "jaipur.db";

// An empty file where there is none, and its owner's alone either way.
void make_private_file(const std::filesystem::path& file);

// An empty file of its owner alone, of a new name that begins with `beginning`.
std::filesystem::path make_temporary_file(const std::filesystem::path& beginning);

void copy_contents(const std::filesystem::path& from, const std::filesystem::path& to);
void sync_file(const std::filesystem::path& file);
void sync_directory_of(const std::filesystem::path& file);

enum class Existing : std::uint8_t { Refused, Replaced };

// Renames, and makes sure that it lasts.
void move_into_place(const std::filesystem::path& from, const std::filesystem::path& to,
                     Existing existing);

// A file that goes when its owner goes, unless it was kept.
class TemporaryFile {
  public:
    // Of a new name that begins with `beginning`.
    explicit TemporaryFile(const std::filesystem::path& beginning);
    ~TemporaryFile();
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;

    const std::filesystem::path& path() const { return path_; }

  private:
    std::filesystem::path path_;
};

} // namespace jaipur::server::store
