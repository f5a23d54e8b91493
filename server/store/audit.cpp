#include "server/store/audit.hpp"

#include "protocol/text.hpp"
#include "server/store/checksum.hpp"
#include "server/store/inventory.hpp"

#include <SQLiteCpp/SQLiteCpp.h>

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <string>
#include <utility>

namespace jaipur::server::store {

namespace {

// Whether no earlier record of the room matters. What clients have sent comes after the kind.
bool is_first(std::string_view text) {
    constexpr std::string_view kind = "\"kind\":\"";
    const auto at = text.find(kind);
    if (at == std::string_view::npos)
        return false;
    const std::string_view rest = text.substr(at + kind.size());
    return rest.starts_with("room_opened\"") || rest.starts_with("snapshot\"");
}

constexpr std::uint64_t no_block = std::numeric_limits<std::uint64_t>::max();

} // namespace

bool is_mark(std::uint64_t number, std::string_view text) {
    return text == std::to_string(number);
}

// Goes through records and inventory side by side.
struct Audit::Reader {
    Reader(Audit& audit, Connection& connection)
        : audit_(audit), rows_(*connection, "SELECT number, room, record, checksum FROM records "
                                            "WHERE number > 0 ORDER BY number"),
          blocks_(*connection, "SELECT block, entries FROM inventory "
                               "WHERE block >= 0 ORDER BY block") {}

    void read() {
        next_row();
        next_block();
        while (row_block_ != no_block || block_ != no_block)
            read_block(std::min(row_block_, block_));
    }

  private:
    void read_block(std::uint64_t index) {
        std::optional<Block> listed;
        if (block_ == index) {
            listed = Block::decode(index, bytes_in(blocks_.getColumn(1)));
            reach(listed ? listed->last() : (index + 1) * Block::size);
            next_block();
        }
        std::array<bool, Block::size> seen{};
        const bool has_rows = row_block_ == index;
        for (; row_block_ == index; next_row()) {
            seen.at(number_ % Block::size) = true;
            reach(number_);
            examine(listed);
        }
        if (!listed) {
            if (has_rows)
                audit_.damaged_blocks_.push_back(index);
            return;
        }
        for (std::uint64_t i = 0; i < Block::size; ++i)
            if (const std::uint64_t number = index * Block::size + i; !seen.at(i))
                lose(listed->room(number), number);
    }

    void examine(const std::optional<Block>& listed) {
        const std::string_view room = bytes_in(rows_.getColumn(1));
        const std::string_view text = bytes_in(rows_.getColumn(2));
        const bool intact = rows_.getColumn(3).getInt64() ==
                            record_checksum(static_cast<std::int64_t>(number_), room, text);
        if (!intact) { // the inventory knows whose it was
            lose(listed ? listed->room(number_) : room, number_);
            return;
        }
        if (listed && listed->room(number_) != room) {
            lose(listed->room(number_), number_);
            lose(room, number_);
            return;
        }
        Room& of = audit_.rooms_[std::string(room)];
        of.highest = number_;
        if (is_mark(number_, text)) {
            of.removed_to = number_;
            of.live_from = std::max(of.live_from, number_ + 1);
        } else if (is_first(text)) {
            of.live_from = std::max(of.live_from, number_);
        }
    }

    void lose(std::string_view room, std::uint64_t number) {
        if (protocol::room_code(room) != room)
            return; // nothing was here, or an unlisted record that can't be read
        Room& of = audit_.rooms_[std::string(room)];
        of.damaged = std::max(of.damaged, number);
    }

    void reach(std::uint64_t number) {
        audit_.last_number_ = std::max(audit_.last_number_, number);
    }

    void next_row() {
        row_block_ = no_block;
        if (!rows_.executeStep())
            return;
        number_ = static_cast<std::uint64_t>(rows_.getColumn(0).getInt64());
        row_block_ = Block::of(number_);
    }

    void next_block() {
        block_ = blocks_.executeStep() ? static_cast<std::uint64_t>(blocks_.getColumn(0).getInt64())
                                       : no_block;
    }

    Audit& audit_;
    SQLite::Statement rows_, blocks_;
    std::uint64_t number_ = 0, row_block_ = no_block, block_ = no_block;
};

Audit::Audit(Connection& connection) {
    guarded(connection, [&] { Reader(*this, connection).read(); });
}

void Audit::doubt(std::uint64_t number) {
    for (auto& [code, room] : rooms_)
        room.damaged = std::max(room.damaged, number);
}

std::vector<core::RoomCode> Audit::damaged_rooms() const {
    std::vector<core::RoomCode> result;
    for (const auto& [code, room] : rooms_)
        if (room.is_damaged())
            result.push_back(code);
    std::ranges::sort(result);
    return result;
}

std::uint64_t Audit::intact_rooms() const {
    return static_cast<std::uint64_t>(std::ranges::count_if(rooms_, [](const auto& each) {
        return !each.second.is_damaged() && each.second.highest > each.second.removed_to;
    }));
}

Audit::Verdict Audit::about(std::uint64_t number, const core::RoomCode& room, std::string_view text,
                            std::int64_t checksum) const {
    const auto found = rooms_.find(room);
    if (found == rooms_.end() || found->second.is_damaged() ||
        checksum != record_checksum(static_cast<std::int64_t>(number), room, text))
        return Verdict::Damaged;
    return number <= found->second.removed_to ? Verdict::LeftOver : Verdict::Live;
}

} // namespace jaipur::server::store
