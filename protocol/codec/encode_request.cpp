// What a client asks, as JSON. Optional fields that have no value are left out.
#include "protocol/codec.hpp"
#include "protocol/codec/write.hpp"

#include <string_view>
#include <variant>

namespace jaipur::protocol {

namespace json {

static void write(Writer& w, const CreateOptions& options) {
    w.object([&] {
        w.field("public", options.is_public);
        w.optional_field("password", options.password);
        w.field("spectators", options.spectators);
        w.field("delay", options.delay);
        w.optional_field("clock", options.clock);
        w.field("seals", options.seals);
        if (options.bot) {
            w.key("opponent");
            w.object([&] { w.field("bot", *options.bot); });
        }
        w.field("grace", options.grace);
    });
}

static std::string_view type_of(const CreateRoom&) {
    return "create_room";
}

static void write_fields(Writer& w, const CreateRoom& request) {
    w.field("name", request.name);
    w.field("options", request.options);
}

static std::string_view type_of(const JoinRoom&) {
    return "join_room";
}

static void write_fields(Writer& w, const JoinRoom& request) {
    w.field("room", request.room);
    w.field("name", request.name);
    w.optional_field("password", request.password);
}

static std::string_view type_of(const QuickMatch&) {
    return "quick_match";
}

static void write_fields(Writer& w, const QuickMatch& request) {
    w.field("name", request.name);
    w.optional_field("clock", request.clock);
}

static std::string_view type_of(const Spectate&) {
    return "spectate";
}

static void write_fields(Writer& w, const Spectate& request) {
    w.field("room", request.room);
    w.optional_field("name", request.name);
    w.optional_field("password", request.password);
}

static std::string_view type_of(const Resume&) {
    return "resume";
}

static void write_fields(Writer& w, const Resume& request) {
    w.field("room", request.room);
    w.field("token", request.token);
    w.optional_field("chat_after", request.chat_after);
}

static std::string_view type_of(const LeaveRoom&) {
    return "leave_room";
}

static void write_fields(Writer&, const LeaveRoom&) {}

static std::string_view type_of(const Ready&) {
    return "ready";
}

static void write_fields(Writer& w, const Ready& request) {
    w.optional_field("commit", request.commit);
    w.optional_field("match", request.match);
}

static std::string_view type_of(const Reveal&) {
    return "reveal";
}

static void write_fields(Writer& w, const Reveal& request) {
    w.field("nonce", request.nonce);
}

static std::string_view type_of(const Act&) {
    return "act";
}

static void write_fields(Writer& w, const Act& request) {
    w.field("ply", request.ply);
    w.optional_field("match", request.match);
    w.field("action", request.action);
}

static std::string_view type_of(const Resign&) {
    return "resign";
}

static void write_fields(Writer&, const Resign&) {}

static std::string_view type_of(const ClaimWin&) {
    return "claim_win";
}

static void write_fields(Writer&, const ClaimWin&) {}

static std::string_view type_of(const AskRematch&) {
    return "rematch";
}

static void write_fields(Writer&, const AskRematch&) {}

static std::string_view type_of(const SendChat&) {
    return "chat";
}

static void write_fields(Writer& w, const SendChat& request) {
    w.field("text", request.text);
}

static std::string_view type_of(const ListRooms&) {
    return "list_rooms";
}

static void write_fields(Writer& w, const ListRooms& request) {
    w.optional_field("after", request.after);
}

static std::string_view type_of(const Ping&) {
    return "ping";
}

static void write_fields(Writer&, const Ping&) {}

} // namespace json

std::string_view type_of(const RequestBody& request) {
    return visit_request([](const auto& body) { return json::type_of(body); }, request);
}

std::string encode(const Request& request) {
    json::Writer w;
    w.object([&] {
        w.field("type", type_of(request.body));
        w.field("id", request.id);
        visit_request([&w](const auto& body) { json::write_fields(w, body); }, request.body);
    });
    return w.finish();
}

} // namespace jaipur::protocol
