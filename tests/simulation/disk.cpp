#include "tests/simulation/disk.hpp"

#include "protocol/hash.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

namespace jaipur::simulation {

namespace {

constexpr std::size_t hash_digits = 16;

std::string checksum(std::string_view text) {
    const auto hash =
        protocol::sha256({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
    return protocol::hex(hash).substr(0, hash_digits);
}

std::string head_of(std::string_view transaction) {
    return std::to_string(transaction.size()) + " " + checksum(transaction) + "\n";
}

// The first transaction of the remaining bytes; nothing if it is incomplete.
std::optional<std::string_view> whole_transaction(std::string_view left) {
    std::size_t size = 0;
    const char* const end = left.data() + left.size();
    const auto [rest, error] = std::from_chars(left.data(), end, size);
    if (error != std::errc{} || end - rest < std::ptrdiff_t{hash_digits} + 2)
        return std::nullopt;
    const std::string_view hash(rest + 1, hash_digits);
    const std::string_view body(rest + hash_digits + 2, end);
    if (body.size() < size || checksum(body.substr(0, size)) != hash)
        return std::nullopt;
    return body.substr(0, size);
}

// The words of a housekeeping entry.
std::string_view next_word(std::string_view& line) {
    const auto end = std::min(line.find(' '), line.size());
    const std::string_view word = line.substr(0, end);
    line.remove_prefix(std::min(end + 1, line.size()));
    return word;
}

std::uint64_t number(std::string_view text) {
    std::uint64_t value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

// Found in a record's text without reading all of it. Any other form is an error in the codec.
std::uint64_t number_of(std::string_view record) {
    constexpr std::string_view begin = "{\"number\":";
    require(record.starts_with(begin), "P3", "a record's text does not begin with its number");
    return number(record.substr(begin.size()));
}

std::string_view room_of(std::string_view record) {
    constexpr std::string_view key = "\"room\":\"";
    const auto at = record.find(key);
    require(at != std::string_view::npos, "P3", "a record's text names no room");
    return record.substr(at + key.size(), 6);
}

void forget(Kept& kept, std::string_view room, std::uint64_t first, std::uint64_t last) {
    for (auto* records : {&kept.records, &kept.appended})
        for (auto it = records->lower_bound(first); it != records->end() && it->first <= last;)
            it = room_of(it->second) == room ? records->erase(it) : std::next(it);
}

void read_line(Kept& kept, std::string_view line) {
    const char kind = line.front();
    line.remove_prefix(1);
    if (kind == '+') {
        const auto at = number_of(line);
        kept.appended[at] = kept.records[at] = line;
        kept.last = std::max(kept.last, at);
    } else if (kind == 'c') {
        const auto at = number_of(line);
        forget(kept, room_of(line), 0, at);
        kept.records[at] = line;
    } else if (kind == '-') {
        const auto room = next_word(line);
        const auto first = number(next_word(line));
        forget(kept, room, first, number(next_word(line)));
    } else {
        const auto match = protocol::from_hex<16>(next_word(line));
        kept.replays.emplace(*match, line);
    }
}

} // namespace

// ---- the disk ----------------------------------------------------------------------------------

void Disk::write(std::string_view transaction) {
    bytes_ += head_of(transaction);
    bytes_ += transaction;
}

void Disk::synced(std::size_t until) {
    synced_ = std::max(synced_, until);
}

void Disk::process_killed() {
    if (bytes_.size() > synced_ && random_.one_in(3))
        tear();
    else if (bytes_.size() > synced_)
        ground_.count("unsynced: kept");
}

void Disk::power_cut() {
    const std::size_t unsynced = bytes_.size() - synced_;
    if (ground_.is_planted(Planted::LosesSynced) && synced_ > 0)
        bytes_.resize(synced_ - 1);
    else if (unsynced > 0) {
        switch (random_.below(3)) {
        case 0:
            bytes_.resize(synced_);
            ground_.count("unsynced: lost");
            break;
        case 1:
            tear();
            break;
        default:
            ground_.count("unsynced: kept");
        }
    }
}

// Its end is missing, or a piece in the middle was never written.
void Disk::tear() {
    const std::size_t unsynced = bytes_.size() - synced_;
    const std::size_t from = synced_ + random_.below(unsynced);
    if (random_.one_in(2))
        bytes_.resize(from);
    else
        std::fill_n(bytes_.begin() + static_cast<std::ptrdiff_t>(from),
                    1 + random_.below(bytes_.size() - from), '\0');
    ground_.count("unsynced: torn");
}

std::vector<std::string> Disk::open() {
    std::vector<std::string> transactions;
    std::string_view left = bytes_;
    while (const auto transaction = whole_transaction(left)) {
        transactions.emplace_back(*transaction);
        left.remove_prefix(head_of(*transaction).size() + transaction->size());
    }
    bytes_.resize(bytes_.size() - left.size());
    synced_ = bytes_.size(); // a new process syncs what it found
    return transactions;
}

void read_transaction(Kept& kept, std::string_view transaction) {
    while (!transaction.empty()) {
        const auto end = transaction.find('\n');
        read_line(kept, transaction.substr(0, end));
        transaction.remove_prefix(end + 1);
    }
}

} // namespace jaipur::simulation
