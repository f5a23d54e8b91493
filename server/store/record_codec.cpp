#include "server/store/record_codec.hpp"

#include "protocol/text.hpp"
#include "server/core/password.hpp"
#include "server/store/stored_values.hpp"

#include <boost/system/result.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <variant>

// ---- what is stored of each type, in this order ------------------------------------------------

namespace jaipur::protocol::json {

namespace core = server::core;

// Durations are stored as milliseconds.
struct Milliseconds {
    static void write(Writer& w, const PerSeat<core::milliseconds>& both) {
        w.array(both.values, [&w](core::milliseconds each) { w.number(each.count()); });
    }

    static void read(Decoder& d, const Value& value, PerSeat<core::milliseconds>& both) {
        PerSeat<std::int64_t> numbers;
        read_value(d, value, numbers);
        for (const Seat seat : all_seats)
            both[seat] = core::milliseconds{numbers[seat]};
    }
};

template <>
constexpr std::tuple members<core::FreshMatch>{
    field("match", &core::FreshMatch::match), field("server_seed", &core::FreshMatch::server_seed)};
template <>
constexpr std::tuple members<core::ChatLine>{field("number", &core::ChatLine::number),
                                             field("seat", &core::ChatLine::seat),
                                             field("name", &core::ChatLine::name),
                                             field("text", &core::ChatLine::text),
                                             field("at", &core::ChatLine::at, UnixMilliseconds{}),
                                             field("to_players", &core::ChatLine::to_players)};
template <>
constexpr std::tuple members<core::Player>{
    field("name", &core::Player::name),
    field("token", &core::Player::token),
    field("bot", &core::Player::bot),
    field("ready", &core::Player::ready),
    field("commit", &core::Player::commit),
    field("seated_by", &core::Player::seated_by),
    optional("agreed", &core::Player::agreed),
    optional("missed_reveals", &core::Player::missed_reveals),
    optional("moved_by", &core::Player::moved_by),
    optional("trader", &core::Player::trader, TraderNumber{}),
    optional("push", &core::Player::push),
    optional("push_by", &core::Player::push_by)};
template <>
constexpr std::size_t expected_members<core::Player> = 14; // no snapshot has `rematch` and `nonce`

template <>
constexpr std::tuple members<core::RoomOpened>{
    type("room_opened"),
    field("options", &core::RoomOpened::options),
    field("password", &core::RoomOpened::password),
    field("name", &core::RoomOpened::name),
    field("token", &core::RoomOpened::token),
    field("bot", &core::RoomOpened::bot),
    field("fresh", &core::RoomOpened::fresh),
    optional("trader", &core::RoomOpened::trader, TraderNumber{})};
template <>
constexpr std::tuple members<core::SeatTaken>{
    type("seat_taken"),
    field("seat", &core::SeatTaken::seat),
    field("name", &core::SeatTaken::name),
    field("token", &core::SeatTaken::token),
    field("fresh", &core::SeatTaken::fresh),
    optional("trader", &core::SeatTaken::trader, TraderNumber{})};
template <>
constexpr std::tuple members<core::SeatMoved>{type("seat_moved"),
                                              field("seat", &core::SeatMoved::seat),
                                              field("token", &core::SeatMoved::token)};
template <>
constexpr std::tuple members<core::PushChanged>{type("push_changed"),
                                                field("seat", &core::PushChanged::seat),
                                                field("to", &core::PushChanged::to)};
template <>
constexpr std::tuple members<core::ChatSet>{type("chat_set"), field("from", &core::ChatSet::from)};
template <>
constexpr std::tuple members<core::SeatLeft>{
    type("seat_left"), field("seat", &core::SeatLeft::seat), field("fresh", &core::SeatLeft::fresh),
    optional("removed", &core::SeatLeft::removed)};
template <>
constexpr std::tuple members<core::BecameReady>{
    type("became_ready"), field("seat", &core::BecameReady::seat),
    field("commit", &core::BecameReady::commit), optional("agreed", &core::BecameReady::agreed)};
template <>
constexpr std::tuple members<core::Revealed>{type("revealed"), field("seat", &core::Revealed::seat),
                                             field("nonce", &core::Revealed::nonce)};
template <>
constexpr std::tuple members<core::TableAborted>{type("table_aborted"),
                                                 field("fresh", &core::TableAborted::fresh)};
template <>
constexpr std::tuple members<core::Acted>{type("acted"), field("seat", &core::Acted::seat),
                                          field("ply", &core::Acted::ply),
                                          field("action", &core::Acted::action)};
template <>
constexpr std::tuple members<core::MatchCutShort>{
    type("match_cut_short"), field("reason", &core::MatchCutShort::reason),
    field("winner", &core::MatchCutShort::winner),
    optional("by_operator", &core::MatchCutShort::by_operator)};
template <>
constexpr std::tuple members<core::RematchAsked>{type("rematch_asked"),
                                                 field("seat", &core::RematchAsked::seat),
                                                 field("fresh", &core::RematchAsked::fresh)};
template <>
constexpr std::tuple members<core::Chatted>{type("chatted"), field("seat", &core::Chatted::seat),
                                            field("name", &core::Chatted::name),
                                            field("text", &core::Chatted::text)};
template <>
constexpr std::tuple members<core::Snapshot>{type("snapshot"),
                                             field("opened", &core::Snapshot::opened),
                                             field("options", &core::Snapshot::options),
                                             field("password", &core::Snapshot::password),
                                             field("players", &core::Snapshot::players),
                                             field("fresh", &core::Snapshot::fresh),
                                             field("aborted", &core::Snapshot::aborted),
                                             field("starter", &core::Snapshot::starter),
                                             field("seq", &core::Snapshot::seq),
                                             field("chat", &core::Snapshot::chat),
                                             optional("pairing", &core::Snapshot::pairing),
                                             optional("chat_by", &core::Snapshot::chat_by)};
template <>
constexpr std::tuple members<core::RoomClosed>{type("room_closed")};

// The fields of every record; those of its kind follow.
template <>
constexpr std::tuple members<core::Record>{
    field("number", &core::Record::number), field("room", &core::Record::room),
    field("at", &core::Record::at, UnixMilliseconds{}),
    field("absence", &core::Record::absence, Milliseconds{}),
    field("clock_left", &core::Record::clock_left, Milliseconds{})};
template <>
constexpr std::size_t expected_members<core::Record> = 6; // with the body

} // namespace jaipur::protocol::json

namespace jaipur::server::core {

namespace json = protocol::json;

namespace {

constexpr int deepest_record = 4; // a snapshot's line of chat, an exchange's cards

// ---- what the core relies on and the types can't say -------------------------------------------

bool is_sound(const protocol::RoomOptions& options) { // as `create_room` bounds them
    return protocol::delay_bounds.hold(options.delay) &&
           protocol::seals_bounds.hold(options.seals) &&
           protocol::grace_bounds.hold(options.grace) && patience_of(options) > 0 &&
           patience_of(options) <= protocol::patience_bounds.max &&
           (!offers_delay(options) ||
            (options.spectators == protocol::SpectatorMode::Open && !options.is_public));
}

bool is_sound(const std::optional<PasswordHash>& password) {
    return !password || password->version.value_or(password_hash_version) == password_hash_version;
}

bool is_sound(const RoomOpened& opened) {
    return is_sound(opened.options) && is_sound(opened.password);
}

bool is_sound(const MatchCutShort& cut) {
    return is_from_outside(cut.reason); // the others follow from actions, without a record
}

bool is_sound(const Snapshot& snapshot) {
    return is_sound(snapshot.options) && is_sound(snapshot.password) && snapshot.opened > 0 &&
           snapshot.aborted >= 0 &&
           std::ranges::all_of(snapshot.players.values, [](const std::optional<Player>& player) {
               return !player || player->missed_reveals >= 0;
           });
}

template <class T>
bool is_sound(const T&) {
    return true;
}

bool read_record(json::Decoder& decoder, const json::Value& value, Record& record) {
    json::ObjectReader from(decoder, value);
    std::string_view kind;
    read_members(from, record);
    from.required("kind", kind);
    if (!read_alternative(from, kind, record.body))
        return false;
    from.close();
    return decoder.good() && record.number > 0 && protocol::room_code(record.room) == record.room &&
           std::visit([](const auto& body) { return is_sound(body); }, record.body);
}

} // namespace

} // namespace jaipur::server::core

namespace jaipur::server::store {

using namespace core;
namespace json = protocol::json;

std::string encode_record(const Record& record) {
    json::Writer w;
    w.object([&] {
        write_members(w, record);
        write_alternative(w, "kind", record.body);
    });
    return w.finish();
}

Result<Record, std::string> decode_record(std::string_view text) {
    using boost::system::in_place_error;
    const auto document = json::parse(text, deepest_record);
    if (!document)
        return {in_place_error, "not valid JSON"};
    json::Decoder decoder(json::Unknown::Refused);
    Record record;
    if (!read_record(decoder, document->root(), record))
        return {in_place_error, "a field of the record is missing or wrong"};
    // Finds what the readers accept: a list cut short, another order, a blank.
    if (encode_record(record) != text)
        return {in_place_error, "not in the form in which records are written"};
    return record;
}

std::optional<Record> intact_record(std::string_view text, std::uint64_t number,
                                    const RoomCode& room) {
    auto record = decode_record(text);
    if (record.has_error() || record->number != number || record->room != room)
        return std::nullopt;
    return *std::move(record);
}

} // namespace jaipur::server::store
