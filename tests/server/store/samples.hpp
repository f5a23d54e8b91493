// Made-up records of every kind: a store doesn't ask what they mean.
#pragma once

#include "server/store/store.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace jaipur::server::store::test {

// At least one of every kind, with every optional member once present and once absent; numbered
// from 1.
std::vector<core::Record> sample_records();

// A short replay.
core::Record chat_record(std::uint64_t number, const core::RoomCode& room = "ABC234",
                         const std::string& text = "hello");

// `count` records, numbered from `first`.
std::vector<core::Record> chat_records(std::uint64_t first, std::size_t count,
                                       const core::RoomCode& room = "ABC234");

core::Record snapshot_record(std::uint64_t number, const core::RoomCode& room = "ABC234");

FinishedMatch finished_match(std::uint8_t id, core::Time at, std::string replay = "{}");

// Entries of every kind.
core::GuestEntries sample_guests();

// As stored text: records can't be compared otherwise.
std::vector<std::string> texts(const std::vector<core::Record>& records);

} // namespace jaipur::server::store::test
