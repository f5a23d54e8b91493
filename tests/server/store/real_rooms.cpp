#include "tests/server/store/real_rooms.hpp"

#include "protocol/codec.hpp"
#include "server/store/acknowledged.hpp"
#include "server/store/record_codec.hpp"
#include "tests/server/core/world.hpp"
#include "tests/server/store/kept.hpp"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <utility>

namespace jaipur::server::store::test {

namespace fs = std::filesystem;
using core::test::Table2;
using core::test::World;

RealRooms::RealRooms(Database& database) {
    World world(11);
    const Table2 finished = core::test::sit_down(world), running = core::test::sit_down(world),
                 waiting = core::test::sit_down(world), closed = core::test::sit_down(world);
    core::test::deal(world, closed);
    for (int i = 0; i < 9; ++i)
        core::test::play_one(world, closed);
    std::vector<core::Record> gone = world.log.at(closed.room);
    core::test::deal(world, finished);
    core::test::play_match(world, finished);
    core::test::deal(world, running);
    for (int i = 0; i < 20; ++i)
        core::test::play_one(world, running);
    world.ask(waiting.host, protocol::SendChat{"are you there?"});
    last_room = running.room;

    std::vector<core::Record> all;
    for (const auto& [room, records] : world.log)
        if (room != closed.room) {
            all.insert(all.end(), records.begin(), records.end());
            for (const core::Record& record : records)
                contents.rooms[room].push_back(encode_record(record));
        }
    all.insert(all.end(), gone.begin(), gone.end());
    std::ranges::sort(all, {}, &core::Record::number);
    write(database, std::move(all));
    HousekeepingTasks tasks{core::DiscardRange{closed.room, 0, gone.back().number}};
    for (const auto& [match, replay] : world.finished) {
        contents.replays[match] = protocol::encode(replay);
        tasks.push_back(FinishedMatch{match, world.now, contents.replays[match]});
    }
    database.write({}, tasks);
    database.remove_leftovers(gone.size() / 2); // the others stay, with their mark
    core::test::play_one(world, running);
    const core::Record last = world.log.at(running.room).back();
    contents.rooms[running.room].push_back(encode_record(last));
    database.write({&last, 1}, {});
    contents.last_number = database.last_number();
}

void RealRooms::write(Database& database, std::vector<core::Record> records) {
    constexpr std::size_t at_once = 7;
    for (std::size_t from = 0; from < records.size(); from += at_once) {
        const std::size_t count = std::min(at_once, records.size() - from);
        if (database.write({records.data() + from, count}, {}) != Database::Written::Durable)
            throw std::runtime_error("no space for the database of a test");
    }
}

Contents contents_of(const fs::path& directory, const Contents& expected) {
    Contents found;
    Database::Settings settings;
    settings.directory = directory;
    settings.damaged = [&](const Damage& damage) {
        if (damage.what == Damage::What::Database)
            ++found.damaged_databases;
        else if (damage.what == Damage::What::Log)
            ++found.damaged_logs;
        else
            found.damaged_replays.insert(damage.name);
    };
    Database database(settings);
    const auto damaged = database.load([&](const core::Record& record) {
        found.rooms[record.room].push_back(encode_record(record));
    });
    found.damaged_rooms = {damaged.begin(), damaged.end()};
    for (const std::string& room : damaged)
        found.rooms.erase(room);
    for (const auto& [match, replay] : expected.replays)
        if (auto there = database.find(match))
            found.replays[match] = *there;
    found.last_number = database.last_number();
    // It works: a room opens, is closed and leaves nothing behind.
    core::Record record;
    record.number = found.last_number + 1;
    record.room = "WXYZ23";
    record.body = core::Chatted{Seat::Zero, "Asha", "is it working?"};
    database.write({&record, 1}, {core::DiscardRange{record.room, 0, record.number}});
    database.remove_leftovers(database.leftovers());
    return found;
}

std::string difference(const Contents& expected, const Contents& found) {
    for (const auto& [code, records] : expected.rooms) {
        const bool there = found.rooms.contains(code);
        if (found.damaged_rooms.contains(code) == there)
            return "room " + code + (there ? " is reported but there" : " is missing silently");
        if (there && found.rooms.at(code) != records)
            return "room " + code + " is changed silently";
    }
    for (const auto& [code, records] : found.rooms)
        if (!expected.rooms.contains(code))
            return "room " + code + " was closed, or never existed";
    for (const auto& [match, replay] : expected.replays) {
        const std::string name = protocol::hex(match);
        const bool there = found.replays.contains(match);
        if (found.damaged_replays.contains(name) == there)
            return "replay " + name + (there ? " is reported but there" : " is missing silently");
        if (there && found.replays.at(match) != replay)
            return "replay " + name + " is changed silently";
    }
    return found.last_number < expected.last_number ? "numbers are used again" : "";
}

FastDirectory::FastDirectory() {
    const fs::path memory = "/dev/shm";
    std::error_code error;
    // The largest databases of these tests have more than 64 MiB, all that a container offers here.
    const bool usable = fs::is_directory(memory, error) &&
                        fs::space(memory, error).available > std::uintmax_t{1} * 1024 * 1024 * 1024;
    std::string name =
        ((usable ? memory : fs::temp_directory_path()) / "jaipur-damage-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr)
        throw std::runtime_error("no directory for a test");
    path_ = name;
}

FastDirectory::~FastDirectory() {
    fs::remove_all(path_);
}

void FastDirectory::fill(const std::string& database, const std::string& log,
                         const std::string& acknowledged) const {
    for (const auto& entry : fs::directory_iterator(path_))
        fs::remove_all(entry);
    const auto write = [&](const std::string& ending, const std::string& bytes) {
        if (ending.empty() || !bytes.empty())
            std::ofstream(database_in(path_).string() + ending, std::ios::binary)
                << bytes << std::flush;
    };
    write("", database);
    write("-wal", log);
    write(acknowledged_ending, acknowledged);
}

std::string bytes_in(const fs::path& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

std::string with_flipped_bit(std::string bytes, std::size_t bit) {
    bytes[bit / 8] = static_cast<char>(bytes[bit / 8] ^ (1 << bit % 8));
    return bytes;
}

} // namespace jaipur::server::store::test
