// A record as the text that a database keeps, and back. Stored texts outlive the program that wrote
// them: tests/golden/records.jsonl catches every change to the format. It must not know about
// databases.
#pragma once

#include "common/result.hpp"
#include "server/core/record.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace jaipur::server::store {

std::string encode_record(const core::Record& record);

// Reads exactly what `encode_record` writes: any other text, even with just one more blank, is an
// error with a constant text.
Result<core::Record, std::string> decode_record(std::string_view text);

// The record of a text that a database keeps under this number and room; nothing if it is damaged.
std::optional<core::Record> intact_record(std::string_view text, std::uint64_t number,
                                          const core::RoomCode& room);

} // namespace jaipur::server::store
