#include "server/store/image.hpp"

#include "server/store/bytes.hpp"
#include "server/store/connection.hpp"
#include "server/store/error.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <fcntl.h>
#include <ranges>
#include <set>
#include <sys/types.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace jaipur::server::store {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t log_header = 32, frame_header = 24; // bytes
constexpr std::uint32_t log_magic = 0x377F0682;           // its lowest bit: big-endian checksums

// Of a log: each frame's continues that of the frame before it.
struct LogChecksum {
    std::uint32_t first = 0, second = 0;

    static LogChecksum stored(std::string_view bytes, std::size_t at) {
        return {word_at(bytes, at), word_at(bytes, at + 4)};
    }

    void add(std::string_view bytes, std::endian order) {
        const auto word = [&](std::size_t at) {
            const std::uint32_t number = word_at(bytes, at);
            return order == std::endian::big ? number
                                             : number >> 24 | (number >> 8 & 0xFF00) |
                                                   (number << 8 & 0xFF0000) | number << 24;
        };
        for (std::size_t at = 0; at + 8 <= bytes.size(); at += 8) {
            first += word(at) + second;
            second += word(at + 4) + first;
        }
    }

    friend bool operator==(const LogChecksum&, const LogChecksum&) = default;
};

[[noreturn]] void fail_reading(const fs::path& file) {
    throw StoreError(StoreError::Kind::Io,
                     file.string() + ": can't read: " + std::system_category().message(errno));
}

Descriptor opened_log(const fs::path& file) {
    const int number = ::open((file.string() + "-wal").c_str(), O_RDONLY | O_CLOEXEC);
    if (number < 0 && errno != ENOENT)
        fail_reading(file);
    return Descriptor(number);
}

std::uint64_t length_of(const Descriptor& file) {
    const auto end = file ? ::lseek(file.number(), 0, SEEK_END) : 0;
    return end > 0 ? static_cast<std::uint64_t>(end) : 0;
}

// What the first page's header should be like. A flipped bit here may make SQLite refuse the file,
// open it for reading only, or mistake it for another kind of database.
bool sound(std::string_view header, std::size_t page_size) {
    const auto byte = [&](std::size_t at) { return big_endian(header, at, 1); };
    constexpr std::string_view magic("SQLite format 3\0", 16);
    const bool settings = byte(18) == byte(19) && (byte(18) == 1 || byte(18) == 2) &&
                          byte(20) == 0 && byte(21) == 64 && byte(22) == 32 && byte(23) == 32;
    const bool numbers = word_at(header, 44) == 4 && word_at(header, 48) == 0 &&
                         word_at(header, 52) == 0 && word_at(header, 56) == 1 &&
                         word_at(header, 64) == 0 &&
                         word_at(header, 68) == static_cast<std::uint32_t>(Identity::application);
    const bool zeros = std::ranges::all_of(header.substr(72, 20), [](char c) { return c == 0; });
    return header.starts_with(magic) && big_endian(header, 16, 2) == (page_size & 0xFFFF) &&
           settings && numbers && zeros;
}

} // namespace

Image::Image(const fs::path& file)
    : path_(file), file_(open_for_reading(file)), log_(opened_log(file)),
      file_size_(length_of(file_)) {
    std::string header(header_size, '\0');
    read_bytes(file_, 0, header);
    if (const auto size = big_endian(header, 16, 2); std::has_single_bit(size) && size >= 512)
        page_size_ = size;
    read_log();
    judge_header();
}

// As many as there are; the others stay as they are.
std::size_t Image::read_bytes(const Descriptor& file, std::uint64_t at, std::span<char> to) const {
    std::size_t done = 0;
    while (done < to.size()) {
        const auto count = ::pread(file.number(), to.data() + done, to.size() - done,
                                   static_cast<off_t>(at + done));
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            fail_reading(path_);
        if (count == 0)
            break;
        done += static_cast<std::size_t>(count);
    }
    return done;
}

// A page that was cut off continues with zeros.
bool Image::read_from(const Descriptor& file, std::uint64_t at, std::string& page) const {
    page.assign(page_size_, '\0');
    return read_bytes(file, at, page) > 0;
}

bool Image::read(std::uint32_t number, std::string& page) const {
    if (const auto found = newest_.find(number); found != newest_.end())
        return read_from(log_, found->second, page);
    const std::uint64_t at = (std::uint64_t{number} - 1) * page_size_;
    return number > 0 && at < file_size_ && read_from(file_, at, page);
}

void Image::each(const Take& take) const {
    std::string page;
    std::set<std::uint32_t> replaced;
    for (const Frame& frame : frames_ | std::views::reverse) {
        if (replaced.contains(frame.page) || !read_from(log_, frame.at, page))
            continue;
        if (frame.intact) // otherwise its number may be wrong
            replaced.insert(frame.page);
        take(frame.page, page);
    }
    std::uint32_t number = 0;
    for (std::uint64_t at = 0; at < file_size_; at += page_size_)
        if (++number; !replaced.contains(number) && read_from(file_, at, page))
            take(number, page);
}

void Image::read_log() {
    const std::uint64_t size = length_of(log_);
    if (size < log_header + frame_header + page_size_)
        return;
    std::string header(log_header, '\0'), page;
    std::array<char, frame_header> bytes{};
    read_bytes(log_, 0, header);
    auto order = (word_at(header, 0) & 1) != 0 ? std::endian::big : std::endian::little;
    LogChecksum sum;
    sum.add(std::string_view(header).substr(0, 24), order);
    const bool sound_header = (word_at(header, 0) & ~1U) == log_magic &&
                              sum == LogChecksum::stored(header, 24) &&
                              word_at(header, 8) == page_size_;
    if (!sound_header)
        order = std::endian::native;
    std::string salts = header.substr(16, 8);
    sum = LogChecksum::stored(header, 24);
    std::vector<Frame> frames;
    for (std::uint64_t at = log_header; at + frame_header + page_size_ <= size;
         at += frame_header + page_size_) {
        read_bytes(log_, at, bytes);
        const std::string_view head(bytes.data(), bytes.size());
        if (frames.empty() && !sound_header)
            salts = head.substr(8, 8);
        read_from(log_, at + frame_header, page);
        sum.add(head.substr(0, 8), order);
        sum.add(page, order);
        const auto stored = LogChecksum::stored(head, 16);
        frames.push_back({word_at(head, 0), at + frame_header, word_at(head, 4) != 0,
                          sum == stored && word_at(head, 0) > 0, // zeros aren't a frame
                          head.substr(8, 8) == salts});
        sum = stored; // so that each frame is judged alone
    }
    judge_log(std::move(frames), sound_header);
}

// SQLite stops at the first frame that isn't intact. After a power cut, that frame and what follows
// belong to one transaction, which nobody was told about. If the log goes on with others, SQLite
// would lose them, and the damaged one.
void Image::judge_log(std::vector<Frame> frames, bool sound_header) {
    const auto counts = [](const Frame& frame) { return frame.current && frame.intact; };
    const auto broken = sound_header ? std::ranges::find_if_not(frames, counts) : frames.begin();
    // The frame of an earlier log doesn't continue the checksum of this one: only its salts are
    // wrong.
    if (broken != frames.end() && broken->intact)
        broken->current = true;
    const auto commit = std::find_if(
        broken, frames.end(), [](const Frame& frame) { return frame.current && frame.commit; });
    const bool damaged =
        sound_header ? commit != frames.end() && std::any_of(commit + 1, frames.end(), counts)
                     : std::ranges::any_of(frames, counts);
    if (damaged)
        problem_ = "the log is damaged";
    else
        frames.erase(broken, frames.end());
    const auto last = std::ranges::find_if(frames | std::views::reverse, [](const Frame& frame) {
        return frame.current && frame.commit;
    });
    frames.erase(last.base(), frames.end());
    std::erase_if(frames, [](const Frame& frame) { return !frame.current && !frame.intact; });
    for (const Frame& frame : frames)
        if (frame.intact || !newest_.contains(frame.page))
            newest_[frame.page] = frame.at;
    frames_ = std::move(frames);
}

void Image::judge_header() {
    std::string page;
    const bool there = read(1, page);
    application_ = there ? word_at(page, 68) : 0;
    version_ = there ? word_at(page, 60) : 0;
    if (!there || !sound(page, page_size_)) {
        problem_ = "the header is damaged";
        return;
    }
    // With a log, the file may be shorter than the database, and a checkpoint may have been cut
    // off.
    if (frames_.empty() &&
        (file_size_ % page_size_ != 0 || file_size_ / page_size_ < word_at(page, 28)))
        problem_ = "the end of the file is missing";
}

} // namespace jaipur::server::store
