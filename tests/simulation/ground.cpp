#include "tests/simulation/ground.hpp"

#include "protocol/fair.hpp"
#include "protocol/hash.hpp"

#include <algorithm>
#include <memory>
#include <utility>

namespace jaipur::simulation {

namespace {

constexpr std::size_t much = 1 << 16; // bytes

std::array<std::uint8_t, 32> hash_of(std::string_view bytes) {
    return protocol::sha256({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
}

// For the planted trace that depends on addresses: no two are equal while both exist.
std::uint64_t some_address() {
    static std::vector<std::unique_ptr<char>> all;
    all.push_back(std::make_unique<char>());
    return reinterpret_cast<std::uintptr_t>(all.back().get());
}

} // namespace

void Trace::add(std::string_view bytes) {
    pending_ += bytes;
    if (pending_.size() > much)
        fold();
}

void Trace::add(std::uint64_t number) {
    for (int shift = 0; shift < 64; shift += 8)
        pending_ += static_cast<char>(number >> shift & 0xff);
}

// Each hash includes the previous one.
void Trace::fold() {
    const auto hash = hash_of(pending_);
    pending_.assign(hash.begin(), hash.end());
}

std::string Trace::finish() {
    return protocol::hex(hash_of(pending_));
}

void Ground::in(Micros delay, const char* name, Do what) {
    at(now_ + std::max(delay, Micros{0}), name, std::move(what));
}

void Ground::at(Micros time, const char* name, Do what) {
    queue_.push_back({std::max(time, now_), ++last_number_, name, std::move(what)});
    std::push_heap(queue_.begin(), queue_.end(), comes_later);
}

bool Ground::step() {
    if (queue_.empty())
        return false;
    std::pop_heap(queue_.begin(), queue_.end(), comes_later);
    const Event event = std::move(queue_.back());
    queue_.pop_back();
    now_ = event.time;
    ++events_;
    trace.add(event.name);
    trace.add(event.number);
    trace.add(static_cast<std::uint64_t>(event.time.count()));
    if (is_planted(Planted::TraceOfAddress))
        trace.add(some_address());
    if (is_planted(Planted::TraceOfRealTime))
        trace.add(static_cast<std::uint64_t>(
            std::chrono::steady_clock::now().time_since_epoch().count()));
    tell(event.name);
    event.what();
    return true;
}

} // namespace jaipur::simulation
