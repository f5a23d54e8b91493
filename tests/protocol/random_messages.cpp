#include "tests/protocol/random_messages.hpp"

namespace jaipur::test {

using namespace jaipur::protocol;

namespace {

void append_utf8(std::string& out, std::uint32_t code) {
    const auto trail = [&](int shift) { out += static_cast<char>(0x80 | (code >> shift & 0x3f)); };
    if (code < 0x80) {
        out += static_cast<char>(code);
    } else if (code < 0x800) {
        out += static_cast<char>(0xc0 | code >> 6);
        trail(0);
    } else if (code < 0x10000) {
        out += static_cast<char>(0xe0 | code >> 12);
        trail(6);
        trail(0);
    } else {
        out += static_cast<char>(0xf0 | code >> 18);
        trail(12);
        trail(6);
        trail(0);
    }
}

} // namespace

std::uint64_t RandomMessages::up_to(std::uint64_t most) {
    return most < 0xffffffffu ? random_.below(static_cast<std::size_t>(most) + 1)
                              : random_.next() % (most + 1);
}

std::string RandomMessages::text(std::size_t most_code_points) {
    std::string out;
    for (auto i = up_to(most_code_points); i > 0; --i) {
        constexpr std::uint32_t edges[]{0,      '"',    '\\',    '/',     0x1f,    0x7f,
                                        0x80,   0x7ff,  0x800,   0x2028,  0xd7ff,  0xe000,
                                        0xfeff, 0xffff, 0x10000, 0x1f42b, 0x10ffff};
        switch (up_to(3)) {
        case 0:
            append_utf8(out, edges[up_to(std::size(edges) - 1)]);
            break;
        case 1:
            append_utf8(out, static_cast<std::uint32_t>(up_to(0x1f)));
            break;
        default:
            append_utf8(out, static_cast<std::uint32_t>(0x20 + up_to(0x5e)));
        }
    }
    return out;
}

std::int64_t RandomMessages::whole() {
    constexpr std::uint64_t most = (std::uint64_t{1} << 53) - 1;
    return static_cast<std::int64_t>(up_to(9) == 0 ? most - up_to(1) : up_to(1000000));
}

GoodCounts RandomMessages::counts() {
    GoodCounts counts;
    for (Good each : all_goods)
        if (toss())
            counts[each] = small<std::uint8_t>();
    return counts;
}

ClockOptions RandomMessages::clock() {
    return {range(1, 36000), range(0, 300)};
}

Action RandomMessages::action() {
    switch (up_to(3)) {
    case 0:
        return Take{card()};
    case 1:
        return TakeCamels{};
    case 2: {
        Exchange exchange;
        fill(exchange.take, max_exchange, [&] { return card(); });
        fill(exchange.give, max_exchange, [&] { return card(); });
        return exchange;
    }
    default:
        return Sell{good(), small<std::uint8_t>()};
    }
}

RoomOptions RandomMessages::room_options() {
    RoomOptions options;
    options.is_public = toss();
    options.has_password = toss();
    options.spectators = any(SpectatorMode::Open);
    options.delay = range(2, 20);
    options.open_after = maybe([&] { return any(OpenAfter::Actions); });
    options.clock = maybe([&] { return clock(); });
    options.seals = range(1, 3);
    options.grace = range(1, 3600);
    options.patience = maybe([&] { return range(1, 2592000); });
    options.chat = maybe([&] { return any(ChatFrom::Nobody); });
    return options;
}

RoomListing RandomMessages::listing() {
    RoomListing room;
    room.room = text(6);
    for (Seat each : all_seats) {
        room.names[each] = maybe([&] { return text(20); });
        room.traders[each] = maybe([&] { return range(0, 5); });
        room.bots[each] = maybe([&] { return text(10); });
    }
    room.patience = maybe([&] { return range(1, 2592000); });
    room.phase = phase();
    room.clock = maybe([&] { return clock(); });
    room.seals = range(1, 3);
    room.spectators = range(0, 1000);
    room.has_password = toss();
    room.spectator_mode = maybe([&] { return any(SpectatorMode::Open); });
    return room;
}

GameList RandomMessages::games() {
    GameList list;
    fill(list.games, 20, [&] {
        return maybe([&] {
            Game game;
            game.room = text(6);
            game.seat = seat();
            game.name = text(20);
            game.opponent = maybe([&] { return text(20); });
            game.opponent_trader = maybe([&] { return range(0, 5); });
            game.opponent_bot = maybe([&] { return text(10); });
            game.round = range(0, 255);
            game.phase = phase();
            game.turn = maybe([&] { return seat(); });
            game.move_in = maybe([&] { return whole(); });
            game.seals = {{range(0, 3), range(0, 3)}};
            game.winner = maybe([&] { return seat(); });
            game.last_move = maybe([&] { return whole(); });
            return game;
        });
    });
    return list;
}

Ok RandomMessages::ok() {
    Ok ok{static_cast<std::uint64_t>(whole()), {}};
    switch (up_to(8)) {
    case 0:
        break;
    case 7:
        ok.adds = PushKey{maybe([&] { return text(87); })};
        break;
    case 6:
        ok.adds = games();
        break;
    case 5:
        ok.adds = SeatKey{bytes<32>(), whole()};
        break;
    case 4:
        ok.adds = Invitation{text(6),
                             maybe([&] { return text(20); }),
                             maybe([&] { return range(0, 5); }),
                             phase(),
                             toss(),
                             room_options()};
        break;
    case 1:
        ok.adds = Seated{text(6), maybe([&] { return seat(); }), maybe([&] { return text(43); }),
                         maybe([&] { return text(20); })};
        break;
    case 2: {
        RoomList list;
        fill(list.rooms, 50, [&] { return listing(); });
        list.next = maybe([&] { return text(6); });
        ok.adds = list;
        break;
    }
    case 3: {
        SpectatorList list;
        fill(list.spectators, 50, [&] {
            return Spectator{static_cast<SpectatorNumber>(whole()),
                             maybe([&] { return text(20); })};
        });
        ok.adds = list;
        break;
    }
    default:
        ok.adds = Pong{whole()};
    }
    return ok;
}

Error RandomMessages::error() {
    constexpr const char* rules[]{"", "R6", "R11", "R15a"};
    return {maybe([&] { return static_cast<std::uint64_t>(whole()); }),
            any(ErrorCode::SaleTooSmall), rules[up_to(3)],
            up_to(3) == 0 ? games().games : std::vector<std::optional<Game>>{}};
}

RoomInfo RandomMessages::room() {
    RoomInfo room;
    room.room = text(6);
    room.phase = phase();
    room.options = room_options();
    for (Seat each : all_seats) {
        if (toss())
            continue;
        RoomPlayer player;
        player.name = text(20);
        player.connected = toss();
        player.lag_ms = maybe([&] { return range(0, 30000); });
        player.ready = toss();
        player.rematch = toss();
        player.bot = maybe([&] { return text(10); });
        player.claim_in = maybe([&] { return whole(); });
        player.agreed = toss();
        player.missed_reveals = range(0, 100);
        player.overdue = toss();
        player.trader = maybe([&] { return range(0, 5); });
        room.players[each] = player;
    }
    room.owner = maybe([&] { return seat(); });
    room.spectators = range(0, 1000);
    room.pairing = static_cast<std::uint64_t>(whole());
    room.fair = {bytes<16>(), bytes<32>(), range(0, 100), text(80)};
    return room;
}

Commitments RandomMessages::commitments() {
    Commitments laid{bytes<16>(), bytes<32>(), {}};
    for (Seat each : all_seats)
        laid.seats[each] = maybe([&] { return bytes<32>(); });
    return laid;
}

Proof RandomMessages::proof() {
    Proof proof;
    proof.commitments = commitments();
    for (Seat each : all_seats)
        proof.nonces[each] = maybe([&] { return bytes<32>(); });
    proof.transcript = bytes<32>();
    proof.server_seed = bytes<32>();
    proof.params = text(80);
    return proof;
}

Chat RandomMessages::chat() {
    return {maybe([&] { return seat(); }), maybe([&] { return text(20); }), text(200), whole()};
}

ServerMessage RandomMessages::server_message() {
    switch (up_to(std::variant_size_v<ServerMessage> - 1)) {
    case 0:
        return ok();
    case 1:
        return error();
    case 2:
        return room();
    case 3:
        return commitments();
    case 4:
        return view();
    default:
        return chat();
    }
}

Replay RandomMessages::replay() {
    Replay replay;
    replay.room = text(6);
    replay.match = bytes<16>();
    replay.options = room_options();
    for (Seat each : all_seats)
        replay.names[each] = text(20);
    replay.starter = seat();
    replay.proof = proof();
    fill(replay.actions, 100,
         [&] { return Replay::Step{small<std::uint32_t>(), seat(), action(), whole()}; });
    fill(replay.rounds, 5, [&] { return round_result(); });
    replay.result = match_result();
    return replay;
}

} // namespace jaipur::test
