#include "server/store/records_ahead.hpp"

#include "server/store/record_codec.hpp"

#include <thread>
#include <utility>

namespace jaipur::server::store {

namespace {

// Takes a few milliseconds: much longer than starting a thread.
constexpr std::size_t chunk_size = 1024;

} // namespace

void RecordsAhead::add(Row row) {
    next_.push_back({std::move(row), {}, {}});
    if (next_.size() < chunk_size)
        return;
    // Where no thread can be started, `take_first` decodes.
    constexpr auto anywhere = std::launch::async | std::launch::deferred;
    under_way_.push_back(
        std::async(anywhere, &RecordsAhead::decoded, this, std::exchange(next_, {})));
    next_.reserve(chunk_size);
    if (under_way_.size() > std::thread::hardware_concurrency())
        take_first();
}

void RecordsAhead::finish() {
    while (!under_way_.empty())
        take_first();
    take(decoded(std::exchange(next_, {})));
}

RecordsAhead::Chunk RecordsAhead::decoded(Chunk chunk) const {
    for (Decoded& each : chunk) {
        each.verdict = judge_(each.row);
        if (each.verdict == Audit::Verdict::Live)
            each.record = intact_record(each.row.text, each.row.number, each.row.room);
    }
    return chunk;
}

void RecordsAhead::take(const Chunk& chunk) {
    for (const Decoded& each : chunk)
        take_(each.row, each.verdict, each.record);
}

void RecordsAhead::take_first() {
    const Chunk chunk = under_way_.front().get();
    under_way_.pop_front();
    take(chunk);
}

} // namespace jaipur::server::store
