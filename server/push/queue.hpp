// Decides which message is sent when: the latest one of each seat, not too often, and again after a
// temporary failure. First what has waited longest, but never many at once for a domain. Domains
// that have answered quickly needn't wait for others: many that don't answer delay only each other,
// and for a while domains that are new here. It must not know about networks or clocks.
#pragma once

#include "server/core/delivery.hpp"

#include <array>
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
        // Messages that are sent at once: all, to a domain, to domains that haven't been quick (new
        // ones and slow ones), to slow ones.
        int at_once = 16, per_domain = 2, to_others = 8, to_slow = 2;
        std::size_t domains = 1000; // whose speed is remembered
    };

    // How long a domain took for its last message, whatever its answer was: silence costs time.
    enum class Speed : std::uint8_t { Unknown, Quick, Slow };

    explicit Queue(const Settings& settings) : settings_(settings) {}

    // Replaces this seat's waiting message, if any. If too many messages wait, returns one that is
    // dropped: one for a slow domain, or this one.
    std::optional<core::Push> add(core::Push push, Time now);
    // The message that has been due longest. It counts as being sent until `sent` or `failed`.
    std::optional<core::Push> next(Time now);
    // Before either of them: how the message's domain did.
    void note(const core::Push& push, Speed speed, Time now);
    void sent(const core::Push& push, Time now);
    // The failure may be temporary: tries again, but not before `after`. False: gives up.
    bool failed(core::Push push, std::optional<Duration> after, Time now);

    // When to call `next` again, at the latest; besides, at the end of each attempt.
    std::optional<Time> deadline() const;

    std::size_t waiting() const { return waiting_; }

  private:
    using Key = std::pair<core::RoomCode, Seat>;

    struct Domain {
        int busy = 0; // messages that are being sent there
        Speed speed{};
        Time noted{};
    };

    struct Attempt {
        std::string domain;
        Speed speed{}; // when it began
    };

    struct Entry {
        std::optional<core::Push> push;
        std::string domain; // where it goes
        Time due{};         // of the message or, if there is none, of the entry's end
        Time free_from{};   // the pause ends
        int attempts = 0;
        std::optional<Attempt> sending; // of the one that is being sent
        bool withdrawn = false;         // that one
    };

    void put(Entry& entry, core::Push push, Time due);
    void take_out(Entry& entry);
    Speed speed_of(const std::string& domain) const;
    std::optional<core::Push> drop_slow();
    bool may_begin(const Entry& entry) const;
    void forget_domains();
    Entry& end_of_attempt(const core::Push& push, Time now);

    Settings settings_;
    std::map<Key, Entry> entries_;
    std::map<std::string, Domain> domains_; // busy ones, and those whose speed is known
    std::array<int, 3> busy_{};             // messages that are being sent, by the domain's speed
    std::size_t waiting_ = 0;
};

} // namespace jaipur::server::push
