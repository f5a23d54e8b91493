#include "server/admin/command.hpp"

#include "protocol/json/described.hpp"

#include <array>
#include <cstddef>

namespace jaipur::protocol::json {

namespace admin = server::admin;

template <>
constexpr std::tuple members<admin::ShowStatus>{type("status")};
template <>
constexpr std::tuple members<admin::ListRooms>{type("rooms")};
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
    constexpr std::array<std::string_view, 4> names{"bad_request", "permission_denied", "busy",
                                                    "not_possible"};
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
