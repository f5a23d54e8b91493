// Rooms: what is agreed in them, and what everyone is waiting for.
#include "client/console/translation.hpp"
#include "client/console/words/words.hpp"

namespace jaipur::client::words {

std::string first_to(int seals) {
    return n_("first to {0}", "first to {0}", seals);
}

std::string seals_to_win(const protocol::RoomOptions& options) {
    return n_("First to {0} seal", "First to {0} seals", options.seals) + ".";
}

std::string turn_of(const std::string& name) {
    return _("It is {0}'s turn.", name);
}

std::string turn(const Model& model) {
    if (!model.room || !model.view)
        return not_in_a_room();
    const PlayerNames names = player_names(model);
    switch (model.view->phase) {
    case Phase::Waiting:
        if (!model.room->players[Seat::Zero] || !model.room->players[Seat::One])
            return _("Waiting for a second player.");
        return _("Waiting for both players to be ready.");
    case Phase::Playing:
        if (!model.view->turn)
            return "";
        return model.view->turn == names.you ? _("It is your turn.")
                                             : turn_of(names.of[*model.view->turn]);
    case Phase::RoundOver:
        return _("The round is over. The next one begins when both players are ready.");
    case Phase::MatchOver:
        return _("The match is over.");
    }
    return "";
}

std::string spectators_see(const protocol::RoomOptions& options) {
    switch (options.spectators) {
    case protocol::SpectatorMode::Public:
        return _("Spectators see only face-up cards.");
    case protocol::SpectatorMode::None:
        return _("No spectators.");
    case protocol::SpectatorMode::Open:
        break;
    }
    if (options.open_after == protocol::OpenAfter::Round)
        return _("Spectators see both hands after each round.");
    return offers_delay(options)
               ? _("Spectators see both hands {0} moves late if both players agree.", options.delay)
               : _("Spectators see both hands {0} moves late.", options.delay);
}

bool spectators_are_late(const protocol::RoomInfo& room) {
    const auto agreed = [&](Seat seat) { return room.players[seat] && room.players[seat]->agreed; };
    return room.options.spectators == protocol::SpectatorMode::Open &&
           (!room.options.open_after || (agreed(Seat::Zero) && agreed(Seat::One)));
}

std::string agreement(const protocol::RoomInfo& room) {
    if (!offers_delay(room.options))
        return {};
    return _(
        "Or type ready agree to let spectators see both hands {0} moves late in this match, if "
        "both players agree. An opponent who also watches could then know your exact hand.",
        room.options.delay);
}

namespace {

std::string kind_of_room(const protocol::RoomOptions& options) {
    if (options.has_password)
        return options.is_public ? _("A public room with a password.")
                                 : _("A private room with a password.");
    return options.is_public ? _("A public room.") : _("A private room.");
}

std::string clock_in_words(const protocol::ClockOptions& clock) {
    const std::string initial = duration(clock.initial);
    return clock.increment == 0 ? _("Clock: {0} for each player.", initial)
                                : _("Clock: {0} for each player, plus {1} for each move.", initial,
                                    duration(clock.increment));
}

// Who can lose for taking too long.
std::string time_limits(const protocol::RoomOptions& options) {
    const std::string patience = duration(patience_of(options)), grace = duration(options.grace);
    if (is_played_over_days(options))
        return _(
            "You can come and go: only a player who takes more than {0} for a move can lose by "
            "it.",
            patience);
    if (options.patience && !options.clock)
        return _("A player who is away for more than {0} in total, or takes more than {1} for a "
                 "move, can lose the match.",
                 grace, duration(*options.patience));
    return _("A player who is away for more than {0} in total can lose the match.", grace);
}

} // namespace

std::string options(const protocol::RoomOptions& options) {
    std::string result = kind_of_room(options) + " " + seals_to_win(options);
    if (options.clock)
        result += " " + clock_in_words(*options.clock);
    return result + " " + spectators_see(options) + " " + time_limits(options);
}

std::string listing(const protocol::RoomListing& listing) {
    const auto seat = [&](Seat at) { return listing.names[at].value_or(_("a free seat")); };
    std::string result =
        _("{0}: {1} and {2}", listing.room, seat(Seat::Zero), seat(Seat::One)) + ", " +
        first_to(listing.seals) + ", " +
        (listing.phase == Phase::Waiting ? p_("a room", "waiting") : p_("a room", "playing"));
    const auto add = [&](const std::string& words) { result += ", " + words; };
    if (listing.clock)
        add(_("clock {0}", words::clock(*listing.clock)));
    if (listing.has_password)
        add(_("with a password"));
    if (listing.spectator_mode == protocol::SpectatorMode::None)
        add(_("no spectators"));
    if (listing.spectator_mode == protocol::SpectatorMode::Open)
        add(_("spectators see both hands after each round"));
    if (listing.spectators > 0)
        add(_("watched by {0}", listing.spectators));
    return result + ".";
}

} // namespace jaipur::client::words
