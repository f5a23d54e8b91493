#include "tests/fuzz/hostile.hpp"

#include "tests/fuzz/any.hpp"

#include <array>

namespace jaipur::fuzz {

using namespace protocol;

MatchId any_match(Input& input) {
    MatchId match{};
    match.fill(input.byte() % 4);
    return match;
}

Hash any_hash(Input& input) {
    Hash hash{};
    hash.fill(input.byte());
    return hash;
}

namespace {

std::optional<ClockOptions> clock(Input& input) {
    if (input.flag())
        return std::nullopt;
    return ClockOptions{1 + static_cast<int>(input.number(2)) % 36000, input.byte()};
}

RoomPlayer player(Input& input) {
    RoomPlayer player;
    player.name = hostile_text(input);
    const std::uint8_t bits = input.byte();
    player.connected = (bits & 1) != 0;
    player.ready = (bits & 2) != 0;
    player.rematch = (bits & 4) != 0;
    if ((bits & 8) != 0)
        player.lag_ms = static_cast<int>(input.number(4));
    if ((bits & 16) != 0)
        player.bot = hostile_text(input);
    if ((bits & 32) != 0)
        player.claim_in = any_natural(input);
    player.agreed = (bits & 64) != 0;
    player.missed_reveals = (bits & 12) * 100'000'000;
    player.overdue = (bits & 128) != 0;
    return player;
}

RoomInfo room(Input& input) {
    RoomInfo room;
    room.room = input.flag() ? std::string("K7QX2M") : hostile_text(input);
    room.phase = any_phase(input);
    for (const Seat at : all_seats)
        if (input.byte() % 4 != 0)
            room.players[at] = player(input);
    room.options.spectators = static_cast<SpectatorMode>(input.below(3));
    if (room.options.spectators == SpectatorMode::Open && input.flag())
        room.options.open_after = input.flag() ? OpenAfter::Actions : OpenAfter::Round;
    room.options.clock = clock(input);
    room.options.seals = 1 + static_cast<int>(input.below(3));
    room.spectators = static_cast<int>(input.number(3));
    if (room.spectators % 3 < 2) // no separate byte: inputs of the corpus keep their meaning
        room.owner = all_seats[static_cast<std::size_t>(room.spectators % 3)];
    room.pairing = input.number(1);
    room.fair.match = any_match(input);
    room.fair.server_commit = any_hash(input);
    room.fair.aborted = static_cast<int>(input.number(2));
    if (input.byte() == 'p')
        room.fair.params = hostile_text(input);
    return room;
}

Commitments table(Input& input) {
    Commitments table;
    table.match = any_match(input);
    table.server = any_hash(input);
    for (const Seat at : all_seats)
        if (input.flag())
            table.seats[at] = any_hash(input);
    return table;
}

RoomList rooms(Input& input) {
    RoomList list;
    for (std::size_t n = input.below(60); n > 0; --n) {
        RoomListing listing;
        listing.room = hostile_text(input);
        for (const Seat at : all_seats)
            if (input.flag())
                listing.names[at] = hostile_text(input);
        listing.phase = any_phase(input);
        listing.clock = clock(input);
        listing.spectators = input.byte();
        list.rooms.push_back(listing);
    }
    if (input.flag())
        list.next = hostile_text(input);
    return list;
}

} // namespace

std::string hostile_text(Input& input) {
    constexpr std::array<std::string_view, 16> texts{"Asha",          "Ravi",
                                                     "\u001b[31mred", "\u202eevil\u2066",
                                                     "a\r\nb",        "\u200b\u2060",
                                                     "\u4e2d\u56fd",  "e\u0301\u0302",
                                                     "\u009b2J",      "\U0001f42a",
                                                     "\ufeff",        "\U000e0041",
                                                     "\u2028",        "",
                                                     "\u007f\u0007",  "\u0e33\u0e33"};
    const std::uint8_t byte = input.byte();
    if (byte < texts.size())
        return std::string(texts[byte]);
    if (const auto over = byte - texts.size(); over < 8)
        return std::string(std::size_t{1} << over, 'm');
    if (byte == 24)
        return std::string(5000, '\xff');
    return std::string(input.line());
}

ServerMessage hostile_push(Input& input) {
    switch (input.below(6)) {
    case 0:
    case 1:
    case 2:
        return hostile_view(input);
    case 3:
        return room(input);
    case 4:
        return table(input);
    default:
        return Chat{any_seat_or_none(input),
                    input.flag() ? std::optional(hostile_text(input)) : std::nullopt,
                    hostile_text(input), any_natural(input)};
    }
}

decltype(Ok::adds) hostile_answer(Input& input) {
    switch (input.below(5)) {
    case 0:
    case 1: {
        Seated seated{"K7QX2M", any_seat_or_none(input), std::nullopt};
        if (seated.seat && input.flag())
            seated.token = hostile_text(input);
        if (input.byte() % 8 == 0)
            seated.room = hostile_text(input);
        return seated;
    }
    case 2:
        return rooms(input);
    case 3:
        return Pong{any_natural(input)};
    default: {
        if (!input.flag())
            return {};
        SpectatorList list;
        for (std::size_t n = input.below(20); n > 0; --n)
            list.spectators.push_back(
                {n, input.flag() ? std::optional(hostile_text(input)) : std::nullopt});
        return list;
    }
    }
}

} // namespace jaipur::fuzz
