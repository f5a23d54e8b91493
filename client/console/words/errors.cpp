// What went wrong, and what to do instead.
#include "client/console/safe_text.hpp"
#include "client/console/words/words.hpp"

#include <algorithm>

namespace jaipur::client::words {

using std::to_string;

namespace {

using enum protocol::ErrorCode;

std::string range(protocol::Bounds bounds) {
    return to_string(bounds.min) + " to " + to_string(bounds.max);
}

constexpr std::string_view too_many_guesses =
    "Too many wrong codes or passwords from you or your network. Try again in ten minutes.";

struct Advice {
    protocol::ErrorCode code;
    std::string text;
    Purpose purpose = Purpose::Any;
};

// The first row that fits is used.
const std::vector<Advice> advice{
    {RateLimited, std::string(too_many_guesses), Purpose::Joining},
    {RateLimited, std::string(too_many_guesses), Purpose::Watching},
    // The server doesn't say which.
    {NoSuchRoom, "No such room, or wrong password. Check both.", Purpose::Joining},
    {NoSuchRoom, "No such room, wrong password, or spectators aren't allowed.", Purpose::Watching},
    {HandLimit, "Your hand is full: " + to_string(hand_limit) + " cards. Sell or exchange first.",
     Purpose::Taking},

    {BadJson, "The server rejected that. If you set an option, check its range."},
    {BadRequest, "The server rejected that. If you set an option, check its range."},
    {UnknownType, "The server doesn't know that request. It may be older than this program."},
    {RateLimited, "Too many requests. Wait a moment and try again."},
    {ServerFull, "The server is full. Try again later."},
    {ShuttingDown, "The server is shutting down and opens no more rooms. Try again in a minute."},
    {StorageFull, "The server can't store anything now, so nothing has changed. Try again later."},
    {NoSuchRoom, "No such room. Check its code."},
    {RoomFull, "That room is full. You may be able to watch it instead."},
    {BadToken, "The server no longer knows that seat. Join again or open a new room."},
    {NotInRoom, "You aren't in a room. Open, join or watch one first."},
    {AlreadyInRoom, "You are already in a room. Leave it first."},
    {NotAPlayer, "Only players can do that. You are watching."},
    {BadName,
     "You can't use that name. Use " + range(protocol::name_bounds) + " ordinary characters."},
    {BadText,
     "You can't send that text. Use " + range(protocol::chat_bounds) + " ordinary characters."},
    {BadReveal, "The server rejected this program's part of the shuffle."},
    {BadCommit, "The server rejected this program's part of the shuffle. Get ready again."},
    {NotPlaying, "You can't do that at this point of the match."},
    {NotYourTurn, "It isn't your turn. Wait for your opponent's move."},
    {StalePly, "The game has moved on, so nothing was played. Look at the market again."},
    {CannotClaim, "You can't claim the win: your opponent is here or can still come back."},
    {NotInMarket, "Those cards aren't in the market. Camels are only taken all together."},
    {NoCamels, "There are no camels in the market."},
    {ExchangeTooSmall, "An exchange needs at least two cards. To get one card, take it."},
    {ExchangeUnequal, "In an exchange you give as many cards as you take."},
    {ExchangeTakesCamel, "You can't take camels in an exchange. Take all the camels instead."},
    {ExchangeSameGood, "You can't give and take the same goods in one exchange."},
    {HandLimit, "Your hand holds at most " + to_string(hand_limit) +
                    " cards: sell first, or give goods, not camels."},
    {NotInHand, "You don't have that many of these cards. Look at your hand."},
    {HerdTooSmall, "You don't have that many camels. Look at your herd."},
    {SaleTooSmall, "You must sell at least two diamonds, gold or silver at a time."},
};

} // namespace

// The number of the broken rule would mean nothing to people.
std::string error(const protocol::Error& error, Purpose purpose) {
    const auto found = std::ranges::find_if(advice, [&](const Advice& row) {
        return row.code == error.code && (row.purpose == Purpose::Any || row.purpose == purpose);
    });
    return found == advice.end() ? "The server refused that." : found->text;
}

std::string closed(std::uint16_t code, std::string_view reason) {
    switch (code) {
    case 1000:
    case 1001:
        return "The server closed the connection.";
    case 1002:
    case 1003:
    case 1007:
    case 1009:
        return "The server closed the connection: it didn't understand this program.";
    case 1008:
        return "The server closed the connection: too many requests.";
    case 1012:
        return "The server is restarting or was stopped.";
    case 4001:
        return "You continued this game somewhere else.";
    case 4002:
        return "The server closed the connection: it was too slow.";
    default:
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
