// Records of every kind, made up: what a store keeps without asking what it means.
#pragma once

#include "server/store/store.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace jaipur::server::store::test {

// At least one of every kind, with every member that may be absent once there and once not;
// numbered from 1.
std::vector<core::Record> sample_records();

// A short one.
core::Record chat_record(std::uint64_t number, const core::RoomCode& room = "ABC234",
                         const std::string& text = "hello");

// So many, numbered from `first` on.
std::vector<core::Record> chat_records(std::uint64_t first, std::size_t count,
                                       const core::RoomCode& room = "ABC234");

core::Record snapshot_record(std::uint64_t number, const core::RoomCode& room = "ABC234");

FinishedMatch finished_match(std::uint8_t id, core::Time at, std::string replay = "{}");

// As they are stored: records have no other equality.
std::vector<std::string> texts(const std::vector<core::Record>& records);

} // namespace jaipur::server::store::test
