// The store of one process: requests made during a commit go into the next one.
#include "protocol/fair.hpp"
#include "server/store/record_codec.hpp"
#include "tests/simulation/disk.hpp"

#include <iterator>
#include <utility>

namespace jaipur::simulation {

using server::core::Record;
using server::core::Stored;

namespace {

constexpr Micros late_write{100ms}; // counted as late

} // namespace

DiskStore::DiskStore(Ground& ground, Disk& disk, const DiskWeather& weather, Hooks hooks)
    : ground_(ground), disk_(disk), weather_(weather), random_(disk.random()),
      hooks_(std::move(hooks)) {
    for (const std::string& transaction : disk_.open())
        read_transaction(kept_, transaction);
}

std::vector<server::core::RoomCode>
DiskStore::load(const std::function<void(const Record&)>& take) {
    for (const auto& [number, text] : kept_.records) {
        const auto record = server::store::decode_record(text);
        require(record.has_value(), "P3", "a stored record can't be read back");
        take(*record);
    }
    return {};
}

void DiskStore::append(std::vector<Record> records) {
    std::move(records.begin(), records.end(), std::back_inserter(jobs_.records));
    hurry();
}

void DiskStore::housekeep(server::store::HousekeepingTask task) {
    if (const auto* finished = std::get_if<server::store::FinishedMatch>(&task)) {
        jobs_.tasks.push_back("k" + protocol::hex(finished->match) + " " + finished->replay);
    } else if (const auto* compact = std::get_if<server::store::Compact>(&task)) {
        ground_.count("snapshot");
        jobs_.tasks.push_back("c" + server::store::encode_record(compact->snapshot));
    } else {
        const auto& [room, first, last] = std::get<server::core::DiscardRange>(task);
        jobs_.tasks.push_back("-" + room + " " + std::to_string(first) + " " +
                              std::to_string(last));
    }
    hurry();
}

void DiskStore::find(const protocol::MatchId& match, Found found) {
    const auto replay = kept_.replays.find(match);
    found(replay == kept_.replays.end() ? std::nullopt : std::optional(replay->second));
}

void DiskStore::measure(const protocol::MatchId& match, Measured measured) {
    const auto replay = kept_.replays.find(match);
    measured(replay == kept_.replays.end() ? std::nullopt : std::optional(replay->second.size()));
}

// ---- done --------------------------------------------------------------------------------------

void DiskStore::later(Micros delay, const char* name, Ground::Do what) {
    ground_.in(delay, name, [alive = std::weak_ptr(alive_), what = std::move(what)] {
        if (!alive.expired())
            what();
    });
}

// Slightly later, so that all requests of this moment share the commit.
void DiskStore::hurry() {
    if (busy_ || broken_ || (jobs_.records.empty() && jobs_.tasks.empty()))
        return;
    busy_ = true;
    later(0us, "commit", [this] { commit(); });
}

bool DiskStore::has_space() {
    if (weather_.full_one_in == 0)
        return true;
    if (ground_.now() >= full_until_ && random_.one_in(weather_.full_one_in)) {
        full_until_ = ground_.now() + between(random_, 100ms, weather_.full_for);
        ground_.tell("the disk is full until ", full_until_.count() / 1000, "ms");
    }
    return ground_.now() >= full_until_;
}

std::string DiskStore::transaction_of(const std::vector<Record>& records) {
    std::string text;
    for (Record record : records) {
        if (ground_.is_planted(Planted::ChangesRecords) &&
            std::holds_alternative<server::core::Acted>(record.body))
            record.at += 1ms;
        text += "+" + server::store::encode_record(record) + "\n";
    }
    for (const std::string& task : std::exchange(jobs_.tasks, {}))
        text += task + "\n";
    return text;
}

void DiskStore::commit() {
    if (!has_space()) { // housekeeping waits for space
        const auto refused = std::exchange(jobs_.records, {});
        ground_.count("full: refused records", refused.size());
        return later(weather_.latency, "full", [this, refused] {
            busy_ = false;
            answer(refused, Stored::Full);
            if (!jobs_.records.empty())
                hurry();
            else if (!jobs_.tasks.empty())
                later(1s, "try again", [this] { hurry(); });
        });
    }
    const auto records = std::exchange(jobs_.records, {});
    const std::string transaction = transaction_of(records);
    disk_.write(transaction);
    Micros takes = weather_.latency + between(random_, 0us, weather_.latency);
    if (weather_.late_one_in != 0 && random_.one_in(weather_.late_one_in))
        takes += between(random_, 0us, weather_.delay);
    if (takes > late_write)
        ground_.count("late disk");
    if (ground_.is_planted(Planted::AcksBeforeSync))
        answer(records, Stored::Durable);
    later(takes, "synced", [this, records, transaction, written = disk_.written()] {
        committed(records, transaction, written);
    });
}

void DiskStore::committed(const std::vector<Record>& records, const std::string& transaction,
                          std::size_t written) {
    if (weather_.fails_one_in != 0 && random_.one_in(weather_.fails_one_in)) {
        broken_ = true;
        return hooks_.failed();
    }
    disk_.synced(written);
    read_transaction(kept_, transaction);
    tell_durable(records);
    busy_ = false;
    if (!ground_.is_planted(Planted::AcksBeforeSync))
        answer(records, Stored::Durable);
    hurry();
}

// As text, from the disk.
void DiskStore::tell_durable(const std::vector<Record>& records) {
    for (const Record& record : records)
        hooks_.durable(kept_.appended.at(record.number));
}

// One at a time: as good as together.
void DiskStore::answer(const std::vector<Record>& records, Stored result) {
    for (const Record& record : records)
        hooks_.answer(record.number, record.number, result);
}

void DiskStore::finish() {
    if (broken_)
        return;
    alive_ = nullptr; // pending work is done now
    disk_.write(transaction_of(std::exchange(jobs_.records, {})));
    disk_.synced(disk_.written());
}

} // namespace jaipur::simulation
