// What any store reports, and a store with everything it reported.
#pragma once

#include "server/store/store.hpp"

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace jaipur::server::store::test {

using namespace std::chrono_literals;

struct Answered {
    std::uint64_t first = 0, last = 0;
    core::Stored result{};
    friend bool operator==(const Answered&, const Answered&) = default;
};

// What a store reported, in order. Every wait throws after a while.
class Ear {
  public:
    Store::Answer answer();
    std::function<void(std::string_view what)> failed();

    // Waits until the record with this number is answered.
    core::Stored wait_for(std::uint64_t number);
    std::string wait_for_failure();

    std::vector<Answered> answers() const;
    std::optional<std::string> failure() const;

  private:
    const Answered* about(std::uint64_t number) const;

    mutable std::mutex mutex_;
    std::condition_variable heard_;
    std::vector<Answered> answers_;
    std::optional<std::string> failure_;
};

// These wait for the answer.
std::optional<std::string> found_in(Store& store, std::uint8_t match);
std::optional<std::size_t> measured_in(Store& store, std::uint8_t match);
core::Stored keep(Store& store, core::GuestEntries changes);

// A store of this kind, loaded; the records found are in `loaded`.
template <class Kind>
struct Loaded {
    // `make` gets the ear.
    template <class Make>
    explicit Loaded(Make make) : store(make(*ear)) {
        damaged = store->load([this](const core::Record& record) { loaded.push_back(record); });
    }

    std::shared_ptr<Ear> ear = std::make_shared<Ear>();
    std::vector<core::Record> loaded;
    std::vector<core::RoomCode> damaged;
    std::unique_ptr<Kind> store;

    // Waits for the last answer.
    core::Stored append(std::vector<core::Record> records) {
        const std::uint64_t last = records.back().number;
        store->append(std::move(records));
        return ear->wait_for(last);
    }

    std::optional<std::string> find(std::uint8_t match) { return found_in(*store, match); }

    std::optional<std::size_t> measure(std::uint8_t match) { return measured_in(*store, match); }

    // Waits until all earlier requests are done or have found no space.
    void settle() { find(255); }

    void close() { store.reset(); }
};

} // namespace jaipur::server::store::test
