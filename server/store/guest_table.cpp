#include "server/store/guest_table.hpp"

#include "server/store/checksum.hpp"
#include "server/store/guest_codec.hpp"

#include <utility>

namespace jaipur::server::store {

void create_guest_table(Connection& connection) {
    connection->exec("CREATE TABLE IF NOT EXISTS guests("
                     "number INTEGER PRIMARY KEY, "
                     "entry TEXT NOT NULL, "
                     "checksum INTEGER NOT NULL) STRICT");
}

std::int64_t guest_checksum(std::int64_t number, std::string_view entry) {
    return Checksum('g').add(number).add(entry).value();
}

GuestTable::GuestTable(Connection& connection)
    : connection_(connection),
      put_(*connection, "INSERT OR REPLACE INTO guests(number, entry, checksum) VALUES(?, ?, ?)"),
      add_(*connection, "INSERT OR IGNORE INTO guests(number, entry, checksum) VALUES(?, ?, ?)"),
      remove_(*connection, "DELETE FROM guests WHERE number = ?") {}

GuestTable::Found GuestTable::all() {
    Found found;
    SQLite::Statement rows(*connection_, "SELECT number, entry, checksum FROM guests "
                                         "WHERE number > 0 ORDER BY number");
    while (rows.executeStep()) {
        const std::int64_t number = rows.getColumn(0).getInt64();
        const std::string text = rows.getColumn(1).getString();
        auto entry = rows.getColumn(2).getInt64() == guest_checksum(number, text)
                         ? decode_guest(static_cast<std::uint64_t>(number), text)
                         : std::nullopt;
        if (entry)
            found.entries.push_back(*std::move(entry));
        else
            found.damaged.push_back(static_cast<std::uint64_t>(number));
    }
    return found;
}

void GuestTable::change(const core::GuestEntry& entry) {
    const std::int64_t number = as_integer(entry.number);
    if (!entry.body) {
        run(remove_, number);
        return;
    }
    const std::string text = encode_guest(entry);
    run(put_, number, text, guest_checksum(number, text));
}

void GuestTable::add(std::int64_t number, std::string_view entry) {
    run(add_, number, entry, guest_checksum(number, entry));
}

} // namespace jaipur::server::store
