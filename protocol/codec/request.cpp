// Requests as JSON and back. Reading is strict: no unknown fields and no fractions; errors are
// codes with constant texts.
#include "protocol/codec.hpp"
#include "protocol/codec/values.hpp"

#include <boost/system/result.hpp>

#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace jaipur::protocol {

namespace json {

// {"bot":LEVEL}
struct Opponent {
    static void write(Writer& w, const std::string& level) {
        w.object([&] { w.field("bot", level); });
    }

    static void read(Decoder& d, const Value& value, std::string& level) {
        ObjectReader from(d, value);
        from.required("bot", level);
        from.close();
    }
};

// A text that isn't valid hex has its own error code.
struct Hex : AsItIs {
    static void read(Decoder& d, const Value& value, Hash& out) {
        if (const auto bytes = from_hex<sizeof(Hash)>(d.text(value)))
            out = *bytes;
        else
            d.misspelt();
    }
};

template <>
constexpr std::tuple members<CreateOptions>{
    defaulted("public", &CreateOptions::is_public),
    optional("password", &CreateOptions::password),
    defaulted("spectators", &CreateOptions::spectators),
    optional("delay", &CreateOptions::delay, Within<delay_bounds>{}),
    nullable("clock", &CreateOptions::clock),
    defaulted("seals", &CreateOptions::seals, Within<seals_bounds>{}),
    nullable("opponent", &CreateOptions::bot, Opponent{}),
    defaulted("grace", &CreateOptions::grace, Within<grace_bounds>{}),
    defaulted("patience", &CreateOptions::patience, Within<patience_bounds>{}),
    defaulted("chat", &CreateOptions::chat)};

template <>
constexpr std::tuple members<CreateRoom>{type("create_room"), field("name", &CreateRoom::name),
                                         defaulted("options", &CreateRoom::options),
                                         optional("token", &CreateRoom::token, Base64url{}),
                                         optional("trader", &CreateRoom::trader, TraderNumber{})};
template <>
constexpr std::tuple members<JoinRoom>{type("join_room"),
                                       field("room", &JoinRoom::room),
                                       field("name", &JoinRoom::name),
                                       optional("password", &JoinRoom::password),
                                       optional("token", &JoinRoom::token, Base64url{}),
                                       optional("trader", &JoinRoom::trader, TraderNumber{})};
template <>
constexpr std::tuple members<QuickMatch>{type("quick_match"), field("name", &QuickMatch::name),
                                         nullable("clock", &QuickMatch::clock),
                                         optional("token", &QuickMatch::token, Base64url{}),
                                         optional("trader", &QuickMatch::trader, TraderNumber{})};
template <>
constexpr std::tuple members<Spectate>{type("spectate"), field("room", &Spectate::room),
                                       optional("name", &Spectate::name),
                                       optional("password", &Spectate::password)};
template <>
constexpr std::tuple members<ReadInvitation>{type("invitation"),
                                             field("room", &ReadInvitation::room),
                                             optional("password", &ReadInvitation::password)};
template <>
constexpr std::tuple members<Resume>{type("resume"), optional("room", &Resume::room),
                                     field("token", &Resume::token),
                                     optional("chat_after", &Resume::chat_after)};
template <>
constexpr std::tuple members<TakeOver>{type("take_over"), field("key", &TakeOver::key, Base64url{}),
                                       field("token", &TakeOver::token, Base64url{})};

// At most one of two fields: with both, the other one is an unknown field.
struct Proof {
    static void write(Writer& w, const Enter& enter) {
        if (const auto* password = std::get_if<std::string>(&enter.with))
            w.field("password", std::string_view(*password));
        else if (const auto* invitation = std::get_if<Secret>(&enter.with))
            w.field("invitation", std::string_view(base64url(*invitation)));
    }

    static void read(ObjectReader& from, Enter& enter) {
        if (const Value* invitation = from.find("invitation"))
            Base64url::read(from.decoder(), *invitation, enter.with.emplace<Secret>());
        else if (from.has("password"))
            from.required("password", enter.with.emplace<std::string>());
    }
};

template <>
constexpr std::tuple members<Enter>{type("enter"), field("pass", &Enter::pass, Base64url{}),
                                    Proof{}};
template <>
constexpr std::tuple members<ListRooms>{type("list_rooms"), optional("after", &ListRooms::after)};
template <>
constexpr std::tuple members<SeatToken>{optional("room", &SeatToken::room),
                                        field("token", &SeatToken::token)};

struct FewSeats : AsItIs {
    static void read(Decoder& d, const Value& value, std::vector<SeatToken>& seats) {
        read_value(d, value, seats);
        if (!seats_bounds.hold(static_cast<int>(seats.size())))
            d.fail();
    }
};

template <>
constexpr std::tuple members<ListGames>{type("games"),
                                        field("seats", &ListGames::seats, FewSeats{})};
template <>
constexpr std::tuple members<ReadPushKey>{type("push_key")};
template <>
constexpr std::tuple members<Ping>{type("ping")};
template <>
constexpr std::tuple members<LeaveRoom>{type("leave_room")};
template <>
constexpr std::tuple members<Ready>{
    type("ready"), optional("commit", &Ready::commit, Hex{}), optional("match", &Ready::match),
    optional("delay", &Ready::delay, Within<delay_bounds>{}), optional("pairing", &Ready::pairing)};
template <>
constexpr std::tuple members<Reveal>{type("reveal"), field("nonce", &Reveal::nonce, Hex{})};
template <>
constexpr std::tuple members<Act>{type("act"), field("ply", &Act::ply),
                                  optional("match", &Act::match), field("action", &Act::action)};
template <>
constexpr std::tuple members<Resign>{type("resign")};
template <>
constexpr std::tuple members<ClaimWin>{type("claim_win")};
template <>
constexpr std::tuple members<AskRematch>{type("rematch")};
template <>
constexpr std::tuple members<SendChat>{type("chat"), field("text", &SendChat::text)};
template <>
constexpr std::tuple members<SetChat>{type("set_chat"), field("from", &SetChat::from)};

template <>
constexpr std::tuple members<ListSpectators>{type("list_spectators")};
template <>
constexpr std::tuple members<MoveSeat>{type("move_seat")};

struct Subscription {
    static void write(Writer& w, const PushSubscribe& request) { write_members(w, request.to); }

    static void read(ObjectReader& from, PushSubscribe& request) { read_members(from, request.to); }
};

template <>
constexpr std::tuple members<PushSubscribe>{type("push_subscribe"), Subscription{}};
template <>
constexpr std::tuple members<PushUnsubscribe>{type("push_unsubscribe")};

// Exactly one of two fields says who: with both, the other one is an unknown field.
struct Target {
    static void write(Writer& w, const Remove& remove) {
        if (const auto* seat = std::get_if<Seat>(&remove.target))
            w.field("seat", *seat);
        else
            w.field("spectator", std::get<SpectatorNumber>(remove.target));
    }

    static void read(ObjectReader& from, Remove& remove) {
        if (from.has("spectator"))
            from.required("spectator", remove.target.emplace<SpectatorNumber>());
        else
            from.required("seat", remove.target.emplace<Seat>());
    }
};

template <>
constexpr std::tuple members<Remove>{type("remove"), Target{}};

template <class... Groups>
static bool read_body(ObjectReader& from, std::string_view type, std::variant<Groups...>& out) {
    return (read_alternative(from, type, out.template emplace<Groups>()) || ...);
}

static std::optional<std::uint64_t> read_id(ObjectReader& from) {
    Decoder decoder(Unknown::Refused); // separate: an invalid id becomes none
    std::uint64_t id = 0;
    const Value* value = from.find("id");
    if (value == nullptr)
        return std::nullopt;
    read(decoder, *value, id);
    return decoder.good() ? std::optional(id) : std::nullopt;
}

static Result<Request, Error> read_request(const Value& frame) {
    Decoder decoder(Unknown::Refused);
    ObjectReader from(decoder, frame);
    const auto id = read_id(from);
    std::string_view type;
    from.required("type", type);
    if (!id || !decoder.good())
        return Error{id, ErrorCode::BadRequest, {}};
    RequestBody body;
    if (!read_body(from, type, body))
        return Error{id, ErrorCode::UnknownType, {}};
    from.close();
    if (!decoder.good())
        return Error{id, ErrorCode::BadRequest, {}};
    if (!decoder.well_spelt())
        return Error{id, is<Reveal>(body) ? ErrorCode::BadReveal : ErrorCode::BadCommit, {}};
    return Request{*id, std::move(body)};
}

} // namespace json

Result<Request, Error> decode(std::string_view frame) {
    const auto document = json::parse(frame, max_depth);
    if (!document || document->root().kind != json::Value::Kind::Object)
        return Error{std::nullopt, ErrorCode::BadJson, {}};
    return json::read_request(document->root());
}

std::string_view type_of(const RequestBody& request) {
    return visit_request([]<class Body>(const Body&) { return json::type_name<Body>; }, request);
}

std::string encode(const Request& request) {
    json::Writer w;
    w.object([&] {
        w.key("type");
        w.word(type_of(request.body));
        w.field("id", request.id);
        visit_request([&w](const auto& body) { json::write_members(w, body); }, request.body);
    });
    return w.finish();
}

} // namespace jaipur::protocol
