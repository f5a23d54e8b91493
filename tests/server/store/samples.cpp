#include "tests/server/store/samples.hpp"

#include "server/store/record_codec.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace jaipur::server::test {

namespace {

// Bytes that are all different, from `first` on.
template <class Bytes>
Bytes bytes(std::uint8_t first) {
    Bytes result{};
    std::ranges::generate(result, [&first] { return first++; });
    return result;
}

FreshMatch fresh(std::uint8_t first) {
    return {bytes<protocol::MatchId>(first), bytes<protocol::Secret>(first)};
}

protocol::RoomOptions rare_options() {
    protocol::RoomOptions options;
    options.is_public = true;
    options.has_password = true;
    options.spectators = protocol::SpectatorMode::Open;
    options.delay = 20;
    options.clock = protocol::ClockOptions{36000, 300};
    options.seals = 3;
    options.grace = 3600;
    return options;
}

PasswordHash password() {
    return {bytes<std::array<std::uint8_t, 16>>(16), bytes<std::array<std::uint8_t, 32>>(32)};
}

Snapshot snapshot() {
    Snapshot snapshot;
    snapshot.opened = 1;
    snapshot.options = rare_options();
    snapshot.password = password();
    snapshot.players[Seat::Zero] = Snapshot::Player{
        "Ren\xC3\xA9 \"R\"", bytes<TokenHash>(1), {}, true, bytes<protocol::Hash>(2), 5};
    snapshot.players[Seat::One] = Snapshot::Player{"Bot", {}, "easy", false, {}, 6};
    snapshot.fresh = fresh(9);
    snapshot.aborted = 2;
    snapshot.starter = Seat::One;
    snapshot.seq = (std::uint64_t{1} << 53) - 1;
    snapshot.chat = {{7, Seat::Zero, "Asha", "hi", Time{milliseconds{1763640000000}}, true},
                     {8, {}, {}, "\xF0\x9F\x90\xAA \\o/ \"\n\t\x01", Time{milliseconds{1}}, false}};
    return snapshot;
}

Snapshot empty_snapshot() {
    Snapshot snapshot;
    snapshot.opened = 1;
    return snapshot;
}

std::vector<RecordBody> bodies() {
    RoomOpened plain{
        .options = {}, .password = {}, .name = "Asha", .token = {}, .bot = {}, .fresh = {}};
    RoomOpened rare{rare_options(), password(), "Ravi", bytes<TokenHash>(7), "easy", fresh(3)};
    return {
        plain,
        rare,
        SeatTaken{Seat::One, "Ravi", bytes<TokenHash>(100), {}},
        SeatTaken{Seat::Zero, "Mira", bytes<TokenHash>(200), fresh(5)},
        SeatLeft{Seat::Zero, {}},
        SeatLeft{Seat::One, fresh(6)},
        BecameReady{Seat::Zero, {}},
        BecameReady{Seat::One, bytes<protocol::Hash>(50)},
        Revealed{Seat::One, bytes<protocol::Secret>(60)},
        TableAborted{fresh(8)},
        Acted{Seat::Zero, 0, Take{Card::Camel}},
        Acted{Seat::One, 1, TakeCamels{}},
        Acted{Seat::Zero, 4294967295u,
              Exchange{{Card::Diamond, Card::Gold, Card::Silver}, {Card::Camel, Card::Leather}}},
        Acted{Seat::One, 3, Sell{Good::Spice, 255}},
        MatchCutShort{EndReason::Resigned, Seat::Zero},
        MatchCutShort{EndReason::Abandoned, {}},
        RematchAsked{Seat::Zero, {}},
        RematchAsked{Seat::One, fresh(10)},
        Chatted{Seat::One, "Ravi", "\"quoted\" \\ and \xE2\x82\xB9"},
        Chatted{{}, {}, "from above"},
        RoomClosed{},
        snapshot(),
        empty_snapshot(),
    };
}

} // namespace

std::vector<Record> sample_records() {
    std::vector<Record> records;
    for (RecordBody& body : bodies()) {
        Record record;
        record.number = records.size() + 1;
        record.room = records.size() % 2 == 0 ? "ABC234" : "XYZ789";
        record.at = Time{milliseconds{1763640000000}} + milliseconds{records.size()};
        record.absence[Seat::One] = milliseconds{records.size() * 1000};
        record.clock_left = {{milliseconds{300000}, milliseconds{-1}}};
        record.body = std::move(body);
        records.push_back(std::move(record));
    }
    return records;
}

Record chat_record(std::uint64_t number, const RoomCode& room, const std::string& text) {
    Record record;
    record.number = number;
    record.room = room;
    record.at = Time{milliseconds{1763640000000}};
    record.body = Chatted{Seat::Zero, "Asha", text};
    return record;
}

std::vector<Record> chat_records(std::uint64_t first, std::size_t count, const RoomCode& room) {
    std::vector<Record> records;
    for (std::size_t i = 0; i < count; ++i)
        records.push_back(chat_record(first + i, room));
    return records;
}

Record snapshot_record(std::uint64_t number, const RoomCode& room) {
    Record record;
    record.number = number;
    record.room = room;
    record.body = snapshot();
    return record;
}

FinishedMatch finished_match(std::uint8_t id, Time at, std::string replay) {
    return {protocol::MatchId{id}, at, std::move(replay)};
}

std::vector<std::string> texts(const std::vector<Record>& records) {
    std::vector<std::string> result;
    std::ranges::transform(records, std::back_inserter(result), encode_record);
    return result;
}

} // namespace jaipur::server::test
