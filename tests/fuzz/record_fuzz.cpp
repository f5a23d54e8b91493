// Any bytes, read as stored records: the reader accepts only the exact bytes that writing a record
// gives. Then sequences of inconsistent records, as in damaged or forged databases: a lobby
// restores the consistent rooms, leaves out the others, and continues.
#include "common/rules.hpp"
#include "protocol/fair.hpp"
#include "protocol/hash.hpp"
#include "server/store/record_codec.hpp"
#include "tests/fuzz/input.hpp"
#include "tests/fuzz/lobby_steps.hpp"

#include <boost/system/result.hpp>

#include <array>
#include <map>
#include <stdexcept>

namespace jaipur::fuzz {

namespace {

using namespace server::core;
using std::chrono::milliseconds;

constexpr std::array<std::string_view, 3> codes{"222222", "ABC234", "ZZZZZZ"};

Token token_of(std::uint8_t byte) {
    Token token{};
    token.fill(byte);
    return token;
}

// Makes records from bytes, mostly ones that their room could have decided.
class Forger {
  public:
    explicit Forger(Input& input) : input_(input) {}

    std::map<std::uint64_t, Record> records;
    std::vector<Ticket> tickets;

    void add() {
        Record record;
        record.number = number_ += 1 + (input_.byte() == 255 ? input_.number(6) : 0);
        record.room = input_.pick(codes);
        record.at = Time{milliseconds{1763640000000 + input_.wild_number()}};
        RoomState& room = rooms_[record.room];
        const bool usual = input_.flag();
        record.absence = usual ? room.absence : durations();
        record.clock_left = usual ? room.clock_left : durations();
        record.body = body(room, record.room);
        add(record);
    }

    void add_text(std::string_view text) {
        const auto record = server::store::decode_record(text);
        if (!record)
            return;
        require(server::store::encode_record(*record) == text,
                "only the exact text of a record is accepted");
        if (record->number <= last_number) {
            number_ = std::max(number_, record->number);
            add(*record);
        }
    }

  private:
    static constexpr std::uint64_t last_number = std::uint64_t{1} << 52;

    void add(const Record& record) {
        const std::string text = server::store::encode_record(record);
        const auto read = server::store::decode_record(text);
        if (!read || records.contains(record.number))
            return;
        require(server::store::encode_record(*read) == text,
                "a record survives writing and reading");
        records.emplace(record.number, *read);
        RoomState& room = rooms_[record.room];
        if (is_first(record.body))
            room = {};
        try {
            apply(room, *read);
        } catch (const std::logic_error&) {
            room = {}; // from here on it can only guess
        }
    }

    PerSeat<milliseconds> durations() {
        return {{milliseconds{input_.wild_number()}, milliseconds{input_.wild_number()}}};
    }

    Seat seat() { return input_.flag() ? Seat::One : Seat::Zero; }

    std::optional<Seat> maybe_seat() {
        return input_.flag() ? std::optional(seat()) : std::nullopt;
    }

    FreshMatch fresh() {
        FreshMatch fresh;
        fresh.match.fill(input_.byte());
        fresh.server_seed.fill(input_.byte());
        return fresh;
    }

    std::optional<FreshMatch> maybe_fresh() {
        return input_.flag() ? std::optional(fresh()) : std::nullopt;
    }

    std::string text() { return input_.flag() ? std::string("Asha") : std::string(input_.line()); }

    TokenHash token(const RoomCode& room) {
        const Token token = token_of(input_.byte() % 4);
        tickets.push_back({room, protocol::base64url(token)});
        return protocol::sha256(token);
    }

    protocol::RoomOptions options() {
        protocol::RoomOptions options;
        const std::uint8_t bits = input_.byte();
        options.is_public = (bits & 1) != 0;
        options.has_password = (bits & 2) != 0;
        options.spectators = static_cast<protocol::SpectatorMode>((bits >> 2) % 3);
        options.seals = 1 + (bits >> 4) % 3;
        options.delay = 2 + input_.byte() % 19;
        if (options.spectators == protocol::SpectatorMode::Open && !options.is_public)
            options.open_after = protocol::OpenAfter::Actions;
        options.grace = 1 + input_.byte();
        if (options.grace % 4 == 0)
            options.patience = options.grace;
        if ((bits & 128) != 0)
            options.clock = protocol::ClockOptions{1 + input_.byte(), input_.byte()};
        return options;
    }

    protocol::Hash commit(const RoomState& room, Seat of) {
        protocol::Secret nonce;
        nonce.fill(7);
        return protocol::seat_commit(room.fresh.match, room.server_commit, of, nonce);
    }

    BecameReady ready(const RoomState& room) {
        BecameReady ready;
        ready.seat = seat();
        ready.agreed = offers_delay(room.options) && input_.flag();
        if (input_.flag())
            ready.commit = commit(room, ready.seat);
        return ready;
    }

    Revealed revealed() {
        Revealed revealed;
        revealed.seat = seat();
        revealed.nonce.fill(input_.flag() ? 7 : 8);
        return revealed;
    }

    Acted acted(const RoomState& room) {
        Acted acted;
        acted.seat = room.match.state.turn;
        acted.ply = room.match.ply;
        std::vector<Action> actions;
        if (room.match.phase == Phase::Playing)
            legal_actions(room.match.state, actions);
        const std::uint64_t which = input_.number(2);
        if (!actions.empty() && which < 0xf000)
            acted.action = actions[which % actions.size()];
        if (which >= 0xfff0) {
            acted.ply = static_cast<std::uint32_t>(input_.number(4));
            acted.seat = seat();
        }
        return acted;
    }

    Snapshot snapshot(const RoomCode& room) {
        Snapshot snapshot;
        snapshot.opened = 1 + input_.byte();
        snapshot.options = options();
        for (const Seat at : all_seats)
            if (input_.flag()) {
                Player player;
                player.name = text();
                player.token = token(room);
                player.ready = input_.flag();
                player.agreed = offers_delay(snapshot.options) && input_.flag();
                if (input_.byte() == 'b')
                    player.bot = text();
                if (input_.byte() == 'c')
                    player.commit = protocol::Hash{};
                player.seated_by = number_;
                snapshot.players[at] = player;
            }
        snapshot.fresh = fresh();
        snapshot.aborted = static_cast<int>(input_.number(2));
        snapshot.starter = maybe_seat();
        snapshot.seq = static_cast<std::uint64_t>(std::max<std::int64_t>(0, input_.wild_number()));
        for (std::size_t lines = input_.below(4); lines > 0; --lines) {
            ChatLine line;
            line.number = number_;
            line.seat = maybe_seat();
            line.text = text();
            line.at = Time{milliseconds{input_.wild_number()}};
            line.to_players = input_.flag();
            snapshot.chat.push_back(line);
        }
        return snapshot;
    }

    RoomOpened opened(const RoomCode& room) {
        RoomOpened opened;
        opened.options = options();
        if (opened.options.has_password)
            opened.password = PasswordHash{};
        opened.name = text();
        opened.token = token(room);
        if (input_.byte() == 'b')
            opened.bot = input_.flag() ? "easy" : text();
        opened.fresh = fresh();
        return opened;
    }

    RecordBody body(const RoomState& room, const RoomCode& code) {
        if (room.opened == 0 && !input_.flag())
            return opened(code);
        switch (input_.below(12)) {
        case 0:
            return opened(code);
        case 1:
            return SeatTaken{seat(), text(), token(code), maybe_fresh()};
        case 2:
            return SeatLeft{seat(), maybe_fresh(), input_.flag()};
        case 3:
            return ready(room);
        case 4:
            return revealed();
        case 5:
            return TableAborted{fresh()};
        case 6:
            return acted(room);
        case 7:
            return MatchCutShort{static_cast<EndReason>(input_.byte() % 8), maybe_seat()};
        case 8:
            return RematchAsked{seat(), maybe_fresh()};
        case 9:
            return Chatted{maybe_seat(), input_.flag() ? std::optional(text()) : std::nullopt,
                           text()};
        case 10:
            return RoomClosed{};
        default:
            return snapshot(code);
        }
    }

    Input& input_;
    std::uint64_t number_ = 0;
    std::map<RoomCode, RoomState> rooms_;
};

} // namespace

} // namespace jaipur::fuzz

JAIPUR_FUZZ(record_fuzz) {
    using namespace jaipur::fuzz;
    Input input(data, size);
    const auto limits = limits_of(input.byte());
    Forger forger(input);
    bool more = true;
    while (more && !input.empty()) {
        switch (static_cast<char>(input.byte())) {
        case '{': // a text; the brace is its first byte
            forger.add_text("{" + std::string(input.line()));
            break;
        case 'r':
            forger.add();
            break;
        case '!': // the next step
            more = false;
            break;
        default:
            break;
        }
    }
    LobbyWorld world(limits, 1);
    for (Ticket& ticket : forger.tickets)
        world.remember(std::move(ticket));
    world.wake_with(forger.records);
    take_steps(input, world);
    return 0;
}
