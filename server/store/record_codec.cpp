#include "server/store/record_codec.hpp"

#include "protocol/codec/values.hpp"
#include "protocol/text.hpp"

#include <boost/system/result.hpp>

#include <cstdint>
#include <optional>
#include <utility>
#include <variant>

// ---- what is stored of each type, in this order ------------------------------------------------

namespace jaipur::protocol::json {

using namespace server::core;

// Times and durations are stored as milliseconds.
struct UnixMilliseconds {
    static void write(Writer& w, Time time) { w.number(unix_ms(time)); }

    static void read(Decoder& d, const Value& value, Time& time) {
        std::int64_t number = 0;
        read_value(d, value, number);
        time = Time{milliseconds{number}};
    }
};

struct Milliseconds {
    static void write(Writer& w, const PerSeat<milliseconds>& both) {
        w.array(both.values, [&w](milliseconds each) { w.number(each.count()); });
    }

    static void read(Decoder& d, const Value& value, PerSeat<milliseconds>& both) {
        PerSeat<std::int64_t> numbers;
        read_value(d, value, numbers);
        for (const Seat seat : all_seats)
            both[seat] = milliseconds{numbers[seat]};
    }
};

template <>
constexpr std::tuple members<PasswordHash>{field("salt", &PasswordHash::salt),
                                           field("hash", &PasswordHash::hash)};
template <>
constexpr std::tuple members<FreshMatch>{field("match", &FreshMatch::match),
                                         field("server_seed", &FreshMatch::server_seed)};
template <>
constexpr std::tuple members<ChatLine>{field("number", &ChatLine::number),
                                       field("seat", &ChatLine::seat),
                                       field("name", &ChatLine::name),
                                       field("text", &ChatLine::text),
                                       field("at", &ChatLine::at, UnixMilliseconds{}),
                                       field("to_players", &ChatLine::to_players)};
template <>
constexpr std::tuple members<Player>{
    field("name", &Player::name),     field("token", &Player::token),
    field("bot", &Player::bot),       field("ready", &Player::ready),
    field("commit", &Player::commit), field("seated_by", &Player::seated_by)};

template <>
constexpr std::string_view type_name<RoomOpened> = "room_opened";
template <>
constexpr std::tuple members<RoomOpened>{
    field("options", &RoomOpened::options), field("password", &RoomOpened::password),
    field("name", &RoomOpened::name),       field("token", &RoomOpened::token),
    field("bot", &RoomOpened::bot),         field("fresh", &RoomOpened::fresh)};
template <>
constexpr std::string_view type_name<SeatTaken> = "seat_taken";
template <>
constexpr std::tuple members<SeatTaken>{
    field("seat", &SeatTaken::seat), field("name", &SeatTaken::name),
    field("token", &SeatTaken::token), field("fresh", &SeatTaken::fresh)};
template <>
constexpr std::string_view type_name<SeatLeft> = "seat_left";
template <>
constexpr std::tuple members<SeatLeft>{field("seat", &SeatLeft::seat),
                                       field("fresh", &SeatLeft::fresh)};
template <>
constexpr std::string_view type_name<BecameReady> = "became_ready";
template <>
constexpr std::tuple members<BecameReady>{field("seat", &BecameReady::seat),
                                          field("commit", &BecameReady::commit)};
template <>
constexpr std::string_view type_name<Revealed> = "revealed";
template <>
constexpr std::tuple members<Revealed>{field("seat", &Revealed::seat),
                                       field("nonce", &Revealed::nonce)};
template <>
constexpr std::string_view type_name<TableAborted> = "table_aborted";
template <>
constexpr std::tuple members<TableAborted>{field("fresh", &TableAborted::fresh)};
template <>
constexpr std::string_view type_name<Acted> = "acted";
template <>
constexpr std::tuple members<Acted>{field("seat", &Acted::seat), field("ply", &Acted::ply),
                                    field("action", &Acted::action)};
template <>
constexpr std::string_view type_name<MatchCutShort> = "match_cut_short";
template <>
constexpr std::tuple members<MatchCutShort>{field("reason", &MatchCutShort::reason),
                                            field("winner", &MatchCutShort::winner)};
template <>
constexpr std::string_view type_name<RematchAsked> = "rematch_asked";
template <>
constexpr std::tuple members<RematchAsked>{field("seat", &RematchAsked::seat),
                                           field("fresh", &RematchAsked::fresh)};
template <>
constexpr std::string_view type_name<Chatted> = "chatted";
template <>
constexpr std::tuple members<Chatted>{field("seat", &Chatted::seat), field("name", &Chatted::name),
                                      field("text", &Chatted::text)};
template <>
constexpr std::string_view type_name<Snapshot> = "snapshot";
template <>
constexpr std::tuple members<Snapshot>{
    field("opened", &Snapshot::opened),     field("options", &Snapshot::options),
    field("password", &Snapshot::password), field("players", &Snapshot::players),
    field("fresh", &Snapshot::fresh),       field("aborted", &Snapshot::aborted),
    field("starter", &Snapshot::starter),   field("seq", &Snapshot::seq),
    field("chat", &Snapshot::chat)};
template <>
constexpr std::string_view type_name<RoomClosed> = "room_closed";

// The fields of every record; those of its kind follow.
template <>
constexpr std::tuple members<Record>{field("number", &Record::number), field("room", &Record::room),
                                     field("at", &Record::at, UnixMilliseconds{}),
                                     field("absence", &Record::absence, Milliseconds{}),
                                     field("clock_left", &Record::clock_left, Milliseconds{})};

} // namespace jaipur::protocol::json

namespace jaipur::server::core {

namespace json = protocol::json;

namespace {

constexpr int deepest = 4; // a snapshot's line of chat, an exchange's cards

// ---- what the core relies on and the types can't say -------------------------------------------

bool is_sound(const protocol::RoomOptions& options) { // as `create_room` bounds them
    return protocol::delay_bounds.hold(options.delay) &&
           protocol::seals_bounds.hold(options.seals) && protocol::grace_bounds.hold(options.grace);
}

bool is_sound(const RoomOpened& opened) {
    return is_sound(opened.options);
}

bool is_sound(const MatchCutShort& cut) {
    return is_from_outside(cut.reason); // the others follow from actions, without a record
}

bool is_sound(const Snapshot& snapshot) {
    return is_sound(snapshot.options) && snapshot.opened > 0 && snapshot.aborted >= 0;
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
    const auto document = json::parse(text, deepest);
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

} // namespace jaipur::server::store
