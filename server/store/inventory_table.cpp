#include "server/store/inventory_table.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace jaipur::server::store {

namespace {

constexpr const char* write_block = "INSERT OR REPLACE INTO inventory(block, entries) VALUES(?, ?)";

void put(SQLite::Statement& write, const Block& block) {
    const std::string bytes = block.encode();
    write.reset();
    write.bind(1, as_integer(block.index()));
    write.bind(2, bytes.data(), static_cast<int>(bytes.size()));
    write.exec();
    write.reset();
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
    read_.bind(1, as_integer(index));
    const bool there = read_.executeStep();
    auto stored = there ? Block::decode(index, bytes_in(read_.getColumn(0))) : std::nullopt;
    read_.reset();
    if (stored && Block::of(highest) <= index)
        return *stored;
    // What it said is unknown: skip all of its numbers.
    Block block(std::max(index, Block::of(highest)) + 1);
    return block;
}

std::optional<Block>& InventoryTable::edit(std::uint64_t index) {
    const auto [found, is_new] = edited_.try_emplace(index, std::nullopt);
    if (!is_new)
        return found->second;
    if (index == newest_.index())
        return found->second = newest_;
    read_.reset();
    read_.bind(1, as_integer(index));
    found->second = read_.executeStep() ? Block::decode(index, bytes_in(read_.getColumn(0)))
                                        : std::optional(Block(index));
    read_.reset();
    return found->second;
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
        if (index != last && block->empty()) {
            delete_.bind(1, as_integer(index));
            delete_.exec();
            delete_.reset();
        } else {
            put(write_, *block);
        }
    }
}

void InventoryTable::confirm() {
    if (!edited_.empty() && edited_.rbegin()->first >= newest_.index() && edited_.rbegin()->second)
        newest_ = *edited_.rbegin()->second;
    edited_.clear();
}

void InventoryTable::renew(std::uint64_t index) {
    Block block(index);
    rows_.reset();
    rows_.bind(1, as_integer(index * Block::size));
    rows_.bind(2, as_integer(index * Block::size + Block::size - 1));
    while (rows_.executeStep())
        block.add(static_cast<std::uint64_t>(rows_.getColumn(0).getInt64()),
                  rows_.getColumn(1).getString().substr(0, 8));
    rows_.reset();
    edited_[index] = block;
}

void take_inventory(Connection& connection, std::uint64_t last) {
    connection->exec("DELETE FROM inventory");
    SQLite::Statement write(*connection, write_block);
    SQLite::Statement rows(*connection, "SELECT number, room FROM records ORDER BY number");
    Block block(0);
    while (rows.executeStep()) {
        const auto number = static_cast<std::uint64_t>(rows.getColumn(0).getInt64());
        if (Block::of(number) != block.index()) {
            if (!block.empty())
                put(write, block);
            block = Block(Block::of(number));
        }
        block.add(number, rows.getColumn(1).getString());
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
