// What went wrong, and what to do instead.
#include "client/console/safe_text.hpp"
#include "client/console/translation.hpp"
#include "client/console/words/words.hpp"
#include "protocol/close_code.hpp"

namespace jaipur::client::words {

namespace {

using enum protocol::ErrorCode;

std::string range(protocol::Bounds bounds) {
    return _("{0} to {1}", bounds.min, bounds.max);
}

} // namespace

// A switch, so that the compiler reports an error code without a text.
std::string error(protocol::ErrorCode code, Purpose purpose) {
    const bool guesses =
        purpose == Purpose::Joining || purpose == Purpose::Watching || purpose == Purpose::Entering;
    switch (code) {
    case BadJson:
    case BadRequest:
        return _("The server rejected that. If you set an option, check its range.");
    case UnknownType:
        return _("The server doesn't know that request. It may be older than this program.");
    case RateLimited:
        return guesses
                   ? _("Too many wrong codes or passwords from you or your network. Try again in "
                       "ten minutes.")
                   : _("Too many requests. Wait a moment and try again.");
    case ServerFull:
        return _("The server is full. Try again later.");
    case ShuttingDown:
        return _("The server is shutting down and opens no more rooms. Try again in a minute.");
    case StorageFull:
        return _("The server can't store anything now, so nothing has changed. Try again later.");
    case NoSuchRoom: // the server doesn't say which of these it is
        return purpose == Purpose::Joining ? _("No such room, or wrong password. Check both.")
               : purpose == Purpose::Watching
                   ? _("No such room, wrong password, or spectators aren't allowed.")
                   : _("No such room. Check its code.");
    case RoomFull:
        return _("That room is full. You may be able to watch it instead.");
    case BadToken:
        return purpose == Purpose::MovingHere
                   ? _("This link no longer works. It works only once, and not for long. Make a "
                       "new one on the device where you are playing.")
                   : _("The server no longer knows that seat. Join again or open a new room.");
    case ServerLocked:
        return _("This server is private. You need its password or an invitation.");
    case WrongPassword:
        return _("Wrong server password. Check it and try again.");
    case InvitationOver:
        return purpose == Purpose::Entering
                   ? _("This invitation no longer works. It has expired, was already used or was "
                       "withdrawn, or part of the link is missing. Ask the person who sent it for "
                       "a new one.")
                   : _("This invitation no longer works. Ask for a new one.");
    case NotInRoom:
        return not_in_a_room() + " " + _("Open, join or watch one first.");
    case AlreadyInRoom:
        return _("You are already in a room. Leave it first.");
    case NotAPlayer:
        return _("Only players can do that. You are watching.");
    case NotOwner:
        return _("Only the owner of the room can do that: the player who was here first.");
    case BadName:
        return _("You can't use that name. Use {0} ordinary characters.",
                 range(protocol::name_bounds));
    case BadText:
        return _("You can't send that text. Use {0} ordinary characters.",
                 range(protocol::chat_bounds));
    case ChatOff:
        return _("The room's owner doesn't let you chat.");
    case BadReveal:
        return _("The server rejected this program's part of the shuffle.");
    case BadCommit:
        return _("The server rejected this program's part of the shuffle. Get ready again.");
    case NotPlaying:
        return _("You can't do that at this point of the match.");
    case NotYourTurn:
        return _("It isn't your turn. Wait for your opponent's move.");
    case StalePly:
        return _("The game has moved on, so nothing was played. Look at the market again.");
    case CannotClaim:
        return _("You can't claim the win: your opponent still has time.");
    case NotInMarket:
        return _("Those cards aren't in the market. Camels are only taken all together.");
    case NoCamels:
        return _("There are no camels in the market.");
    case ExchangeTooSmall:
        return _("An exchange needs at least two cards. To get one card, take it.");
    case ExchangeUnequal:
        return _("In an exchange you give as many cards as you take.");
    case ExchangeTakesCamel:
        return _("You can't take camels in an exchange. Take all the camels instead.");
    case ExchangeSameGood:
        return _("You can't give and take the same goods in one exchange.");
    case HandLimit:
        return purpose == Purpose::Taking
                   ? _("Your hand is full: {0} cards. Sell or exchange first.", hand_limit)
                   : _("Your hand holds at most {0} cards: sell first, or give goods, not camels.",
                       hand_limit);
    case NotInHand:
        return _("You don't have that many of these cards. Look at your hand.");
    case HerdTooSmall:
        return _("You don't have that many camels. Look at your herd.");
    case SaleTooSmall:
        return _("You must sell at least two diamonds, gold or silver at a time.");
    }
    return {};
}

std::string how_to_give_password(const protocol::RequestBody& request) {
    const auto* join = protocol::as<protocol::JoinRoom>(request);
    const auto* spectate = protocol::as<protocol::Spectate>(request);
    const std::string line = join       ? "join " + join->room
                             : spectate ? "watch " + spectate->room
                                        : "";
    const bool given = (join && join->password) || (spectate && spectate->password);
    return line.empty() || given ? ""
                                 : _("If it has a password, type: {0} password WORD.", safe(line));
}

std::string closed(std::uint16_t code, std::string_view reason) {
    using enum protocol::CloseCode;
    switch (protocol::CloseCode{code}) {
    case Normal:
    case GoingAway:
        return _("The server closed the connection.");
    case ProtocolError:
    case BinaryFrame:
    case InvalidText:
    case TooBig:
        return _("The server closed the connection: it didn't understand this program.");
    case PolicyViolation:
        return _("The server closed the connection: too many requests.");
    case ServiceRestart:
        return _("The server is restarting or was stopped.");
    case Replaced:
        return _("You continued this game somewhere else.");
    case TooSlow:
        return _("The server closed the connection: it was too slow.");
    case Removed:
        return _("The room's owner or the server's operator removed you.");
    case InternalError:
    default: // no code, or an unknown one
        return reason.empty() ? _("Connection lost.")
                              : _("Connection lost: {0}.", safe(reason, 120));
    }
}

std::string declined(unsigned status) {
    return status == 429 ? _("there are too many connections from your network (HTTP {0})", status)
           : status == 503 ? _("the server is full (HTTP {0})", status)
                           : _("it answered HTTP {0}", status);
}

} // namespace jaipur::client::words
