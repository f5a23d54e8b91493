#include "tests/server/store/samples.hpp"

#include "server/core/password.hpp"
#include "server/store/record_codec.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace jaipur::server::store::test {

namespace {

// Distinct bytes, counting up from `first`.
template <class Bytes>
Bytes bytes(std::uint8_t first) {
    Bytes result{};
    std::ranges::generate(result, [&first] { return first++; });
    return result;
}

core::FreshMatch fresh(std::uint8_t first) {
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

core::PasswordHash password() {
    return {bytes<std::array<std::uint8_t, 16>>(16), bytes<std::array<std::uint8_t, 32>>(32), {}};
}

core::Snapshot snapshot() {
    core::Snapshot snapshot;
    snapshot.opened = 1;
    snapshot.options = rare_options();
    snapshot.password = password();
    auto& player = snapshot.players[Seat::Zero].emplace();
    player.name = "Ren\xC3\xA9 \"R\"";
    player.token = bytes<core::TokenHash>(1);
    player.seated_by = 5;
    player.ready = true;
    player.commit = bytes<protocol::Hash>(2);
    auto& bot = snapshot.players[Seat::One].emplace();
    bot.name = "Bot";
    bot.bot = "easy";
    bot.seated_by = 6;
    snapshot.fresh = fresh(9);
    snapshot.aborted = 2;
    snapshot.starter = Seat::One;
    snapshot.seq = (std::uint64_t{1} << 53) - 1;
    snapshot.chat = {
        {7, Seat::Zero, "Asha", "hi", core::Time{core::milliseconds{1763640000000}}, true},
        {8, {}, {}, "\xF0\x9F\x90\xAA \\o/ \"\n\t\x01", core::Time{core::milliseconds{1}}, false}};
    return snapshot;
}

core::Snapshot empty_snapshot() {
    core::Snapshot snapshot;
    snapshot.opened = 1;
    return snapshot;
}

protocol::PushSubscription subscription() {
    return {"https://push.example/x?\"y\"", bytes<std::array<std::uint8_t, 65>>(4),
            bytes<std::array<std::uint8_t, 16>>(90)};
}

std::vector<core::RecordBody> bodies() {
    core::RoomOpened plain{
        .options = {}, .password = {}, .name = "Asha", .token = {}, .bot = {}, .fresh = {}};
    core::RoomOpened rare{rare_options(), password(), "Ravi", bytes<core::TokenHash>(7),
                          "easy",         fresh(3)};
    core::RoomOpened later = plain; // with the fields that release 0.1.0 didn't have
    later.password = password();
    later.password->version = core::password_hash_version;
    core::RoomOpened offering = plain;
    offering.options.spectators = protocol::SpectatorMode::Open;
    offering.options.open_after = protocol::OpenAfter::Actions;
    core::Snapshot agreed = empty_snapshot();
    agreed.options = offering.options;
    agreed.players[Seat::One].emplace().agreed = true;
    agreed.pairing = 3;
    core::Snapshot missed = empty_snapshot();
    missed.players[Seat::Zero].emplace().missed_reveals = 3;
    core::Snapshot moved = empty_snapshot();
    moved.players[Seat::One].emplace().moved_by = 77;
    core::Snapshot faced = empty_snapshot();
    faced.players[Seat::Zero].emplace().trader = 0;
    core::RoomOpened drawn = plain;
    drawn.trader = 5;
    core::Snapshot subscribed = empty_snapshot();
    subscribed.players[Seat::Zero].emplace().push = subscription();
    subscribed.players[Seat::Zero]->push_by = 78;
    core::RoomOpened quiet = plain;
    quiet.options.chat = protocol::ChatFrom::Nobody;
    core::Snapshot hushed = empty_snapshot();
    hushed.options.chat = protocol::ChatFrom::Players;
    hushed.chat_by = 79;
    core::RoomOpened patient = plain;
    patient.options.patience = 2592000;
    return {
        plain,
        rare,
        core::SeatTaken{Seat::One, "Ravi", bytes<core::TokenHash>(100), {}},
        core::SeatTaken{Seat::Zero, "Mira", bytes<core::TokenHash>(200), fresh(5)},
        core::SeatLeft{Seat::Zero, {}},
        core::SeatLeft{Seat::One, fresh(6)},
        core::BecameReady{Seat::Zero, {}},
        core::BecameReady{Seat::One, bytes<protocol::Hash>(50)},
        core::Revealed{Seat::One, bytes<protocol::Secret>(60)},
        core::TableAborted{fresh(8)},
        core::Acted{Seat::Zero, 0, Take{Card::Camel}},
        core::Acted{Seat::One, 1, TakeCamels{}},
        core::Acted{
            Seat::Zero, 4294967295u,
            Exchange{{Card::Diamond, Card::Gold, Card::Silver}, {Card::Camel, Card::Leather}}},
        core::Acted{Seat::One, 3, Sell{Good::Spice, 255}},
        core::MatchCutShort{EndReason::Resigned, Seat::Zero},
        core::MatchCutShort{EndReason::Abandoned, {}},
        core::RematchAsked{Seat::Zero, {}},
        core::RematchAsked{Seat::One, fresh(10)},
        core::Chatted{Seat::One, "Ravi", "\"quoted\" \\ and \xE2\x82\xB9"},
        core::Chatted{{}, {}, "from above"},
        core::RoomClosed{},
        snapshot(),
        empty_snapshot(),
        later,
        offering,
        core::BecameReady{Seat::One, {}, true},
        agreed,
        patient,
        missed,
        core::SeatLeft{Seat::One, {}, true},
        core::SeatMoved{Seat::One, bytes<core::TokenHash>(120)},
        moved,
        drawn,
        core::SeatTaken{Seat::One, "Ravi", bytes<core::TokenHash>(130), {}, 3},
        faced,
        core::PushChanged{Seat::Zero, subscription()},
        core::PushChanged{Seat::One, {}},
        subscribed,
        core::MatchCutShort{EndReason::Abandoned, {}, "Rude names."},
        core::MatchCutShort{EndReason::Abandoned, {}, ""},
        core::ChatSet{protocol::ChatFrom::Players},
        core::ChatSet{protocol::ChatFrom::Everyone},
        quiet,
        hushed,
    };
}

core::TokenHash hash_of(std::uint8_t byte) {
    core::TokenHash hash;
    hash.fill(byte);
    return hash;
}

} // namespace

std::vector<core::Record> sample_records() {
    std::vector<core::Record> records;
    for (core::RecordBody& body : bodies()) {
        core::Record record;
        record.number = records.size() + 1;
        record.room = records.size() % 2 == 0 ? "ABC234" : "XYZ789";
        record.at =
            core::Time{core::milliseconds{1763640000000}} + core::milliseconds{records.size()};
        record.absence[Seat::One] = core::milliseconds{records.size() * 1000};
        record.clock_left = {{core::milliseconds{300000}, core::milliseconds{-1}}};
        record.body = std::move(body);
        records.push_back(std::move(record));
    }
    return records;
}

core::Record chat_record(std::uint64_t number, const core::RoomCode& room,
                         const std::string& text) {
    core::Record record;
    record.number = number;
    record.room = room;
    record.at = core::Time{core::milliseconds{1763640000000}};
    record.body = core::Chatted{Seat::Zero, "Asha", text};
    return record;
}

std::vector<core::Record> chat_records(std::uint64_t first, std::size_t count,
                                       const core::RoomCode& room) {
    std::vector<core::Record> records;
    for (std::size_t i = 0; i < count; ++i)
        records.push_back(chat_record(first + i, room));
    return records;
}

core::Record snapshot_record(std::uint64_t number, const core::RoomCode& room) {
    core::Record record;
    record.number = number;
    record.room = room;
    record.body = snapshot();
    return record;
}

FinishedMatch finished_match(std::uint8_t id, core::Time at, std::string replay) {
    return {protocol::MatchId{id}, at, std::move(replay)};
}

std::vector<std::string> texts(const std::vector<core::Record>& records) {
    std::vector<std::string> result;
    std::ranges::transform(records, std::back_inserter(result), encode_record);
    return result;
}

core::GuestEntries sample_guests() {
    const core::Time time{core::milliseconds{1763640000000}};
    core::PasswordHash password;
    password.version = 2;
    return {{1, core::ServerInvitation{hash_of(1), "\"Ravi\" \\ Zo\u00eb", time,
                                       time + std::chrono::hours(1), 3, 1, false}},
            {2, core::ServerPassword{password, time}},
            {3, core::ServerPass{hash_of(3), 2, time}},
            {4, core::ServerPass{hash_of(4), 1, time}},
            {5, core::ServerInvitation{hash_of(5), "", time, time, 1, 0, true}}};
}

} // namespace jaipur::server::store::test
