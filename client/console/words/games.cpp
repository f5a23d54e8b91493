#include "client/console/words/games.hpp"

#include "client/console/translation.hpp"
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
    return _("{0} to {1}", seals(game.seals[game.seat]), game.seals[other(game.seat)]);
}

std::string playing(const protocol::Game& game, const std::string& opponent) {
    std::string result =
        (is_my_turn(game) ? _("your turn against {0}.", opponent) : _("{0}'s turn.", opponent)) +
        " " + score(game) + ".";
    if (!game.move_in)
        return result;
    return result + " " +
           (*game.move_in > 0  ? _("Time left: {0}.", about(milliseconds(*game.move_in)))
            : is_my_turn(game) ? _("The time is up: {0} can claim the win.", opponent)
                               : _("The time is up: you can claim the win."));
}

std::string over(const protocol::Game& game, const std::string& opponent) {
    if (!game.winner)
        return _("the match against {0} was abandoned.", opponent);
    return game.winner == game.seat ? _("you won against {0}, {1}.", opponent, score(game))
                                    : _("{0} won, {1}.", opponent, score(game));
}

std::string situation(const protocol::Game& game) {
    const std::string opponent = game.opponent.value_or(_("an opponent who has left"));
    switch (game.phase) {
    case Phase::Waiting:
        return game.opponent ? _("the match against {0} hasn't begun yet.", opponent)
                             : _("waiting for a second player.");
    case Phase::Playing:
        return playing(game, opponent);
    case Phase::RoundOver:
        return _("between rounds against {0}. {1}.", opponent, score(game));
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

std::string game(const protocol::Game& game, std::int64_t now) {
    const std::string result = _("Room {0}: {1}", game.room, situation(game));
    return game.last_move
               ? result + " " + _("Last move: {0} ago.", about(milliseconds(now - *game.last_move)))
               : result;
}

void sort_by_urgency(std::vector<protocol::Game>& games) {
    std::ranges::sort(
        games, {}, [](const protocol::Game& game) { return std::tuple(urgency(game), game.room); });
}

} // namespace jaipur::client::words
