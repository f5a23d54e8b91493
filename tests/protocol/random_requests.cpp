// What clients send.
#include "tests/protocol/random_messages.hpp"

namespace jaipur::test {

using namespace jaipur::protocol;

CreateOptions RandomMessages::create_options() {
    CreateOptions options;
    options.is_public = toss();
    if (toss())
        options.password = "p" + text(63);
    options.spectators = any(SpectatorMode::Open);
    options.delay = maybe([&] { return range(2, 20); });
    options.clock = maybe([&] { return clock(); });
    options.seals = range(1, 3);
    options.bot = maybe([&] { return text(10); });
    options.grace = range(1, 3600);
    options.patience = range(60, 2592000);
    options.chat = any(ChatFrom::Nobody);
    return options;
}

RequestBody RandomMessages::request_body() {
    const auto some_text = [&] { return text(20); };
    const auto token = [&] { return bytes<32>(); };
    const auto trader = [&] { return range(0, 5); };
    switch (up_to(request_types - 1)) {
    case 0:
        return CreateRoom{text(20), create_options(), maybe(token), maybe(trader)};
    case 1:
        return JoinRoom{text(6), text(20), maybe(some_text), maybe(token), maybe(trader)};
    case 2:
        return QuickMatch{text(20), maybe([&] { return clock(); }), maybe(token), maybe(trader)};
    case 3:
        return Spectate{text(6), maybe(some_text), maybe(some_text)};
    case 4:
        return Resume{maybe([&] { return text(6); }), text(43),
                      maybe([&] { return static_cast<std::uint64_t>(whole()); })};
    case 5:
        return LeaveRoom{};
    case 6:
        return Ready{maybe([&] { return bytes<32>(); }), maybe(some_text),
                     maybe([&] { return range(2, 20); }),
                     maybe([&] { return static_cast<std::uint64_t>(whole()); })};
    case 7:
        return Reveal{bytes<32>()};
    case 8:
        return Act{static_cast<std::uint64_t>(whole()), action(), maybe(some_text)};
    case 9:
        return Resign{};
    case 10:
        return ClaimWin{};
    case 11:
        return AskRematch{};
    case 12:
        return SendChat{text(200)};
    case 13:
        return ListRooms{maybe(some_text)};
    case 14:
        return ListSpectators{};
    case 19: {
        ListGames games{{{{}, "t"}}};
        fill(games.seats, 19, [&] { return SeatToken{maybe(some_text), text(43)}; });
        return games;
    }
    case 20:
        return ReadPushKey{};
    case 21:
        return PushSubscribe{{"https://" + std::string(static_cast<std::size_t>(range(0, 992)),
                                                       static_cast<char>(range('!', '~'))),
                              bytes<65>(), bytes<16>()}};
    case 22:
        return PushUnsubscribe{};
    case 24:
        return Enter{bytes<32>(), toss() ? decltype(Enter::with)(text(64)) : bytes<32>()};
    case 23:
        return SetChat{any(ChatFrom::Nobody)};
    case 17:
        return TakeOver{bytes<32>(), bytes<32>()};
    case 18:
        return MoveSeat{};
    case 16:
        return ReadInvitation{text(6), maybe(some_text)};
    case 15:
        return toss() ? Remove{seat()} : Remove{static_cast<SpectatorNumber>(whole())};
    default:
        return Ping{};
    }
}

Request RandomMessages::request() {
    return {static_cast<std::uint64_t>(whole()), request_body()};
}

} // namespace jaipur::test
