// The private key for push messages: it stays the same as long as the data does.
#include "server/store/backup.hpp"
#include "server/store/restore.hpp"
#include "tests/server/store/kept.hpp"
#include "tests/server/store/samples.hpp"

#include <doctest/doctest.h>

#include <optional>

namespace jaipur::server::store::test {

namespace {

// The key of the database in this directory, which would otherwise draw this one.
std::optional<PushSecret> key_of(const std::filesystem::path& directory, std::uint8_t drawn) {
    SqliteStore store(settings_for(directory), [](auto...) {}, [](auto) {});
    return store.push_secret([drawn](auto bytes) {
        for (auto& byte : bytes)
            byte = static_cast<std::uint8_t>(byte + drawn + (&byte - bytes.data()) * 8);
    });
}

} // namespace

TEST_CASE("a database with a key is not damaged") {
    const Filled directory;
    CHECK(key_of(directory.path(), 1));
    Opened opened(settings_for(directory.path()));
    CHECK(opened.loaded.size() == 3);
}

TEST_CASE("a backup has the key, and so does what is salvaged") {
    const Filled directory;
    const auto key = key_of(directory.path(), 1);
    const TemporaryDirectory elsewhere;
    backup(directory.path(), elsewhere.path() / "backup");
    restore(elsewhere.path() / "restored", elsewhere.path() / "backup");
    CHECK(key_of(elsewhere.path() / "restored", 2) == key);
    salvage(directory.path(), elsewhere.path() / "saved");
    restore(elsewhere.path() / "again", elsewhere.path() / "saved");
    CHECK(key_of(elsewhere.path() / "again", 3) == key);
}

TEST_CASE("if a part of it is damaged, a new key is drawn") {
    for (const char* damage : {"DELETE FROM meta WHERE name = 'push_key_2'",
                               "UPDATE meta SET value = value + 1 WHERE name = 'push_key_3'"}) {
        CAPTURE(damage);
        const Filled directory;
        const auto key = key_of(directory.path(), 1);
        execute(directory.database(), damage);
        const auto next = key_of(directory.path(), 2);
        CHECK(next != key);
        CHECK(key_of(directory.path(), 3) == next);
    }
}

} // namespace jaipur::server::store::test
