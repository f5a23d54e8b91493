// A finished match as JSON, and back.
#include "protocol/codec.hpp"
#include "protocol/codec/values.hpp"

#include <boost/system/result.hpp>

namespace jaipur::protocol {

namespace json {

constexpr std::string_view replay_version = "jaipur-replay-1";

struct Version {
    static void write(Writer& w, const Replay&) { w.field("v", replay_version); }

    static void read(ObjectReader& from, Replay&) { from.find("v"); } // checked before
};

template <>
constexpr std::tuple members<Replay::Step>{
    field("ply", &Replay::Step::ply), field("seat", &Replay::Step::seat),
    field("action", &Replay::Step::action), field("at", &Replay::Step::at)};
template <>
constexpr std::tuple members<Replay>{
    Version{},
    field("room", &Replay::room),
    field("match", &Replay::match),
    field("options", &Replay::options),
    field("names", &Replay::names),
    field("starter", &Replay::starter),
    field("proof", &Replay::proof),
    field("actions", &Replay::actions),
    field("rounds", &Replay::rounds),
    field("winner", [](auto& replay) -> auto& { return replay.result.winner; }),
    field("reason", [](auto& replay) -> auto& { return replay.result.reason; }, MatchReason{})};
template <>
constexpr std::size_t expected_members<Replay> =
    9; // not the version; the last two are parts of the result

} // namespace json

std::string encode(const Replay& replay) {
    json::Writer w;
    write(w, replay);
    return w.finish();
}

Result<Replay, std::string> decode_replay(std::string_view text) {
    using boost::system::in_place_error; // otherwise the text could initialize a Replay
    if (text.size() > max_replay)
        return {in_place_error, "too large for a replay"};
    const auto document = json::parse(text, max_depth);
    if (!document)
        return {in_place_error, "not JSON"};
    json::Decoder decoder(json::Unknown::Refused);
    std::string_view version;
    json::ObjectReader(decoder, document->root()).required("v", version);
    if (!decoder.good())
        return {in_place_error, "JSON, but not a replay"};
    if (version != json::replay_version)
        return {in_place_error, "unsupported replay version"};
    Replay replay;
    read(decoder, document->root(), replay);
    if (!decoder.good())
        return {in_place_error, "a field is missing, invalid or unknown"};
    return replay;
}

} // namespace jaipur::protocol
