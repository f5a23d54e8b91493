#include "server/admin/command.hpp"

#include "protocol/json/described.hpp"

#include <array>
#include <cstddef>
#include <limits>

namespace jaipur::protocol::json {

namespace admin = server::admin;

template <>
constexpr std::tuple members<admin::ShowStatus>{type("status")};
template <>
constexpr std::tuple members<admin::ListRooms>{type("rooms")};

struct Seconds : AsItIs {
    static void read(Decoder& d, const Value& value, std::int64_t& out) {
        out = d.integer(value, 1, admin::longest_time);
    }
};

template <>
constexpr std::tuple members<admin::EndMatch>{type("end"), field("room", &admin::EndMatch::room),
                                              optional("reason", &admin::EndMatch::reason)};
template <>
constexpr std::tuple members<admin::Announce>{
    type("announce"), optional("message", &admin::Announce::text),
    optional("for", &admin::Announce::lasts_for, Seconds{})};
template <>
constexpr std::tuple members<admin::Drain>{type("drain"),
                                           optional("cancel", &admin::Drain::cancel)};
template <>
constexpr std::tuple members<admin::Kick>{type("kick"), field("who", &admin::Kick::who),
                                          optional("seat", &admin::Kick::seat)};
template <>
constexpr std::tuple members<admin::AddBan>{type("ban"), field("who", &admin::AddBan::who),
                                            optional("seat", &admin::AddBan::seat),
                                            optional("for", &admin::AddBan::lasts_for, Seconds{})};
template <>
constexpr std::tuple members<admin::RemoveBan>{type("unban"),
                                               field("address", &admin::RemoveBan::address)};
template <>
constexpr std::tuple members<admin::ListBans>{type("bans")};

struct Uses : AsItIs {
    static void read(Decoder& d, const Value& value, std::int64_t& out) {
        out = d.integer(value, 1, admin::most_uses);
    }
};

struct Number : AsItIs {
    static void read(Decoder& d, const Value& value, std::int64_t& out) {
        out = d.integer(value, 1, std::numeric_limits<std::int64_t>::max());
    }
};

template <>
constexpr std::tuple members<admin::Invite>{
    type("invite"), defaulted("uses", &admin::Invite::uses, Uses{}),
    defaulted("for", &admin::Invite::lasts_for, Seconds{}), optional("note", &admin::Invite::note)};
template <>
constexpr std::tuple members<admin::ListInvitations>{type("invitations")};
template <>
constexpr std::tuple members<admin::Revoke>{type("revoke"),
                                            field("id", &admin::Revoke::invitation, Number{})};
template <>
constexpr std::tuple members<admin::MakeBackup>{type("backup"),
                                                field("file", &admin::MakeBackup::file)};
template <>
constexpr std::tuple members<admin::SetLogLevel>{type("log-level"),
                                                 field("level", &admin::SetLogLevel::level)};
template <>
constexpr std::tuple members<admin::ShowLimits>{type("limits")};

} // namespace jaipur::protocol::json

namespace jaipur::server::admin {

namespace json = protocol::json;

namespace {

constexpr int deepest_request = 2;

} // namespace

std::string_view name(const Command& command) {
    return std::visit([]<class T>(const T&) { return json::type_name<T>; }, command);
}

std::string_view name(Failure failure) {
    constexpr std::array<std::string_view, 5> names{"bad_request", "permission_denied", "busy",
                                                    "no_such_room", "not_possible"};
    return names.at(static_cast<std::size_t>(failure));
}

Result<Request, Failure> decode(std::string_view line) {
    const auto document = json::parse(line, deepest_request);
    if (!document)
        return Failure::BadRequest;
    json::Decoder decoder(json::Unknown::Refused);
    json::ObjectReader from(decoder, document->root());
    std::string_view called;
    Request request;
    from.required("command", called);
    if (const auto* text = from.find("text"))
        json::read(decoder, *text, request.text);
    if (!decoder.good() || !json::read_alternative(from, called, request.command))
        return Failure::BadRequest;
    from.close();
    if (!decoder.good())
        return Failure::BadRequest;
    return request;
}

std::string encode(const Request& request) {
    json::Writer w;
    w.object([&] {
        json::write_alternative(w, "command", request.command);
        if (request.text)
            w.field("text", true);
    });
    return w.finish();
}

} // namespace jaipur::server::admin
