// The game and its environment in short plain English: what both faces write, and what a screen
// reader reads. Pure. Texts of the server must have been made safe before they come here
// (`made_safe`), so that what comes out can be written to a terminal as it is.
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

// Who sits where, and which of them is "you".
struct PlayerNames {
    PerSeat<std::string> of;
    std::optional<Seat> you;

    // "you" or the name; at the beginning of a sentence "You".
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

std::string rupees(int value);    // "1 rupee", "2 rupees"
std::string tier(BonusTier tier); // "three cards"
// "4:05"; "1:02:03" from an hour on
std::string clock(std::chrono::milliseconds time);
// "300+5": five minutes and five seconds an action
std::string clock(const protocol::ClockOptions& clock);

// ---- the table
// "Market: cloth, leather, leather, silver, diamond."
std::string market(const protocol::View& view);
// "Your hand: 2 cloth and leather. Your herd: 3 camels." For a seat that cannot be looked into,
// how many cards it holds.
std::string hand(const protocol::View& view, Seat seat, const PlayerNames& names);
// A line for each pile of goods tokens and one for the bonus tokens.
std::vector<std::string> piles(const protocol::View& view);
// What a trader has taken: seals, goods tokens, bonus tokens, and what is known of their worth.
std::vector<std::string> score(const protocol::View& view, Seat seat, const PlayerNames& names);
// Whose turn it is, or what everybody waits for.
std::string turn(const Model& model);
// What the player to act may do, as commands of the plain frontend.
std::string legal(const LegalSummary& legal);

// ---- what happens
LogLine event(const protocol::ObservedEvent& event, const PlayerNames& names);
// What changed in a room between two pushes; without a push before, who is there.
std::vector<LogLine> room_changes(const std::optional<protocol::RoomInfo>& before,
                                  const protocol::RoomInfo& after, std::optional<Seat> you);
LogLine chat(const protocol::Chat& chat, std::optional<Seat> you);
// A round that has ended, everything laid open; `number` counts from 1. `view` is one in which
// that round lies open still (round_over or match_over), or any other for the bare result. Its
// winner is a line of the game, all else an account.
std::vector<LogLine> round(const RoundResult& round, int number, const protocol::View& view,
                           const PlayerNames& names);
std::string match(const MatchResult& result, const protocol::View& view, const PlayerNames& names);
// The command with the match's id in the place of MATCH.
std::string with_match(std::string command, std::string_view match_id);

// ---- rooms
std::string options(const protocol::RoomOptions& options);
std::string listing(const protocol::RoomListing& listing);

// What to tell a friend while a seat is free, and whether others can get there at all.
std::string invitation(const Model& model);
// Why nobody on another computer reaches such a server; empty where they may.
std::string out_of_reach(std::string_view server);
inline constexpr std::string_view no_such_seat = "There is no such seat of yours on this server.";

// ---- what goes wrong
// What was asked, where the same error means something else for it.
enum class Purpose : std::uint8_t { Any, Joining, Watching, Taking };
Purpose purpose_of(const protocol::RequestBody& request);
// What is wrong and what to do instead.
std::string error(const protocol::Error& error, Purpose purpose = Purpose::Any);
// Why a line broke, by WebSocket close code (0: none was given) and what the network says.
std::string closed(std::uint16_t code, std::string_view reason);

// Why the server refused a WebSocket, by the HTTP status of its answer; follows "It cannot be
// reached:".
std::string declined(unsigned status);

} // namespace jaipur::client::words
