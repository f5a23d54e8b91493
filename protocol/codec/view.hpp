// The `view` as JSON. It has its own file because it is written for every viewer after every
// change. Private to the codec.
#pragma once

#include "protocol/json/reader.hpp"
#include "protocol/json/writer.hpp"
#include "protocol/message.hpp"

#include <span>

namespace jaipur::protocol::json {

void write_members(Writer& w, const View& view);
void read_members(ObjectReader& from, View& view);

void write_events(Writer& w, std::span<const ObservedEvent> events);

} // namespace jaipur::protocol::json
