#include "server/store/record_codec.hpp"

#include "protocol/codec/json_reader.hpp"
#include "protocol/codec/json_writer.hpp"
#include "protocol/codec/read.hpp"
#include "protocol/codec/write.hpp"
#include "server/core/text.hpp"

#include <boost/system/result.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <tuple>
#include <utility>
#include <variant>

namespace jaipur::server {

namespace {

namespace json = protocol::json;

constexpr int deepest = 4; // a snapshot's line of chat, an exchange's cards

// ---- what is stored of each type, in this order ------------------------------------------------

// A member and the key by which it is stored.
template <class Owner, class T>
struct Named {
    std::string_view key;
    T Owner::* member;
};

template <class Owner, class T>
Named(const char*, T Owner::*) -> Named<Owner, T>;

template <class T>
constexpr std::tuple<> members;

template <>
constexpr std::tuple members<PasswordHash>{Named{"salt", &PasswordHash::salt},
                                           Named{"hash", &PasswordHash::hash}};
template <>
constexpr std::tuple members<FreshMatch>{Named{"match", &FreshMatch::match},
                                         Named{"server_seed", &FreshMatch::server_seed}};
template <>
constexpr std::tuple members<ChatLine>{
    Named{"number", &ChatLine::number}, Named{"seat", &ChatLine::seat},
    Named{"name", &ChatLine::name},     Named{"text", &ChatLine::text},
    Named{"at", &ChatLine::at},         Named{"to_players", &ChatLine::to_players}};
template <>
constexpr std::tuple members<Snapshot::Player>{
    Named{"name", &Snapshot::Player::name},     Named{"token", &Snapshot::Player::token},
    Named{"bot", &Snapshot::Player::bot},       Named{"ready", &Snapshot::Player::ready},
    Named{"commit", &Snapshot::Player::commit}, Named{"seated_by", &Snapshot::Player::seated_by}};

template <>
constexpr std::tuple members<RoomOpened>{
    Named{"options", &RoomOpened::options}, Named{"password", &RoomOpened::password},
    Named{"name", &RoomOpened::name},       Named{"token", &RoomOpened::token},
    Named{"bot", &RoomOpened::bot},         Named{"fresh", &RoomOpened::fresh}};
template <>
constexpr std::tuple members<SeatTaken>{
    Named{"seat", &SeatTaken::seat}, Named{"name", &SeatTaken::name},
    Named{"token", &SeatTaken::token}, Named{"fresh", &SeatTaken::fresh}};
template <>
constexpr std::tuple members<SeatLeft>{Named{"seat", &SeatLeft::seat},
                                       Named{"fresh", &SeatLeft::fresh}};
template <>
constexpr std::tuple members<BecameReady>{Named{"seat", &BecameReady::seat},
                                          Named{"commit", &BecameReady::commit}};
template <>
constexpr std::tuple members<Revealed>{Named{"seat", &Revealed::seat},
                                       Named{"nonce", &Revealed::nonce}};
template <>
constexpr std::tuple members<TableAborted>{Named{"fresh", &TableAborted::fresh}};
template <>
constexpr std::tuple members<Acted>{Named{"seat", &Acted::seat}, Named{"ply", &Acted::ply},
                                    Named{"action", &Acted::action}};
template <>
constexpr std::tuple members<MatchCutShort>{Named{"reason", &MatchCutShort::reason},
                                            Named{"winner", &MatchCutShort::winner}};
template <>
constexpr std::tuple members<RematchAsked>{Named{"seat", &RematchAsked::seat},
                                           Named{"fresh", &RematchAsked::fresh}};
template <>
constexpr std::tuple members<Chatted>{Named{"seat", &Chatted::seat}, Named{"name", &Chatted::name},
                                      Named{"text", &Chatted::text}};
template <>
constexpr std::tuple members<Snapshot>{
    Named{"opened", &Snapshot::opened},     Named{"options", &Snapshot::options},
    Named{"password", &Snapshot::password}, Named{"players", &Snapshot::players},
    Named{"fresh", &Snapshot::fresh},       Named{"aborted", &Snapshot::aborted},
    Named{"starter", &Snapshot::starter},   Named{"seq", &Snapshot::seq},
    Named{"chat", &Snapshot::chat}};
// What all records have; what this one is follows.
template <>
constexpr std::tuple members<Record>{Named{"number", &Record::number}, Named{"room", &Record::room},
                                     Named{"at", &Record::at}, Named{"absence", &Record::absence},
                                     Named{"clock_left", &Record::clock_left}};

// In the order of RecordBody.
constexpr std::array<std::string_view, std::variant_size_v<RecordBody>> kinds{
    "room_opened",   "seat_taken",    "seat_left",   "became_ready",
    "revealed",      "table_aborted", "acted",       "match_cut_short",
    "rematch_asked", "chatted",       "room_closed", "snapshot"};

// What stands inside a record as an object of its own.
template <class T>
concept Part = std::same_as<T, PasswordHash> || std::same_as<T, FreshMatch> ||
               std::same_as<T, ChatLine> || std::same_as<T, Snapshot::Player>;

// Times and durations are stored as milliseconds.
std::int64_t stored(Time time) {
    return unix_ms(time);
}

PerSeat<std::int64_t> stored(const PerSeat<milliseconds>& durations) {
    return {{durations[Seat::Zero].count(), durations[Seat::One].count()}};
}

template <class T>
const T& stored(const T& value) {
    return value;
}

} // namespace

// ---- writing and reading -----------------------------------------------------------------------
// `write` and `read` of parts are found beside the types that they are for.

template <class T>
static void write_members(json::Writer& w, const T& value) {
    std::apply([&](const auto&... each) { (w.field(each.key, stored(value.*each.member)), ...); },
               members<T>);
}

template <Part T>
static void write(json::Writer& w, const T& part) {
    w.object([&] { write_members(w, part); });
}

static void read_required(json::Fields& fields, std::string_view key, Time& out) {
    std::int64_t number = 0;
    fields.required(key, number);
    out = Time{milliseconds{number}};
}

static void read_required(json::Fields& fields, std::string_view key, PerSeat<milliseconds>& out) {
    PerSeat<std::int64_t> numbers;
    fields.required(key, numbers);
    for (const Seat seat : all_seats)
        out[seat] = milliseconds{numbers[seat]};
}

template <class T>
static void read_required(json::Fields& fields, std::string_view key, T& out) {
    fields.required(key, out);
}

template <class T>
static void read_members(json::Fields& fields, T& out) {
    std::apply(
        [&](const auto&... each) { (read_required(fields, each.key, out.*each.member), ...); },
        members<T>);
}

template <Part T>
static void read(json::Reading& r, const json::Value& value, T& part) {
    json::Fields fields(r, value);
    read_members(fields, part);
    fields.close();
}

// To clang an optional of a class that is nested where the optional is a member can't be made by
// default: so one is handed to it.
static void read(json::Reading& r, const json::Value& value,
                 std::optional<Snapshot::Player>& player) {
    player.reset();
    if (value.is_null())
        return;
    Snapshot::Player is;
    read(r, value, is);
    player = std::move(is);
}

namespace {

// ---- what the core relies on and the types can't say -------------------------------------------

bool is_sound(const protocol::RoomOptions& options) { // as `create_room` bounds them
    const auto within = [](int number, int least, int most) {
        return number >= least && number <= most;
    };
    return within(options.delay, 2, 20) && within(options.seals, 1, 3) &&
           within(options.grace, 1, 3600);
}

bool is_sound(const RoomOpened& opened) {
    return is_sound(opened.options);
}

bool is_sound(const MatchCutShort& cut) {
    return cut.reason > EndReason::Seals; // those before come by play, by no record of their own
}

bool is_sound(const Snapshot& snapshot) {
    return is_sound(snapshot.options) && snapshot.opened > 0 && snapshot.aborted >= 0;
}

template <class T>
bool is_sound(const T&) {
    return true;
}

template <std::size_t... Kind>
bool become(RecordBody& body, std::string_view kind, std::index_sequence<Kind...>) {
    return ((kinds[Kind] == kind && (body.emplace<Kind>(), true)) || ...);
}

bool read_record(json::Reading& reading, const json::Value& value, Record& record) {
    json::Fields fields(reading, value);
    std::string_view kind;
    read_members(fields, record);
    fields.required("kind", kind);
    if (!become(record.body, kind, std::make_index_sequence<kinds.size()>{}))
        return false;
    std::visit([&](auto& body) { read_members(fields, body); }, record.body);
    fields.close();
    return reading.good() && record.number > 0 && room_code(record.room) == record.room &&
           std::visit([](const auto& body) { return is_sound(body); }, record.body);
}

} // namespace

std::string encode_record(const Record& record) {
    json::Writer w;
    w.object([&] {
        write_members(w, record);
        w.field("kind", kinds[record.body.index()]);
        std::visit([&](const auto& body) { write_members(w, body); }, record.body);
    });
    return w.finish();
}

Result<Record, std::string> decode_record(std::string_view text) {
    using boost::system::in_place_error;
    const auto document = json::parse(text, deepest);
    if (!document)
        return {in_place_error, "not the JSON of a record"};
    json::Reading reading(json::Unknown::Refused);
    Record record;
    if (!read_record(reading, document->root(), record))
        return {in_place_error, "a field of the record is missing or wrong"};
    // What the readers let pass (a list cut short, another order, a blank) is found here.
    if (encode_record(record) != text)
        return {in_place_error, "not written as a record is"};
    return record;
}

} // namespace jaipur::server
