// Decides which message is sent when: the latest one of each seat, not too often, and again after a
// temporary failure. First what has waited longest, but never many at once for a domain, so
// that a slow one delays only its own. It must not know about networks or clocks.
#pragma once

#include "server/core/delivery.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace jaipur::server::push {

class Queue {
  public:
    using Time = std::chrono::steady_clock::time_point;
    using Duration = std::chrono::milliseconds;

    struct Settings {
        std::size_t most = 1000; // messages that wait; 0: no limit
        Duration pause{10'000};  // for a seat, after each message
        Duration retry{30'000};  // before the second attempt; four times as long after each
        int attempts = 5;        // in all
        int per_domain = 2;      // messages that are sent at once
    };

    explicit Queue(const Settings& settings) : settings_(settings) {}

    // Replaces this seat's waiting message, if any. False: too many messages wait.
    bool add(core::Push push, Time now);
    // The message that has been due longest. It counts as being sent until `sent` or `failed`.
    std::optional<core::Push> next(Time now);
    void sent(const core::Push& push, Time now);
    // The failure may be temporary: tries again, but not before `after`. False: gives up.
    bool failed(core::Push push, std::optional<Duration> after, Time now);

    // When to call `next` again, at the latest; besides, at the end of each attempt.
    std::optional<Time> deadline() const;

    std::size_t waiting() const { return waiting_; }

  private:
    using Key = std::pair<core::RoomCode, Seat>;

    struct Entry {
        std::optional<core::Push> push;
        std::string domain; // where it goes
        Time due{};         // of the message or, if there is none, of the entry's end
        Time free_from{};   // the pause ends
        int attempts = 0;
        std::optional<std::string> sending_to; // the domain of the one that is being sent
        bool withdrawn = false;                // that one
    };

    void put(Entry& entry, core::Push push, Time due);
    void take_out(Entry& entry);
    bool may_begin(const Entry& entry) const;
    Entry& end_of_attempt(const core::Push& push, Time now);

    Settings settings_;
    std::map<Key, Entry> entries_;
    std::map<std::string, int> busy_domains_; // the messages that are being sent to each
    std::size_t waiting_ = 0;
};

} // namespace jaipur::server::push
