// Rooms: what is agreed in them, and what everyone is waiting for.
#include "client/console/words/words.hpp"

namespace jaipur::client::words {

using std::to_string;

std::string seals_to_win(const protocol::RoomOptions& options) {
    return number_of(options.seals, "seal") +
           (options.seals == 1 ? " wins the match." : " win the match.");
}

std::string turn(const Model& model) {
    if (!model.room || !model.view)
        return std::string(not_in_a_room);
    const PlayerNames names = player_names(model);
    switch (model.view->phase) {
    case Phase::Waiting:
        if (!model.room->players[Seat::Zero] || !model.room->players[Seat::One])
            return "Waiting for a second player.";
        return "Waiting for both players to be ready.";
    case Phase::Playing:
        if (!model.view->turn)
            return "";
        return model.view->turn == names.you ? "It is your turn."
                                             : "It is " + names.of[*model.view->turn] + "'s turn.";
    case Phase::RoundOver:
        return "The round is over. The next one begins when both players are ready.";
    case Phase::MatchOver:
        return "The match is over.";
    }
    return "";
}

std::string spectators_see(const protocol::RoomOptions& options) {
    switch (options.spectators) {
    case protocol::SpectatorMode::Public:
        return "Spectators see only face-up cards.";
    case protocol::SpectatorMode::None:
        return "No spectators.";
    case protocol::SpectatorMode::Open:
        break;
    }
    if (options.open_after == protocol::OpenAfter::Round)
        return "Spectators see both hands after each round.";
    return "Spectators see both hands " + to_string(options.delay) + " moves late" +
           (offers_delay(options) ? " if both players agree." : ".");
}

bool spectators_are_late(const protocol::RoomInfo& room) {
    const auto agreed = [&](Seat seat) { return room.players[seat] && room.players[seat]->agreed; };
    return room.options.spectators == protocol::SpectatorMode::Open &&
           (!room.options.open_after || (agreed(Seat::Zero) && agreed(Seat::One)));
}

std::string agreement(const protocol::RoomInfo& room) {
    if (!offers_delay(room.options))
        return {};
    return "Or type ready agree to let spectators see both hands " + to_string(room.options.delay) +
           " moves late in this match, if both players agree. An opponent who also watches could "
           "then know your exact hand.";
}

std::string options(const protocol::RoomOptions& options) {
    std::string result = options.is_public ? "A public room" : "A private room";
    if (options.has_password)
        result += " with a password";
    result += ". " + number_of(options.seals, "seal") + (options.seals == 1 ? " wins." : " win.");
    if (options.clock)
        result += " Clock: " + words::clock(*options.clock) + " seconds.";
    result += " " + spectators_see(options);
    if (is_played_over_days(options))
        return result + " You can come and go: only a player who takes more than " +
               duration(patience_of(options)) + " for a move can lose by it.";
    result += " A player who is away for more than " + duration(options.grace) + " in total";
    if (options.patience && !options.clock)
        result += ", or takes more than " + duration(*options.patience) + " for a move,";
    return result + " can lose the match.";
}

std::string listing(const protocol::RoomListing& listing) {
    const auto seat = [&](Seat at) { return listing.names[at].value_or("a free seat"); };
    std::string result = listing.room + ": " + seat(Seat::Zero) + " and " + seat(Seat::One);
    result += listing.phase == Phase::Waiting ? ", waiting" : ", playing";
    result += ", " + number_of(listing.seals, "seal");
    if (listing.clock)
        result += ", clock " + words::clock(*listing.clock);
    if (listing.has_password)
        result += ", with a password";
    if (listing.spectator_mode == protocol::SpectatorMode::None)
        result += ", no spectators";
    if (listing.spectator_mode == protocol::SpectatorMode::Open)
        result += ", spectators see both hands after each round";
    if (listing.spectators > 0)
        result += ", watched by " + to_string(listing.spectators);
    return result + ".";
}

} // namespace jaipur::client::words
