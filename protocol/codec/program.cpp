#include "protocol/program.hpp"

#include "protocol/codec.hpp"
#include "protocol/codec/values.hpp"
#include "protocol/codec/view.hpp"

namespace jaipur::protocol {

namespace json {

struct Answer {
    Action action;
};

template <>
constexpr std::tuple members<Answer>{field("action", &Answer::action)};

} // namespace json

std::string encode_decision(const Observation& view, std::span<const ObservedEvent> round) {
    json::Writer w;
    w.object([&] {
        w.key("type");
        w.word("view");
        write_members(w, view);
        w.key("round_events");
        write_events(w, round);
    });
    return w.finish();
}

std::optional<Action> decode_answer(std::string_view line) {
    const auto document = json::parse(line, max_depth);
    if (!document)
        return std::nullopt;
    json::Decoder decoder(json::Unknown::Ignored);
    json::Answer answer;
    read(decoder, document->root(), answer);
    if (!decoder.good())
        return std::nullopt;
    return answer.action;
}

} // namespace jaipur::protocol
