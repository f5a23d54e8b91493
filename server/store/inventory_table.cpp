#include "server/store/inventory_table.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace jaipur::server::store {

namespace {

constexpr const char* write_block = "INSERT OR REPLACE INTO inventory(block, entries) VALUES(?, ?)";

void put(SQLite::Statement& write, const Block& block) {
    run(write, as_integer(block.index()), Blob{block.encode()});
}

// Of a row of `records`; if that is damaged, it may be anything.
std::string room_in(const SQLite::Column& room) {
    return room.getString().substr(0, Block::longest_code);
}

} // namespace

InventoryTable::InventoryTable(Connection& connection)
    : read_(*connection, "SELECT entries FROM inventory WHERE block = ?"),
      write_(*connection, write_block),
      delete_(*connection, "DELETE FROM inventory WHERE block = ?"),
      rows_(*connection, "SELECT number, room FROM records WHERE number BETWEEN ? AND ?"),
      newest_(newest(connection)) {}

Block InventoryTable::newest(Connection& connection) {
    const auto highest = static_cast<std::uint64_t>(
        connection.integer("SELECT max(0, ifnull(max(number), 0)) FROM records"));
    const auto index = static_cast<std::uint64_t>(
        connection.integer("SELECT max(0, ifnull(max(block), 0)) FROM inventory"));
    const auto entries = stored(index);
    const auto block = entries ? Block::decode(index, *entries) : std::nullopt;
    if (block && Block::of(highest) <= index)
        return *block;
    // What it said is unknown: skip all of its numbers.
    return Block(std::max(index, Block::of(highest)) + 1);
}

std::optional<Block>& InventoryTable::edit(std::uint64_t index) {
    const auto [found, is_new] = edited_.try_emplace(index, std::nullopt);
    if (!is_new)
        return found->second;
    if (index == newest_.index())
        return found->second = newest_;
    const auto entries = stored(index);
    return found->second = entries ? Block::decode(index, *entries) : Block(index);
}

std::optional<std::string> InventoryTable::stored(std::uint64_t index) {
    const ResetAtEnd reset(read_);
    bind(read_, 1, as_integer(index));
    if (!read_.executeStep())
        return std::nullopt;
    return std::string(bytes_in(read_.getColumn(0)));
}

void InventoryTable::add(std::uint64_t number, std::string_view room) {
    if (auto& block = edit(Block::of(number)))
        block->add(number, room);
}

void InventoryTable::remove(std::uint64_t number) {
    if (auto& block = edit(Block::of(number)))
        block->remove(number);
}

void InventoryTable::flush() {
    const std::uint64_t last =
        edited_.empty() ? 0 : std::max(newest_.index(), edited_.rbegin()->first);
    for (const auto& [index, block] : edited_) {
        if (!block)
            continue;
        if (index != last && block->empty())
            run(delete_, as_integer(index));
        else
            put(write_, *block);
    }
}

void InventoryTable::confirm() {
    if (!edited_.empty() && edited_.rbegin()->first >= newest_.index() && edited_.rbegin()->second)
        newest_ = *edited_.rbegin()->second;
    edited_.clear();
}

void InventoryTable::renew(std::uint64_t index) {
    Block block(index);
    const ResetAtEnd reset(rows_);
    bind(rows_, 1, as_integer(index * Block::size));
    bind(rows_, 2, as_integer(index * Block::size + Block::size - 1));
    while (rows_.executeStep())
        block.add(static_cast<std::uint64_t>(rows_.getColumn(0).getInt64()),
                  room_in(rows_.getColumn(1)));
    edited_[index] = block;
}

void take_inventory(Connection& connection, std::uint64_t last) {
    connection->exec("DELETE FROM inventory");
    SQLite::Statement write(*connection, write_block);
    SQLite::Statement rows(*connection,
                           "SELECT number, room FROM records WHERE number > 0 ORDER BY number");
    Block block(0);
    while (rows.executeStep()) {
        const auto number = static_cast<std::uint64_t>(rows.getColumn(0).getInt64());
        if (Block::of(number) != block.index()) {
            if (!block.empty())
                put(write, block);
            block = Block(Block::of(number));
        }
        block.add(number, room_in(rows.getColumn(1)));
    }
    if (Block::of(last) != block.index()) {
        if (!block.empty())
            put(write, block);
        block = Block(Block::of(last));
    }
    block.raise_last(last);
    put(write, block);
}

} // namespace jaipur::server::store
