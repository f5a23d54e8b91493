// What went wrong, and what to do instead.
#include "client/console/safe_text.hpp"
#include "client/console/words/words.hpp"

namespace jaipur::client::words {

namespace {

std::string_view advice(protocol::ErrorCode code) {
    using protocol::ErrorCode;
    switch (code) {
    case ErrorCode::BadJson:
    case ErrorCode::BadRequest:
        return "The server did not accept that. If you set an option, check its range.";
    case ErrorCode::UnknownType:
        return "The server does not know that request. It may be older than this program.";
    case ErrorCode::RateLimited:
        return "That was too much for the server from you or your network. Wait a moment and try "
               "again.";
    case ErrorCode::ServerFull:
        return "The server is full. Try again later.";
    case ErrorCode::ShuttingDown:
        return "The server is stopping and opens no more rooms. Try again in a minute.";
    case ErrorCode::StorageFull:
        return "The server cannot store anything right now, so nothing has changed. Try again "
               "later.";
    case ErrorCode::NoSuchRoom:
        return "There is no such room. Check the code of six characters.";
    case ErrorCode::RoomFull:
        return "That room is full. You may be able to watch it instead.";
    case ErrorCode::BadToken:
        return "The server does not know that seat any more. Join again or open a new room.";
    case ErrorCode::NotInRoom:
        return "You are in no room. Open one, join one or watch one first.";
    case ErrorCode::AlreadyInRoom:
        return "You are in a room already. Leave it first.";
    case ErrorCode::NotAPlayer:
        return "Only the players can do that. You are watching.";
    case ErrorCode::BadName:
        return "That name cannot be used. Take 1 to 20 ordinary characters.";
    case ErrorCode::BadText:
        return "That text cannot be sent. Take 1 to 200 ordinary characters.";
    case ErrorCode::BadReveal:
        return "The server did not accept this program's part in the shuffle.";
    case ErrorCode::BadCommit:
        return "The server did not accept this program's part in the shuffle. Be ready once more.";
    case ErrorCode::NotPlaying:
        return "That cannot be done at this moment of the match.";
    case ErrorCode::NotYourTurn:
        return "It is not your turn. Wait until the other player has played.";
    case ErrorCode::StalePly:
        return "The game has moved on meanwhile, so nothing was played. Look at the market again.";
    case ErrorCode::CannotClaim:
        return "The win cannot be claimed: the other player is here or has time left to come back.";
    case ErrorCode::NotInMarket:
        return "The market does not have that, or not as many of it. Look at the market and choose "
               "again; camels are only taken all together.";
    case ErrorCode::NoCamels:
        return "There are no camels in the market. Do something else.";
    case ErrorCode::ExchangeTooSmall:
        return "An exchange needs at least two cards. To get one card, take it.";
    case ErrorCode::ExchangeUnequal:
        return "In an exchange you give as many cards as you take.";
    case ErrorCode::ExchangeTakesCamel:
        return "Camels cannot be taken in an exchange. Take all the camels, as an action of its "
               "own.";
    case ErrorCode::ExchangeSameGood:
        return "In an exchange, no kind of goods can be both taken and given.";
    case ErrorCode::HandLimit:
        return "You would hold more than seven cards. Sell something first, or give goods instead "
               "of camels.";
    case ErrorCode::NotInHand:
        return "You do not hold that many of these cards. Look at your hand.";
    case ErrorCode::HerdTooSmall:
        return "You do not have that many camels. Look at your hand.";
    case ErrorCode::SaleTooSmall:
        return "A sale needs at least one card, and at least two of diamond, gold or silver.";
    }
    return "The server refused that.";
}

// The server does not tell a missing room from a wrong password.
std::string_view advice(protocol::ErrorCode code, Purpose purpose) {
    using protocol::ErrorCode;
    const bool entering = purpose == Purpose::Joining || purpose == Purpose::Watching;
    if (entering && code == ErrorCode::RateLimited)
        return "Too many wrong codes or passwords came from you or your network: the server takes "
               "no more of them for up to ten minutes. Try again then.";
    if (purpose == Purpose::Taking && code == ErrorCode::HandLimit)
        return "You hold seven cards, and no more fit into your hand. Sell or exchange first.";
    if (purpose == Purpose::Joining && code == ErrorCode::NoSuchRoom)
        return "There is no such room, or it wants another password. Check both.";
    if (purpose == Purpose::Watching && code == ErrorCode::NoSuchRoom)
        return "There is no such room, or it wants another password, or none may watch it.";
    return advice(code);
}

} // namespace

// The number of the broken rule would mean nothing to people.
std::string error(const protocol::Error& error, Purpose purpose) {
    return std::string(advice(error.code, purpose));
}

std::string closed(std::uint16_t code, std::string_view reason) {
    switch (code) {
    case 1000:
    case 1001:
        return "The server closed the line.";
    case 1002:
    case 1003:
    case 1007:
    case 1009:
        return "The server did not understand this program and closed the line.";
    case 1008:
        return "The server closed the line, as too much was sent to it.";
    case 1012:
        return "The server was stopped or is being restarted; trying to come back.";
    case 4001:
        return "Your seat was taken over from another place.";
    case 4002:
        return "The line was too slow for the server.";
    default:
        break;
    }
    if (reason.empty())
        return "The line to the server broke.";
    return "The line to the server broke: " + safe(reason, 120) + ".";
}

std::string declined(unsigned status) {
    const std::string said = " (HTTP " + std::to_string(status) + ")";
    switch (status) {
    case 429:
        return "there are too many connections from your network" + said;
    case 503:
        return "the server is full" + said;
    default:
        return "it answered HTTP " + std::to_string(status);
    }
}

} // namespace jaipur::client::words
