// The inventory in a database whose writes can fail.
#include "server/store/inventory_table.hpp"
#include "tests/server/store/kept.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace jaipur::server::store::test {

TEST_CASE("a write that fails doesn't spoil the next one") {
    const Filled directory; // with records 1 to 3
    Connection connection(directory.database(), Connection::Access::ReadWrite);
    InventoryTable inventory(connection);
    const auto edit = [&] { // writes block 6, and deletes block 0
        for (std::uint64_t number = 1; number <= 3; ++number)
            inventory.remove(number);
        inventory.add(100, "ABC234");
    };
    for (const std::string what : {"INSERT", "DELETE"}) {
        CAPTURE(what);
        connection->exec("CREATE TEMP TRIGGER refuse BEFORE " + what +
                         " ON main.inventory BEGIN SELECT RAISE(ABORT, 'refused'); END");
        {
            const SQLite::Transaction transaction(*connection); // rolls back
            edit();
            CHECK_THROWS(inventory.flush());
        }
        inventory.undo();
        connection->exec("DROP TRIGGER refuse");
    }
    edit();
    CHECK_NOTHROW(inventory.flush());
    inventory.confirm();
    CHECK(inventory.last_number() == 100);
    CHECK(rows(directory.database(), "SELECT block FROM inventory") ==
          std::vector<std::string>{"6"});
}

} // namespace jaipur::server::store::test
