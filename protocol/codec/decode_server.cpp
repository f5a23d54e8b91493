// What the server says, read by clients: fields that are not known are passed over, everything that
// is used must be right.
#include "protocol/codec.hpp"
#include "protocol/codec/read.hpp"

#include <boost/system/result.hpp>

#include <algorithm>
#include <array>

namespace jaipur::protocol {

namespace json {

static void read(Reading& r, const Value& value, RoomListing& room) {
    Fields fields(r, value);
    fields.required("room", room.room);
    fields.required("names", room.names);
    fields.required("phase", room.phase);
    fields.required("clock", room.clock);
    fields.required("seals", room.seals);
    fields.required("spectators", room.spectators);
    fields.required("has_password", room.has_password);
}

static void read(Reading& r, const Value& value, RoomPlayer& player) {
    Fields fields(r, value);
    fields.required("name", player.name);
    fields.required("connected", player.connected);
    fields.required("lag_ms", player.lag_ms);
    fields.required("ready", player.ready);
    fields.required("rematch", player.rematch);
    fields.required("bot", player.bot);
    fields.required("claim_in", player.claim_in);
}

static void read(Reading& r, const Value& value, RoomInfo::Fair& fair) {
    Fields fields(r, value);
    fields.required("match", fair.match);
    fields.required("params", fair.params);
    fields.required("server_commit", fair.server_commit);
    fields.required("aborted", fair.aborted);
}

// Which request an `ok` answers is not said in it; what it adds tells.
static ServerMessage read_ok(Fields& fields) {
    Ok ok;
    fields.required("re", ok.re);
    if (fields.has("rooms")) {
        auto& list = ok.adds.emplace<RoomList>();
        fields.required("rooms", list.rooms);
        fields.required("next", list.next);
    } else if (fields.has("room")) {
        auto& seated = ok.adds.emplace<Seated>();
        fields.required("room", seated.room);
        fields.required("seat", seated.seat);
        fields.optional("token", seated.token);
    } else if (fields.has("at")) {
        fields.required("at", ok.adds.emplace<Pong>().at);
    }
    return ok;
}

static void read(Reading& r, const Value& value, ErrorCode& code) {
    read_named(r, value, ErrorCode::SaleTooSmall, code);
}

// "R8", "R15a": nothing else, so that a client may show it as it is.
static bool is_rule(std::string_view rule) {
    constexpr std::size_t longest = 4;
    return rule.size() <= longest && rule.starts_with('R') &&
           std::ranges::all_of(rule.substr(1), [](char c) {
               return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z');
           });
}

static ServerMessage read_error(Fields& fields) {
    Error error;
    fields.required("re", error.re);
    fields.required("code", error.code);
    fields.optional("rule", error.rule);
    if (!error.rule.empty() && !is_rule(error.rule))
        fields.reading().fail();
    return error;
}

static ServerMessage read_room(Fields& fields) {
    RoomInfo room;
    fields.required("room", room.room);
    fields.required("phase", room.phase);
    fields.required("options", room.options);
    fields.required("players", room.players);
    fields.required("spectators", room.spectators);
    fields.required("fair", room.fair);
    return room;
}

static ServerMessage read_table(Fields& fields) {
    Table table;
    fields.required("match", table.commitments.match);
    fields.required("server_commit", table.commitments.server);
    fields.required_by("seat_commits", table.commitments.seats, read_or_empty);
    return table;
}

static ServerMessage read_view(Fields& fields) {
    View view;
    read_fields(fields, view);
    return view;
}

static ServerMessage read_chat(Fields& fields) {
    Chat chat;
    fields.required("seat", chat.seat);
    fields.required("name", chat.name);
    fields.required("text", chat.text);
    fields.required("at", chat.at);
    return chat;
}

struct MessageType {
    std::string_view name;
    ServerMessage (*read)(Fields&);
};

constexpr std::array message_types{
    MessageType{"ok", read_ok},     MessageType{"error", read_error},
    MessageType{"room", read_room}, MessageType{"table", read_table},
    MessageType{"view", read_view}, MessageType{"chat", read_chat},
};

} // namespace json

Result<ServerMessage, std::string> decode_server(std::string_view frame) {
    using boost::system::in_place_error; // there are messages that begin with a text
    const auto document = json::parse(frame, json::max_server_depth);
    if (!document)
        return {in_place_error, "this is not the JSON of the protocol"};
    json::Reading reading(json::Unknown::PassedOver);
    json::Fields fields(reading, document->root());
    std::string_view type;
    fields.required("type", type);
    const auto known = std::ranges::find(json::message_types, type, &json::MessageType::name);
    if (!reading.good() || known == json::message_types.end())
        return {in_place_error, "there is no message of this type"};
    ServerMessage message = known->read(fields);
    if (!reading.good())
        return {in_place_error, "a field of this message is missing or wrong"};
    return message;
}

} // namespace jaipur::protocol
