// A finished match as JSON, and back.
#include "protocol/codec.hpp"
#include "protocol/codec/read.hpp"
#include "protocol/codec/write.hpp"

#include <boost/system/result.hpp>

namespace jaipur::protocol {

namespace json {

constexpr std::string_view replay_version = "jaipur-replay-1";

static void write(Writer& w, const Replay::Step& step) {
    w.object([&] {
        w.field("ply", step.ply);
        w.field("seat", step.seat);
        w.field("action", step.action);
        w.field("at", step.at);
    });
}

static void write(Writer& w, const Replay& replay) {
    w.object([&] {
        w.field("v", replay_version);
        w.field("room", replay.room);
        w.field("match", replay.match);
        w.field("options", replay.options);
        w.field("names", replay.names);
        w.field("starter", replay.starter);
        w.field("proof", replay.proof);
        w.field("actions", replay.actions);
        w.field("rounds", replay.rounds);
        w.field("winner", replay.result.winner);
        w.field("reason", replay.result.reason);
    });
}

static void read(Reading& r, const Value& value, Replay::Step& step) {
    Fields fields(r, value);
    fields.required("ply", step.ply);
    fields.required("seat", step.seat);
    fields.required("action", step.action);
    fields.required("at", step.at);
    fields.close();
}

static void read(Reading& r, const Value& value, Replay& replay) {
    Fields fields(r, value);
    std::string_view version; // checked before
    fields.required("v", version);
    fields.required("room", replay.room);
    fields.required("match", replay.match);
    fields.required("options", replay.options);
    fields.required("names", replay.names);
    fields.required("starter", replay.starter);
    fields.required("proof", replay.proof);
    fields.required("actions", replay.actions);
    fields.required("rounds", replay.rounds);
    fields.required("winner", replay.result.winner);
    fields.required_by("reason", replay.result.reason, read_match_reason);
    fields.close();
}

} // namespace json

std::string encode(const Replay& replay) {
    json::Writer w;
    write(w, replay);
    return w.finish();
}

Result<Replay, std::string> decode_replay(std::string_view text) {
    using boost::system::in_place_error; // a lone text would make a Replay of that room
    if (text.size() > max_replay)
        return {in_place_error, "this is too large for a replay"};
    const auto document = json::parse(text, max_depth);
    if (!document)
        return {in_place_error, "this is not JSON"};
    json::Reading reading(json::Unknown::Refused);
    std::string_view version;
    json::Fields(reading, document->root()).required("v", version);
    if (!reading.good())
        return {in_place_error, "this is JSON, but not a replay"};
    if (version != json::replay_version)
        return {in_place_error, "this is a replay of a version that is not known here"};
    Replay replay;
    read(reading, document->root(), replay);
    if (!reading.good())
        return {in_place_error, "a field of this replay is missing, wrong or not known"};
    return replay;
}

} // namespace jaipur::protocol
