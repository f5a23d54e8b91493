// A database file and its log as pages, whatever their state: what SQLite refuses to read, and what
// it would silently leave out. The formats: https://sqlite.org/fileformat2.html. It must not know
// what a page contains, except for the first one's header.
#pragma once

#include "server/store/files.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace jaipur::server::store {

class Image {
  public:
    static constexpr std::size_t header_size = 100; // bytes of the first page

    // The log is next to the file, if there is one. Throws StoreError if they can't be read.
    explicit Image(const std::filesystem::path& file);

    std::size_t page_size() const { return page_size_; }

    // What is wrong with the header, the length or the log. Not everything that can be wrong: a log
    // whose last transaction is damaged looks like one that a power cut has left.
    const std::optional<std::string>& problem() const { return problem_; }

    // The header's application id and user version.
    std::int64_t application() const { return application_; }

    std::int64_t version() const { return version_; }

    using Take = std::function<void(std::uint32_t number, std::string_view page)>;
    // Every page, the newest first. If the log is damaged, also pages that newer ones may replace.
    void each(const Take& take) const;
    // The newest version; false: there is no such page.
    bool read(std::uint32_t number, std::string& page) const;

  private:
    struct Frame {
        std::uint32_t page = 0;
        std::uint64_t at = 0; // where the page begins in the log
        bool commit = false;
        bool intact = false;
        bool current = false; // of this log, not left over from an earlier one
    };

    void read_log();
    void judge_log(std::vector<Frame> frames, bool sound_header);
    void judge_header();
    std::size_t read_bytes(const Descriptor& file, std::uint64_t at, std::span<char> to) const;
    bool read_from(const Descriptor& file, std::uint64_t at, std::string& page) const;

    std::size_t page_size_ = 4096;
    std::int64_t application_ = 0, version_ = 0;
    std::filesystem::path path_;
    Descriptor file_;
    Descriptor log_;
    std::uint64_t file_size_ = 0;
    std::vector<Frame> frames_;                               // committed, the oldest first
    std::unordered_map<std::uint32_t, std::uint64_t> newest_; // where in the log
    std::optional<std::string> problem_;
};

} // namespace jaipur::server::store
