// A record as the text that a database keeps, and back. Stored texts outlive the program that wrote
// them: what they look like is held down by tests/golden/records.jsonl and must not change
// unnoticed. Knows nothing of databases.
#pragma once

#include "common/result.hpp"
#include "server/core/record.hpp"

#include <string>
#include <string_view>

namespace jaipur::server::store {

std::string encode_record(const core::Record& record);

// Reads exactly what `encode_record` writes: any other text, be it only a blank more, is an error,
// whose text is constant.
Result<core::Record, std::string> decode_record(std::string_view text);

} // namespace jaipur::server::store
