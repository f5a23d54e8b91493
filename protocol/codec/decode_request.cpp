// What a client sends, read strictly: objects are closed, integers are integers, and the answer to
// anything else is a code with a constant text.
#include "protocol/codec.hpp"
#include "protocol/codec/read.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace jaipur::protocol {

namespace json {

// What is wrong with a text that is hex or nothing is told by a code of its own.
using Body = Result<RequestBody, ErrorCode>;

// {"bot":LEVEL}
struct Opponent {
    std::string bot;
};

static void read(Reading& r, const Value& value, Opponent& out) {
    Fields fields(r, value);
    fields.required("bot", out.bot);
    fields.close();
}

static void read(Reading& r, const Value& value, CreateOptions& out) {
    Fields fields(r, value);
    fields.optional("public", out.is_public);
    fields.optional("password", out.password);
    fields.optional("spectators", out.spectators);
    fields.optional_integer("delay", 2, 20, out.delay);
    fields.nullable("clock", out.clock);
    fields.optional_integer("seals", 1, 3, out.seals);
    std::optional<Opponent> opponent;
    fields.nullable("opponent", opponent);
    fields.optional_integer("grace", 1, 3600, out.grace);
    fields.close();
    if (opponent)
        out.bot = std::move(opponent->bot);
}

static Body read_create_room(Fields& fields) {
    CreateRoom request;
    fields.required("name", request.name);
    fields.optional("options", request.options);
    return request;
}

static Body read_join_room(Fields& fields) {
    JoinRoom request;
    fields.required("room", request.room);
    fields.required("name", request.name);
    fields.optional("password", request.password);
    return request;
}

static Body read_quick_match(Fields& fields) {
    QuickMatch request;
    fields.required("name", request.name);
    fields.nullable("clock", request.clock);
    return request;
}

static Body read_spectate(Fields& fields) {
    Spectate request;
    fields.required("room", request.room);
    fields.optional("name", request.name);
    fields.optional("password", request.password);
    return request;
}

static Body read_resume(Fields& fields) {
    Resume request;
    fields.required("room", request.room);
    fields.required("token", request.token);
    fields.optional("chat_after", request.chat_after);
    return request;
}

static Body read_ready(Fields& fields) {
    std::optional<std::string_view> commit;
    Ready request;
    fields.optional("commit", commit);
    fields.optional("match", request.match);
    if (!commit)
        return request;
    request.commit = from_hex<sizeof(Hash)>(*commit);
    if (!request.commit)
        return ErrorCode::BadCommit;
    return request;
}

static Body read_reveal(Fields& fields) {
    std::string_view nonce;
    fields.required("nonce", nonce);
    if (const auto secret = from_hex<sizeof(Secret)>(nonce))
        return Reveal{*secret};
    return ErrorCode::BadReveal;
}

static Body read_act(Fields& fields) {
    Act request;
    fields.required("ply", request.ply);
    fields.required("action", request.action);
    fields.optional("match", request.match);
    return request;
}

static Body read_chat(Fields& fields) {
    SendChat request;
    fields.required("text", request.text);
    return request;
}

static Body read_list_rooms(Fields& fields) {
    ListRooms request;
    fields.optional("after", request.after);
    return request;
}

template <class Nothing>
static Body read_nothing(Fields&) {
    return Nothing{};
}

struct RequestType {
    std::string_view name;
    Body (*read)(Fields&);
};

constexpr std::array request_types{
    RequestType{"create_room", read_create_room},
    RequestType{"join_room", read_join_room},
    RequestType{"quick_match", read_quick_match},
    RequestType{"spectate", read_spectate},
    RequestType{"resume", read_resume},
    RequestType{"leave_room", read_nothing<LeaveRoom>},
    RequestType{"ready", read_ready},
    RequestType{"reveal", read_reveal},
    RequestType{"act", read_act},
    RequestType{"resign", read_nothing<Resign>},
    RequestType{"claim_win", read_nothing<ClaimWin>},
    RequestType{"rematch", read_nothing<AskRematch>},
    RequestType{"chat", read_chat},
    RequestType{"list_rooms", read_list_rooms},
    RequestType{"ping", read_nothing<Ping>},
};

static std::optional<std::uint64_t> read_id(Fields& fields) {
    Reading reading(Unknown::Refused); // its own: a request without a good id is still looked at
    std::uint64_t id = 0;
    const Value* value = fields.find("id");
    if (value == nullptr)
        return std::nullopt;
    read(reading, *value, id);
    return reading.good() ? std::optional(id) : std::nullopt;
}

static Result<Request, Error> read_request(const Value& frame) {
    Reading reading(Unknown::Refused);
    Fields fields(reading, frame);
    const auto id = read_id(fields);
    std::string_view type;
    fields.required("type", type);
    if (!id || !reading.good())
        return Error{id, ErrorCode::BadRequest, {}};
    const auto known = std::ranges::find(request_types, type, &RequestType::name);
    if (known == request_types.end())
        return Error{id, ErrorCode::UnknownType, {}};
    auto body = known->read(fields);
    fields.close();
    if (!reading.good())
        return Error{id, ErrorCode::BadRequest, {}};
    if (!body)
        return Error{id, body.error(), {}};
    return Request{*id, std::move(*body)};
}

} // namespace json

Result<Request, Error> decode(std::string_view frame) {
    const auto document = json::parse(frame, max_depth);
    if (!document || document->root().kind != json::Value::Kind::Object)
        return Error{std::nullopt, ErrorCode::BadJson, {}};
    return json::read_request(document->root());
}

} // namespace jaipur::protocol
