// How the values that several messages share are read from JSON. Private to the codec.
#pragma once

#include "common/action.hpp"
#include "common/result.hpp"
#include "protocol/codec/json_reader.hpp"
#include "protocol/message.hpp"

namespace jaipur::protocol::json {

// Deeper than anything that a server says today, so that it may grow.
inline constexpr int max_server_depth = 16;

// Of both directions.
void read(Reading& r, const Value& value, Action& action);
void read(Reading& r, const Value& value, ClockOptions& clock);
void read(Reading& r, const Value& value, SpectatorMode& mode);

// What the server says.
void read(Reading& r, const Value& value, Phase& phase);
void read(Reading& r, const Value& value, RoomOptions& options);
void read(Reading& r, const Value& value, GoodCounts& counts);
void read(Reading& r, const Value& value, RoundResult& round);
void read(Reading& r, const Value& value, Proof& proof);
void read(Reading& r, const Value& value, EndReason& reason);

// All but the type of a message that is a view.
void read_fields(Fields& fields, View& view);

// Why a match ended: the reasons that end a round alone are refused.
void read_match_reason(Reading& r, const Value& value, EndReason& reason);
// The empty text stands for a seat that did not contribute.
void read_or_empty(Reading& r, const Value& value, PerSeat<std::optional<Hash>>& both);

} // namespace jaipur::protocol::json
