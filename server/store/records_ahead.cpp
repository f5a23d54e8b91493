#include "server/store/records_ahead.hpp"

#include "server/store/record_codec.hpp"

#include <thread>
#include <utility>

namespace jaipur::server::store {

namespace {

// Takes about a millisecond: much longer than starting a thread.
constexpr std::size_t chunk_size = 256;

} // namespace

void RecordsAhead::add(Row row) {
    next_.push_back({std::move(row), {}});
    if (next_.size() < chunk_size)
        return;
    // Where no thread can be started, `take_first` decodes.
    constexpr auto anywhere = std::launch::async | std::launch::deferred;
    under_way_.push_back(std::async(anywhere, decoded, std::exchange(next_, {})));
    if (under_way_.size() > std::thread::hardware_concurrency())
        take_first();
}

void RecordsAhead::finish() {
    while (!under_way_.empty())
        take_first();
    take(decoded(std::exchange(next_, {})));
}

RecordsAhead::Chunk RecordsAhead::decoded(Chunk chunk) {
    for (Decoded& each : chunk)
        each.record = intact_record(each.row.text, each.row.number, each.row.room);
    return chunk;
}

void RecordsAhead::take(const Chunk& chunk) {
    for (const Decoded& each : chunk)
        take_(each.row, each.record);
}

void RecordsAhead::take_first() {
    const Chunk chunk = under_way_.front().get();
    under_way_.pop_front();
    take(chunk);
}

} // namespace jaipur::server::store
