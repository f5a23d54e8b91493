#include "server/store/directory_contents.hpp"

#include "server/store/connection.hpp"
#include "server/store/database.hpp"
#include "server/store/error.hpp"
#include "server/store/guest_table.hpp"
#include "server/store/push_secret.hpp"
#include "server/store/replay_table.hpp"

#include <SQLiteCpp/SQLiteCpp.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <system_error>
#include <utility>

namespace jaipur::server::store {

namespace {

namespace fs = std::filesystem;
using Kind = StoreError::Kind;
using std::chrono::milliseconds;

constexpr std::size_t records_at_once = 1000, replays_at_once = 50;

Database::Settings settings_for(const fs::path& directory) {
    Database::Settings settings;
    settings.directory = directory;
    return settings;
}

void read_records(Database& database, Contents& to) {
    std::vector<core::Record> records;
    const auto pass_on = [&] { to.take(std::exchange(records, {})); };
    const auto damaged = database.load([&](const core::Record& record) {
        records.push_back(record);
        if (records.size() == records_at_once)
            pass_on();
    });
    if (!damaged.empty())
        throw StoreError(Kind::Corrupt, "a room is damaged: " + damaged.front());
    pass_on();
}

void read_replays(Connection& connection, Contents& to) {
    SQLite::Statement all(*connection,
                          "SELECT match, at, uptime, replay FROM replays ORDER BY uptime");
    std::vector<KeptReplay> replays;
    while (all.executeStep()) {
        KeptReplay& replay = replays.emplace_back();
        const auto match = bytes_in(all.getColumn(0));
        std::copy_n(match.begin(), std::min(match.size(), replay.match.match.size()),
                    replay.match.match.begin());
        replay.match.at = core::Time{milliseconds{all.getColumn(1).getInt64()}};
        replay.uptime = milliseconds{all.getColumn(2).getInt64()};
        replay.match.replay = all.getColumn(3).getString();
        if (replays.size() == replays_at_once)
            to.take(std::exchange(replays, {}));
    }
    to.take(replays);
}

std::string text_of(const fs::path& file) {
    std::ifstream from(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(from), {}};
}

} // namespace

void read_directory(const fs::path& directory, CompanionNames companions, Contents& to) {
    core::GuestEntries guests;
    {
        Database database(settings_for(directory));
        guests = database.guests();
        read_records(database, to);
    }
    Connection connection(directory / database_name, Connection::Access::ReadWrite);
    guarded(connection, [&] { read_replays(connection, to); });
    for (const core::GuestEntry& entry : guests) {
        if (!entry.body)
            throw StoreError(Kind::Corrupt, "an invitation or a pass is damaged");
        to.take(entry);
    }
    if (const auto secret = stored_push_secret(connection))
        to.take(*secret);
    for (const std::string_view name : companions)
        if (fs::exists(directory / name))
            to.take(Companion{std::string(name), text_of(directory / name)});
    to.take(milliseconds{stored_number(connection, "uptime").value_or(0)});
}

struct DirectoryWriter::Tables {
    explicit Tables(const fs::path& directory)
        : connection(directory / database_name, Connection::Access::ReadWrite),
          replays((connection->exec("BEGIN"), connection)), guests(connection) {}

    Connection connection;
    ReplayTable replays;
    GuestTable guests;
};

DirectoryWriter::DirectoryWriter(const fs::path& directory)
    : directory_(directory), database_(std::make_unique<Database>(settings_for(directory))) {
    database_->load([](const core::Record&) {}); // there are none
}

DirectoryWriter::~DirectoryWriter() = default;

DirectoryWriter::Tables& DirectoryWriter::tables() {
    database_.reset();
    if (!tables_)
        tables_ = std::make_unique<Tables>(directory_);
    return *tables_;
}

void DirectoryWriter::take(const std::vector<core::Record>& records) {
    if (database_->write(records, {}) != Database::Written::Durable)
        throw StoreError(Kind::Full, directory_.string() + ": no space");
    if (database_->wants_checkpoint())
        database_->checkpoint(Database::Checkpoint::Passive);
}

void DirectoryWriter::take(const std::vector<KeptReplay>& replays) {
    guarded(tables().connection, [&] {
        for (const KeptReplay& replay : replays)
            tables().replays.insert(replay.match, replay.uptime);
    });
}

void DirectoryWriter::take(const core::GuestEntry& entry) {
    guarded(tables().connection, [&] { tables().guests.change(entry); });
}

void DirectoryWriter::take(const PushSecret& secret) {
    set_push_secret(tables().connection, secret);
}

void DirectoryWriter::take(const Companion& companion) {
    write_companions(directory_, {companion});
}

// It is the last.
void DirectoryWriter::take(milliseconds uptime) {
    set_number(tables().connection, "uptime", uptime.count());
    guarded(tables().connection, [&] { tables().connection->exec("COMMIT"); });
    tables_.reset();
}

} // namespace jaipur::server::store
