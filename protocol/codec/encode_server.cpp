// What the server sends, as JSON.
#include "protocol/codec.hpp"
#include "protocol/codec/write.hpp"

#include <variant>

namespace jaipur::protocol {

namespace json {

static void write(Writer& w, const RoomListing& room) {
    w.object([&] {
        w.field("room", room.room);
        w.field("names", room.names);
        w.field("phase", room.phase);
        w.field("clock", room.clock);
        w.field("seals", room.seals);
        w.field("spectators", room.spectators);
        w.field("has_password", room.has_password);
    });
}

static void write(Writer& w, const RoomPlayer& player) {
    w.object([&] {
        w.field("name", player.name);
        w.field("connected", player.connected);
        w.field("lag_ms", player.lag_ms);
        w.field("ready", player.ready);
        w.field("rematch", player.rematch);
        w.field("bot", player.bot);
        w.field("claim_in", player.claim_in);
    });
}

static void write(Writer& w, const RoomInfo::Fair& fair) {
    w.object([&] {
        w.field("match", fair.match);
        w.field("params", fair.params);
        w.field("server_commit", fair.server_commit);
        w.field("aborted", fair.aborted);
    });
}

static void write_added(Writer&, const std::monostate&) {}

static void write_added(Writer& w, const Seated& seated) {
    w.field("room", seated.room);
    w.field("seat", seated.seat);
    w.optional_field("token", seated.token);
}

static void write_added(Writer& w, const RoomList& list) {
    w.field("rooms", list.rooms);
    w.field("next", list.next);
}

static void write_added(Writer& w, const Pong& pong) {
    w.field("at", pong.at);
}

static void write(Writer& w, const Ok& ok) {
    w.object([&] {
        w.field("type", std::string_view("ok"));
        w.field("re", ok.re);
        std::visit([&w](const auto& added) { write_added(w, added); }, ok.adds);
    });
}

static void write(Writer& w, const Error& error) {
    w.object([&] {
        w.field("type", std::string_view("error"));
        w.field("re", error.re);
        w.field("code", error.code);
        w.field("message", message(error.code));
        if (!error.rule.empty())
            w.field("rule", error.rule);
    });
}

static void write(Writer& w, const RoomInfo& room) {
    w.object([&] {
        w.field("type", std::string_view("room"));
        w.field("room", room.room);
        w.field("phase", room.phase);
        w.field("options", room.options);
        w.field("players", room.players);
        w.field("spectators", room.spectators);
        w.field("fair", room.fair);
    });
}

static void write(Writer& w, const Table& table) {
    w.object([&] {
        w.field("type", std::string_view("table"));
        w.field("match", table.commitments.match);
        w.field("server_commit", table.commitments.server);
        w.key("seat_commits");
        write_or_empty(w, table.commitments.seats);
    });
}

static void write(Writer& w, const Chat& chat) {
    w.object([&] {
        w.field("type", std::string_view("chat"));
        w.field("seat", chat.seat);
        w.field("name", chat.name);
        w.field("text", chat.text);
        w.field("at", chat.at);
    });
}

} // namespace json

std::string encode(const ServerMessage& message) {
    json::Writer w;
    std::visit([&w](const auto& body) { write(w, body); }, message);
    return w.finish();
}

} // namespace jaipur::protocol
