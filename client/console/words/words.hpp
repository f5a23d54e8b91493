// The game and its surroundings in short plain English: what both faces write, and what a screen
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

namespace jaipur::client {

// Who sits where, and which of them is "you".
struct Cast {
    PerSeat<std::string> names;
    std::optional<Seat> you;

    // "you" or the name; at the beginning of a sentence "You".
    std::string name(Seat seat) const;
    std::string begin(Seat seat) const;
};

Cast cast_of(const Model& model);

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
std::string cards_in_words(const std::vector<Card>& cards);

template <class Cards>
std::string cards_in_words(const Cards& cards) {
    return cards_in_words(std::vector<Card>(cards.begin(), cards.end()));
}

std::string rupees_in_words(int value);    // "1 rupee", "2 rupees"
std::string tier_in_words(BonusTier tier); // "three cards"
// "4:05"; "1:02:03" from an hour on
std::string clock_in_words(std::chrono::milliseconds time);
// "300+5": five minutes and five seconds an action
std::string clock_in_words(const protocol::ClockOptions& clock);

// ---- the table
// "Market: cloth, leather, leather, silver, diamond."
std::string market_in_words(const protocol::View& view);
// "Your hand: 2 cloth and leather. Your herd: 3 camels." For a seat that cannot be looked into,
// how many cards it holds.
std::string hand_in_words(const protocol::View& view, Seat seat, const Cast& cast);
// A line for each pile of goods tokens and one for the bonus tokens.
std::vector<std::string> piles_in_words(const protocol::View& view);
// What a trader has taken: seals, goods tokens, bonus tokens, and what is known of their worth.
std::vector<std::string> score_in_words(const protocol::View& view, Seat seat, const Cast& cast);
// Whose turn it is, or what everybody waits for.
std::string turn_in_words(const Model& model);
// What the player to act may do, as commands of the plain face.
std::string legal_in_words(const protocol::Legal& legal);

// ---- what happens
LogLine event_in_words(const protocol::ObservedEvent& event, const Cast& cast);
// What changed in a room between two pushes; without a push before, who is there.
std::vector<LogLine> room_changes_in_words(const std::optional<protocol::RoomInfo>& before,
                                           const protocol::RoomInfo& after,
                                           std::optional<Seat> you);
LogLine chat_in_words(const protocol::Chat& chat, std::optional<Seat> you);
// A round that has ended, everything laid open; `number` counts from 1. `view` is one in which
// that round lies open still (round_over or match_over), or any other for the bare result. Its
// winner is a line of the game, all else an account.
std::vector<LogLine> round_in_words(const RoundResult& round, int number,
                                    const protocol::View& view, const Cast& cast);
std::string match_in_words(const MatchResult& result, const protocol::View& view, const Cast& cast);
// The command with the match's id in the place of MATCH.
std::string with_match(std::string command, std::string_view match_id);

// ---- rooms
std::string options_in_words(const protocol::RoomOptions& options);
std::string listing_in_words(const protocol::RoomListing& listing);

// What to tell a friend while a seat is free, and whether others can get there at all.
std::string invitation_in_words(const Model& model);
// Why nobody on another computer reaches such a server; empty where they may.
std::string out_of_reach_in_words(std::string_view server);
// The newest seat that is kept, or the one in a room whose code was typed.
std::optional<KeptSeat> kept_seat(const Model& model, const std::optional<std::string>& room);
inline constexpr std::string_view no_such_seat = "There is no such seat of yours on this server.";

// ---- what goes wrong
// What was asked, where the same error means something else for it.
enum class Purpose : std::uint8_t { Any, Joining, Watching, Taking };
Purpose purpose_of(const protocol::RequestBody& request);
// What is wrong and what to do instead.
std::string error_in_words(const protocol::Error& error, Purpose purpose = Purpose::Any);
// Why a line broke, by WebSocket close code (0: none was given) and what the network says.
std::string close_in_words(std::uint16_t code, std::string_view reason);

} // namespace jaipur::client
