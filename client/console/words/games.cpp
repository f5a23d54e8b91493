#include "client/console/words/games.hpp"

#include "client/console/safe_text.hpp"
#include "client/console/words/words.hpp"

#include <algorithm>
#include <limits>
#include <tuple>

namespace jaipur::client::words {

namespace {

using std::chrono::milliseconds;

bool is_my_turn(const protocol::Game& game) {
    return game.turn == game.seat;
}

std::string score(const protocol::Game& game) {
    return number_of(game.seals[game.seat], "seal") + " to " +
           std::to_string(game.seals[other(game.seat)]);
}

std::string playing(const protocol::Game& game, const std::string& opponent) {
    const std::string whose =
        is_my_turn(game) ? "your turn against " + opponent : opponent + "'s turn";
    std::string result = whose + ". " + score(game) + ".";
    if (game.move_in)
        result += *game.move_in > 0  ? " Time left: " + about(milliseconds(*game.move_in)) + "."
                  : is_my_turn(game) ? " The time is up: " + opponent + " can claim the win."
                                     : " The time is up: you can claim the win.";
    return result;
}

std::string over(const protocol::Game& game, const std::string& opponent) {
    if (!game.winner)
        return "the match against " + opponent + " was abandoned.";
    return (game.winner == game.seat ? "you won against " + opponent : opponent + " won") + ", " +
           score(game) + ".";
}

std::string situation(const protocol::Game& game) {
    const std::string opponent = game.opponent.value_or("an opponent who has left");
    switch (game.phase) {
    case Phase::Waiting:
        return game.opponent ? "the match against " + opponent + " hasn't begun yet."
                             : "waiting for a second player.";
    case Phase::Playing:
        return playing(game, opponent);
    case Phase::RoundOver:
        return "between rounds against " + opponent + ". " + score(game) + ".";
    case Phase::MatchOver:
        return over(game, opponent);
    }
    return "";
}

// Small is urgent.
std::tuple<int, std::int64_t> urgency(const protocol::Game& game) {
    const int kind = is_my_turn(game)                 ? 0
                     : game.phase == Phase::Playing   ? 1
                     : game.phase == Phase::RoundOver ? 2
                     : game.phase == Phase::Waiting   ? 3
                                                      : 4;
    return {kind, game.move_in.value_or(std::numeric_limits<std::int64_t>::max())};
}

} // namespace

std::string about(milliseconds time) {
    using namespace std::chrono;
    const auto seconds = duration_cast<std::chrono::seconds>(time).count();
    constexpr std::int64_t minute = 60, hour = 60 * minute, day = 24 * hour;
    for (const auto& [size, what] : {std::pair{day, "day"}, {hour, "hour"}, {minute, "minute"}})
        if (seconds >= 2 * size)
            return number_of((seconds + size / 2) / size, what);
    return number_of(std::max<std::int64_t>(seconds, 0), "second");
}

std::string game(const protocol::Game& game, std::int64_t now) {
    std::string result = "Room " + game.room + ": " + situation(game);
    if (game.last_move)
        result += " Last move: " + about(milliseconds(now - *game.last_move)) + " ago.";
    return result;
}

void sort_by_urgency(std::vector<protocol::Game>& games) {
    std::ranges::sort(
        games, {}, [](const protocol::Game& game) { return std::tuple(urgency(game), game.room); });
}

protocol::Game made_safe(protocol::Game game) {
    game.room = safe(game.room);
    game.name = safe(game.name);
    if (game.opponent)
        game.opponent = safe(*game.opponent);
    return game;
}

} // namespace jaipur::client::words
