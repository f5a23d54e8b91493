// Server messages as JSON and back. Clients ignore unknown fields; all known fields must be valid.
#include "protocol/codec.hpp"
#include "protocol/codec/values.hpp"
#include "protocol/codec/view.hpp"

#include <boost/system/result.hpp>

#include <algorithm>
#include <variant>

namespace jaipur::protocol {

namespace json {

template <>
constexpr auto last<ErrorCode> = ErrorCode::SaleTooSmall;

// ---- answers -----------------------------------------------------------------------------------

template <>
constexpr std::tuple members<Seated>{field("room", &Seated::room), field("seat", &Seated::seat),
                                     optional("token", &Seated::token),
                                     optional("name", &Seated::name)};
template <>
constexpr std::tuple members<Invitation>{field("room", &Invitation::room),
                                         field("owner", &Invitation::owner),
                                         field("owner_trader", &Invitation::owner_trader),
                                         field("phase", &Invitation::phase),
                                         field("free", &Invitation::free),
                                         field("options", &Invitation::options)};
template <>
constexpr std::tuple members<RoomListing>{field("room", &RoomListing::room),
                                          field("names", &RoomListing::names),
                                          field("phase", &RoomListing::phase),
                                          field("clock", &RoomListing::clock),
                                          field("seals", &RoomListing::seals),
                                          field("spectators", &RoomListing::spectators),
                                          field("has_password", &RoomListing::has_password),
                                          optional("spectator_mode", &RoomListing::spectator_mode),
                                          optional("patience", &RoomListing::patience),
                                          defaulted("traders", &RoomListing::traders),
                                          defaulted("bots", &RoomListing::bots)};
template <>
constexpr std::tuple members<Announcement>{field("text", &Announcement::text),
                                           field("at", &Announcement::at)};
template <>
constexpr std::tuple members<Notice>{optional("announcement", &Notice::announcement),
                                     optional("restarting", &Notice::restarting)};
template <>
constexpr std::tuple members<RoomList>{field("rooms", &RoomList::rooms),
                                       field("next", &RoomList::next),
                                       optional("notice", &RoomList::notice)};
template <>
constexpr std::tuple members<Pong>{field("at", &Pong::at)};
template <>
constexpr std::tuple members<Spectator>{field("spectator", &Spectator::spectator),
                                        field("name", &Spectator::name)};
template <>
constexpr std::tuple members<Game>{field("room", &Game::room),
                                   field("seat", &Game::seat),
                                   field("name", &Game::name),
                                   field("opponent", &Game::opponent),
                                   field("opponent_trader", &Game::opponent_trader),
                                   field("opponent_bot", &Game::opponent_bot),
                                   field("phase", &Game::phase),
                                   field("round", &Game::round),
                                   field("turn", &Game::turn),
                                   field("move_in", &Game::move_in),
                                   field("seals", &Game::seals),
                                   field("winner", &Game::winner),
                                   field("last_move", &Game::last_move)};
template <>
constexpr std::tuple members<GameList>{field("games", &GameList::games)};
template <>
constexpr std::tuple members<SeatKey>{field("key", &SeatKey::key, Base64url{}),
                                      field("expires_in", &SeatKey::expires_in)};
template <>
constexpr std::tuple members<PushKey>{field("push_key", &PushKey::push_key)};
template <>
constexpr std::tuple members<SpectatorList>{field("spectators", &SpectatorList::spectators)};

// An `ok` doesn't name the type of its request; the added fields tell.
struct Added {
    static void write(Writer& w, const Ok& ok) {
        std::visit([&w](const auto& added) { write_members(w, added); }, ok.adds);
    }

    static void read(ObjectReader& from, Ok& ok) {
        if (from.has("rooms"))
            read_members(from, ok.adds.emplace<RoomList>());
        else if (from.has("free"))
            read_members(from, ok.adds.emplace<Invitation>());
        else if (from.has("room"))
            read_members(from, ok.adds.emplace<Seated>());
        else if (from.has("games"))
            read_members(from, ok.adds.emplace<GameList>());
        else if (from.has("key"))
            read_members(from, ok.adds.emplace<SeatKey>());
        else if (from.has("push_key"))
            read_members(from, ok.adds.emplace<PushKey>());
        else if (from.has("at"))
            read_members(from, ok.adds.emplace<Pong>());
        else if (from.has("spectators"))
            read_members(from, ok.adds.emplace<SpectatorList>());
    }
};

template <>
constexpr std::tuple members<Ok>{type("ok"), field("re", &Ok::re), Added{}};

// For people who read the traffic; clients use the code.
struct ConstantText {
    static void write(Writer& w, const Error& error) { w.field("message", message(error.code)); }

    static void read(ObjectReader&, Error&) {}
};

// Only "R8", "R15a" and the like, so that a client can show it as it is.
struct RuleNumber : AsItIs {
    static void read(Decoder& d, const Value& value, std::string& rule) {
        constexpr std::size_t longest = 4;
        rule = d.text(value);
        const auto follows = [](char c) {
            return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z');
        };
        if (!rule.empty() && (rule.size() > longest || rule.front() != 'R' ||
                              !std::all_of(rule.begin() + 1, rule.end(), follows)))
            d.fail();
    }
};

template <>
constexpr std::tuple members<Error>{type("error"),
                                    field("re", &Error::re),
                                    field("code", &Error::code),
                                    ConstantText{},
                                    optional("rule", &Error::rule, RuleNumber{}),
                                    optional("games", &Error::games)};
template <>
constexpr std::size_t expected_members<Error> = 4; // not the text

// ---- pushes ------------------------------------------------------------------------------------

template <>
constexpr std::tuple members<RoomPlayer>{
    field("name", &RoomPlayer::name),
    field("connected", &RoomPlayer::connected),
    field("lag_ms", &RoomPlayer::lag_ms),
    field("ready", &RoomPlayer::ready),
    field("rematch", &RoomPlayer::rematch),
    field("bot", &RoomPlayer::bot),
    field("claim_in", &RoomPlayer::claim_in),
    defaulted("agreed", &RoomPlayer::agreed),
    defaulted("missed_reveals", &RoomPlayer::missed_reveals),
    defaulted("overdue", &RoomPlayer::overdue),
    defaulted("trader", &RoomPlayer::trader),
};
template <>
constexpr std::tuple members<RoomInfo::Fair>{field("match", &RoomInfo::Fair::match),
                                             field("params", &RoomInfo::Fair::params),
                                             field("server_commit", &RoomInfo::Fair::server_commit),
                                             field("aborted", &RoomInfo::Fair::aborted)};
template <>
constexpr std::tuple members<RoomInfo>{type("room"),
                                       field("room", &RoomInfo::room),
                                       field("phase", &RoomInfo::phase),
                                       field("options", &RoomInfo::options),
                                       field("players", &RoomInfo::players),
                                       defaulted("owner", &RoomInfo::owner),
                                       field("spectators", &RoomInfo::spectators),
                                       defaulted("pairing", &RoomInfo::pairing),
                                       field("fair", &RoomInfo::fair),
                                       optional("ended_by_operator", &RoomInfo::ended_by_operator),
                                       optional("notice", &RoomInfo::notice)};
template <>
constexpr std::tuple members<Commitments>{type("table"), field("match", &Commitments::match),
                                          field("server_commit", &Commitments::server),
                                          field("seat_commits", &Commitments::seats)};
template <>
constexpr std::string_view type_name<View> = "view";
template <>
constexpr std::tuple members<Chat>{type("chat"), field("seat", &Chat::seat),
                                   field("name", &Chat::name), field("text", &Chat::text),
                                   field("at", &Chat::at)};

// Deeper than any message today, so that servers can add fields.
constexpr int max_server_depth = 16;

} // namespace json

std::string encode(const ServerMessage& message) {
    json::Writer w;
    write(w, message);
    return w.finish();
}

Result<ServerMessage, std::string> decode_server(std::string_view frame) {
    using boost::system::in_place_error; // otherwise the text could initialize a message
    const auto document = json::parse(frame, json::max_server_depth);
    if (!document)
        return {in_place_error, "not valid JSON"};
    json::Decoder decoder(json::Unknown::Ignored);
    json::ObjectReader from(decoder, document->root());
    std::string_view type;
    from.required("type", type);
    ServerMessage message;
    if (!decoder.good() || !read_alternative(from, type, message))
        return {in_place_error, "unknown type of message"};
    if (!decoder.good())
        return {in_place_error, "a field is missing or invalid"};
    return message;
}

} // namespace jaipur::protocol
