// How the values that several messages share are read from JSON. Private to the codec.
#pragma once

#include "common/action.hpp"
#include "common/result.hpp"
#include "protocol/codec/json_reader.hpp"
#include "protocol/message.hpp"

namespace jaipur::protocol::json {

// Both directions are read by these, as strictly as the server needs it: closed objects, ranges.
void read(Reading& r, const Value& value, Action& action);
void read(Reading& r, const Value& value, ClockOptions& clock);

} // namespace jaipur::protocol::json
