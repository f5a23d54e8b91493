// The game in short plain English: what both frontends write, and what a screen reader reads. Pure.
// Texts of the server must have been made safe (`made_safe`) before they come here.
#pragma once

#include "client/console/model.hpp"
#include "common/card.hpp"
#include "protocol/message.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace jaipur::client::words {

// The names of both players, and which of them is "you".
struct PlayerNames {
    PerSeat<std::string> of;
    std::optional<Seat> you;

    // "you" or the name; "You" at the beginning of a sentence.
    std::string name(Seat seat) const;
    std::string begin(Seat seat) const;
};

PlayerNames player_names(const Model& model);

// ---- texts of the server, made safe for a terminal
protocol::RoomInfo made_safe(protocol::RoomInfo room);
protocol::RoomList made_safe(protocol::RoomList rooms);
protocol::Chat made_safe(protocol::Chat chat);

// ---- small words
// "a, b and c"
std::string listed(const std::vector<std::string>& items);
// "a camel", "3 camels", "gold", "2 gold"
std::string counted(Card card, int count);
// "2 gold, silver and a camel": equal cards together
std::string cards(const std::vector<Card>& cards);

template <class Cards>
std::string cards(const Cards& cards) {
    return words::cards(std::vector<Card>(cards.begin(), cards.end()));
}

// The same for the goods of a hand.
std::string goods(const GoodCounts& counts);

// "7 + 7 + 5"
template <class Numbers>
std::string joined(const Numbers& numbers, std::string_view between) {
    std::string result;
    for (const int number : numbers)
        result += (result.empty() ? "" : std::string(between)) + std::to_string(number);
    return result;
}

// A trader's tokens of one good, in the order they were taken.
std::vector<int> token_values(const protocol::ObservedTrader& trader, Good good);
std::string rupees(int value);    // "1 rupee", "2 rupees"
std::string tier(BonusTier tier); // "three cards"
// "4:05"; "1:02:03" from an hour on
std::string clock(std::chrono::milliseconds time);
// "300+5": five minutes and five seconds an action
std::string clock(const protocol::ClockOptions& clock);

// ---- the table
// "Market: cloth, leather, leather, silver, diamond."
std::string market(const protocol::View& view);
// The same, and " Deck: 40."
std::string market_and_deck(const protocol::View& view);
// "Your hand: 2 cloth and leather. Your herd: 3 camels." Only the number of cards for a hidden
// hand.
std::string hand(const protocol::View& view, Seat seat, const PlayerNames& names);
// One line for each pile of goods tokens and one for the bonus tokens.
std::vector<std::string> piles(const protocol::View& view);
// A trader's seals, goods tokens, bonus tokens, and their known worth.
std::vector<std::string> score(const protocol::View& view, Seat seat, const PlayerNames& names);
// Whose turn it is, or what everybody waits for.
std::string turn(const Model& model);
// The player's legal actions, as commands of plain mode.
std::string legal(const LegalSummary& legal);

// ---- what happens
LogLine event(const protocol::ObservedEvent& event, const PlayerNames& names);
// What changed between two `room` messages; without the first, who is there.
std::vector<LogLine> room_changes(const std::optional<protocol::RoomInfo>& before,
                                  const protocol::RoomInfo& after, std::optional<Seat> you);
LogLine chat(const protocol::Chat& chat, std::optional<Seat> you);
// A finished round with everything open; `number` counts from 1. `view` may be any view of the
// match; it adds tokens and seals if that round is still open in it. The winner is a line of the
// game, the rest an account.
std::vector<LogLine> round(const RoundResult& round, int number, const protocol::View& view,
                           const PlayerNames& names);
std::string match(const MatchResult& result, const protocol::View& view, const PlayerNames& names);
// The command with the match's id instead of MATCH.
std::string with_match(std::string command, std::string_view match_id);

// ---- rooms
std::string options(const protocol::RoomOptions& options);
std::string listing(const protocol::RoomListing& listing);

// What to tell a friend while a seat is free.
std::string invitation(const Model& model);
// Why no other computer can reach such a server; empty if they may.
std::string out_of_reach(std::string_view server);
inline constexpr std::string_view no_such_seat = "There is no such seat of yours on this server.";

// ---- what goes wrong
// What was asked, if the same error means something else for it.
enum class Purpose : std::uint8_t { Any, Joining, Watching, Taking };
// What is wrong and what to do about it.
std::string error(const protocol::Error& error, Purpose purpose = Purpose::Any);
// Why a connection was lost, by WebSocket close code (0: none) and the network's reason.
std::string closed(std::uint16_t code, std::string_view reason);

// Why the server refused a WebSocket, by the HTTP status of its answer; follows "Can't
// reach HOST:".
std::string declined(unsigned status);

} // namespace jaipur::client::words
