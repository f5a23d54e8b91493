// How the values that several messages share look as JSON. Private to the codec.
#pragma once

#include "common/action.hpp"
#include "common/result.hpp"
#include "protocol/codec/json_writer.hpp"
#include "protocol/message.hpp"

namespace jaipur::protocol::json {

void write(Writer& w, const Action& action);
void write(Writer& w, const ClockOptions& clock);
void write(Writer& w, const RoomOptions& options);
void write(Writer& w, const GoodCounts& counts); // kinds without a card are left out
void write(Writer& w, const RoundResult& round);
void write(Writer& w, const Proof& proof);
void write(Writer& w, const View& view);

// A commitment or nonce, the empty text for a seat that did not contribute.
void write_or_empty(Writer& w, const PerSeat<std::optional<Hash>>& both);

} // namespace jaipur::protocol::json
