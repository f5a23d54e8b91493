// What went wrong, and what to do instead.
#include "client/console/safe_text.hpp"
#include "client/console/words/words.hpp"
#include "protocol/close_code.hpp"

namespace jaipur::client::words {

using std::to_string;

namespace {

using enum protocol::ErrorCode;

std::string range(protocol::Bounds bounds) {
    return to_string(bounds.min) + " to " + to_string(bounds.max);
}

} // namespace

// A switch, so that the compiler reports an error code without a text.
std::string error(protocol::ErrorCode code, Purpose purpose) {
    const bool guesses = purpose == Purpose::Joining || purpose == Purpose::Watching;
    switch (code) {
    case BadJson:
    case BadRequest:
        return "The server rejected that. If you set an option, check its range.";
    case UnknownType:
        return "The server doesn't know that request. It may be older than this program.";
    case RateLimited:
        return guesses ? "Too many wrong codes or passwords from you or your network. "
                         "Try again in ten minutes."
                       : "Too many requests. Wait a moment and try again.";
    case ServerFull:
        return "The server is full. Try again later.";
    case ShuttingDown:
        return "The server is shutting down and opens no more rooms. Try again in a minute.";
    case StorageFull:
        return "The server can't store anything now, so nothing has changed. Try again later.";
    case NoSuchRoom: // the server doesn't say which of these it is
        return purpose == Purpose::Joining ? "No such room, or wrong password. Check both."
               : purpose == Purpose::Watching
                   ? "No such room, wrong password, or spectators aren't allowed."
                   : "No such room. Check its code.";
    case RoomFull:
        return "That room is full. You may be able to watch it instead.";
    case BadToken:
        return "The server no longer knows that seat. Join again or open a new room.";
    case NotInRoom:
        return std::string(not_in_a_room) + " Open, join or watch one first.";
    case AlreadyInRoom:
        return "You are already in a room. Leave it first.";
    case NotAPlayer:
        return "Only players can do that. You are watching.";
    case NotOwner:
        return "Only the owner of the room can do that: the player who was here first.";
    case BadName:
        return "You can't use that name. Use " + range(protocol::name_bounds) +
               " ordinary characters.";
    case BadText:
        return "You can't send that text. Use " + range(protocol::chat_bounds) +
               " ordinary characters.";
    case BadReveal:
        return "The server rejected this program's part of the shuffle.";
    case BadCommit:
        return "The server rejected this program's part of the shuffle. Get ready again.";
    case NotPlaying:
        return "You can't do that at this point of the match.";
    case NotYourTurn:
        return "It isn't your turn. Wait for your opponent's move.";
    case StalePly:
        return "The game has moved on, so nothing was played. Look at the market again.";
    case CannotClaim:
        return "You can't claim the win: your opponent still has time.";
    case NotInMarket:
        return "Those cards aren't in the market. Camels are only taken all together.";
    case NoCamels:
        return "There are no camels in the market.";
    case ExchangeTooSmall:
        return "An exchange needs at least two cards. To get one card, take it.";
    case ExchangeUnequal:
        return "In an exchange you give as many cards as you take.";
    case ExchangeTakesCamel:
        return "You can't take camels in an exchange. Take all the camels instead.";
    case ExchangeSameGood:
        return "You can't give and take the same goods in one exchange.";
    case HandLimit:
        return purpose == Purpose::Taking ? "Your hand is full: " + to_string(hand_limit) +
                                                " cards. Sell or exchange first."
                                          : "Your hand holds at most " + to_string(hand_limit) +
                                                " cards: sell first, or give goods, not camels.";
    case NotInHand:
        return "You don't have that many of these cards. Look at your hand.";
    case HerdTooSmall:
        return "You don't have that many camels. Look at your herd.";
    case SaleTooSmall:
        return "You must sell at least two diamonds, gold or silver at a time.";
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
                                 : "If it has a password, type: " + safe(line) + " password WORD.";
}

std::string closed(std::uint16_t code, std::string_view reason) {
    using enum protocol::CloseCode;
    switch (protocol::CloseCode{code}) {
    case Normal:
    case GoingAway:
        return "The server closed the connection.";
    case ProtocolError:
    case BinaryFrame:
    case InvalidText:
    case TooBig:
        return "The server closed the connection: it didn't understand this program.";
    case PolicyViolation:
        return "The server closed the connection: too many requests.";
    case ServiceRestart:
        return "The server is restarting or was stopped.";
    case Replaced:
        return "You continued this game somewhere else.";
    case TooSlow:
        return "The server closed the connection: it was too slow.";
    case Removed:
        return "The owner of the room removed you.";
    case InternalError:
    default: // no code, or an unknown one
        return reason.empty() ? "Connection lost." : "Connection lost: " + safe(reason, 120) + ".";
    }
}

std::string declined(unsigned status) {
    const std::string answer = " (HTTP " + to_string(status) + ")";
    return status == 429   ? "there are too many connections from your network" + answer
           : status == 503 ? "the server is full" + answer
                           : "it answered HTTP " + to_string(status);
}

} // namespace jaipur::client::words
