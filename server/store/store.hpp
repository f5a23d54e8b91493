// Where records become durable, and where finished matches are kept. The core never sees this; the
// server hands records over and passes the answers back.
//
// What is asked for is done in that order. Housekeeping (`keep`, `compact`, `forget`) is answered
// to nobody: what finds no space is tried again later, and what a crash cut off the next start does
// again, since the records that it follows from are still there.
#pragma once

#include "protocol/fair.hpp"
#include "server/core/record.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace jaipur::server::store {

// A match that is over, as /replays/MATCH hands it out.
struct FinishedMatch {
    protocol::MatchId match{};
    core::Time at{};    // when it ended
    std::string replay; // JSON
};

class Store {
  public:
    // About the records numbered `first` … `last`, which were appended together or one after the
    // other. Each record is answered once, in the order of their numbers, perhaps on another thread
    // and perhaps before `append` returns.
    using Answer =
        std::function<void(std::uint64_t first, std::uint64_t last, core::Stored result)>;
    // A replay, or nothing where there is none. Perhaps on another thread, perhaps before `find`
    // returns.
    using Found = std::function<void(std::optional<std::string> replay)>;

    virtual ~Store() = default;

    // Hands over every record that is kept, in the order of their numbers. Once, before anything
    // else, housekeeping apart. Throws where something is kept that can't be read.
    virtual void load(const std::function<void(const core::Record&)>& take) = 0;
    // The highest number that was ever durable; the next record's has to be higher.
    virtual std::uint64_t last_number() const = 0;

    virtual void append(std::vector<core::Record> records) = 0;

    virtual void keep(FinishedMatch match) = 0;
    // The room's records up to the snapshot's number give way to the snapshot.
    virtual void compact(core::Record snapshot) = 0;
    // The room's records numbered `first` … `last` are needed no longer: it is closed, or they are
    // lines of chat that it keeps no more.
    virtual void forget(core::RoomCode room, std::uint64_t first, std::uint64_t last) = 0;

    virtual void find(const protocol::MatchId& match, Found found) = 0;
};

} // namespace jaipur::server::store
