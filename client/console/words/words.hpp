// The game in short plain English: what both frontends write, and what a screen reader reads. Pure.
// Pass texts of the server through `made_safe` first.
#pragma once

#include "client/console/model.hpp"
#include "common/card.hpp"
#include "common/turn.hpp"
#include "protocol/message.hpp"

#include <chrono>
#include <cstdint>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace jaipur::client {
struct ServerLink;
}

namespace jaipur::client::words {

// The names of both players, and which of them is "you".
struct PlayerNames {
    PerSeat<std::string> of;
    std::optional<Seat> you;
};

PlayerNames player_names(const Model& model);

// ---- texts of the server, made safe for a terminal; bots get their names in the user's language
protocol::RoomInfo made_safe(protocol::RoomInfo room);
protocol::RoomList made_safe(protocol::RoomList rooms);
protocol::Game made_safe(protocol::Game game);
protocol::Chat made_safe(protocol::Chat chat);
protocol::SpectatorList made_safe(protocol::SpectatorList list);

// ---- small words
// "a, b and c"
std::string listed(const std::vector<std::string>& items);

std::string seals(int count);  // "2 seals"
std::string rupees(int count); // "1 rupee"

std::string name(Card card);    // "cloth"
std::string title(Card card);   // "Cloth"
std::string kind(Card card);    // what several are called: "camels", "gold"
std::string none_of(Card card); // "no camels", as what somebody has
// What somebody takes or has: "a camel", "3 camels", "gold", "2 gold".
std::string counted(Card card, int count);
// "2 gold, silver and a camel": equal cards together
std::string cards(const std::vector<Card>& cards);

template <class Cards>
std::string cards(const Cards& cards) {
    return words::cards(std::vector<Card>(cards.begin(), cards.end()));
}

// The same for the goods of a hand, in a list.
std::string goods(const GoodCounts& counts);

// "7 + 7 + 5"
template <class Numbers>
std::string joined(const Numbers& numbers, std::string_view between) {
    std::string result;
    for (const int number : numbers)
        result += (result.empty() ? "" : std::string(between)) + std::to_string(number);
    return result;
}

// What these tokens are worth together: "5 + 3 = 8 rupees"
template <class Numbers>
std::string sum(const Numbers& numbers) {
    const int rupees = std::accumulate(numbers.begin(), numbers.end(), 0);
    return (numbers.size() > 1 ? joined(numbers, " + ") + " = " : "") + words::rupees(rupees);
}

// A trader's tokens of one good, in the order they were taken.
std::vector<int> token_values(const protocol::ObservedTrader& trader, Good good);
std::string goods_tokens(const protocol::ObservedTrader& trader); // "gold 6 6; spice 5"
std::string worth_of(const protocol::ObservedBonus& token);       // "8", or "hidden"
std::string tier(BonusTier tier);                                 // "three cards"

// What a trader's tokens are worth, as far as the view shows.
struct Wealth {
    int rupees = 0;
    int hidden = 0; // bonus tokens of unknown value
};

Wealth wealth(const protocol::ObservedTrader& trader);
// "4:05"; "1:02:03" from an hour on
std::string clock(std::chrono::milliseconds time);
// "30 seconds", "2 minutes"
std::string duration(std::int64_t seconds);
std::string size(int columns, int lines); // of a terminal: "80 × 24"
// "300+5": five minutes, and five seconds per move
std::string clock(const protocol::ClockOptions& clock);

// ---- the table
// "Market: cloth, leather, leather, silver, diamond."
std::string market(const protocol::View& view);
// The same, and " Deck: 40."
std::string market_and_deck(const protocol::View& view);
// "Your hand: 2 cloth and leather. Your herd: 3 camels." Only the number of cards for a hidden
// hand.
std::string hand(const protocol::View& view, Seat seat, const PlayerNames& names);
// One line for each pile of goods tokens, one each for the bonus tokens, the cards sold, the deck.
std::vector<std::string> piles(const protocol::View& view);
// "first to 2": the seals that win a match, in few words.
std::string first_to(int seals);
// "First to 2 seals."
std::string seals_to_win(const protocol::RoomOptions& options);
// "Seals: you 1, Ravi 0."
std::string seals(const protocol::View& view, const PlayerNames& names);
// A trader's seals, goods tokens, bonus tokens, and their known worth.
std::vector<std::string> score(const protocol::View& view, Seat seat, const PlayerNames& names);
// "It is Ravi's turn."
std::string turn_of(const std::string& name);
// Whose turn it is, or what everyone is waiting for.
std::string turn(const Model& model);
// The player's legal actions, as commands of plain mode.
std::string legal(const LegalSummary& legal);

// ---- time
// As exact as a player needs it: "45 seconds", "9 minutes", "3 days". What is begun counts.
std::string remaining(std::chrono::milliseconds left);
// Whether the player should know: a minute is left, or less than half of the time for a move.
bool is_low(const TimeLeft& left);
// "You have 30 seconds left on your clock." `name`: the opponent's, if it is their clock.
std::string time_warning(const TimeLeft& left, const std::string& name);
// How much a player has left: for the command `clock`.
std::string time_in_words(const TimeLeft& left, Seat seat, const PlayerNames& names);
// The next moment for a warning: so much will be left then. Nothing if there is none to come.
std::optional<std::chrono::milliseconds> next_warning(const TimeLeft& left);
// The first one in the last minute, whatever is left now. A bell rings with it, because a bell
// without words says little.
std::optional<std::chrono::milliseconds> first_low_warning(TimeLeft left);

// ---- what spectators see
// "Spectators see only face-up cards."
std::string spectators_see(const protocol::RoomOptions& options);
// Whether the players of this match agreed that spectators see both hands some moves late.
bool spectators_are_late(const protocol::RoomInfo& room);
// What a player can type to agree to that, and should know before; empty if the room offers no
// delay.
std::string agreement(const protocol::RoomInfo& room);

// For a spectator who writes.
std::string who_reads_spectators();

// ---- what happens
// Why a round or match ended, or would end by play: "three kinds of goods tokens are gone".
std::string end_reason(EndReason reason);
// A sentence about the end of a match: "Ravi resigned."
std::string outside_reason(EndReason reason, Seat loser, const PlayerNames& names);
// One line for an event, and the account of a finished round; `view` is the one that brought it.
// Nothing for a round that was cut short: the end of its match follows.
std::vector<LogLine> event(const protocol::ObservedEvent& event, const protocol::View& view,
                           const PlayerNames& names);
// What changed between two `room` messages; without the first, who is in the room.
std::vector<LogLine> room_changes(const std::optional<protocol::RoomInfo>& before,
                                  const protocol::RoomInfo& after, std::optional<Seat> you);
// What the server's operator tells everybody, as far as it is new.
std::vector<LogLine> notice_changes(const std::optional<protocol::Notice>& before,
                                    const std::optional<protocol::Notice>& after);
LogLine chat(const protocol::Chat& chat, std::optional<Seat> you);
// The result of a finished round, counted from 1. `view` may be any view of the match; while it
// shows that round's end, tokens and seals are added. The first line, why it ended and who won it,
// is Game, the others Account.
std::vector<LogLine> round(const RoundResult& round, int number, const protocol::View& view,
                           const PlayerNames& names);
std::string match(const MatchResult& result, const protocol::View& view, const PlayerNames& names);
// For the loser.
std::string kind_word();
// The command with the match's ID instead of MATCH.
std::string with_match(std::string command, std::string_view match_id);
// Where the command begins in a sentence that ends in "run:" and a command; nothing in others.
std::optional<std::size_t> command_in(std::string_view sentence);

// ---- rooms
std::string options(const protocol::RoomOptions& options);
std::string listing(const protocol::RoomListing& listing);

// Who may write in the chat: "only the players", and as a sentence.
std::string chat_from(protocol::ChatFrom from);
std::string chat_rule(protocol::ChatFrom from);
// "spectator 3, Mira"; "spectator 3" without a name
std::string spectator(const protocol::Spectator& spectator);
// "Remove spectator 3, Mira, from the room?"
std::string removal_question(const std::string& who);
std::string removal_is_final();
// What to tell a friend while a seat is free.
std::string invitation(const Model& model);

// How another person gets into the user's room.
struct WayIn {
    std::string command; // in a terminal
    std::string link;    // in a browser
};

// Both are empty if the server's address makes no sense.
WayIn way_in(const Model& model);

// How the user's seat moves to another device.
struct WayOut {
    std::string link;
    std::string what_to_do, how_long; // in words
};

// The link is empty if the server's address makes no sense.
WayOut way_out(const Model& model, const protocol::SeatKey& key);
// Why other computers can't reach this server; empty if they can.
std::string out_of_reach(std::string_view server);
// What is wrong with it: "A room code has six letters and digits …".
std::string wrong_room_code(std::string_view given);
// Why this program can't go where a link leads: it is connected to another server.
std::string elsewhere(std::string_view server);
// "K7QX2M" as "K 7 Q X 2 M", for screen readers.
std::string spelled(const std::string& code);
// How often this player held up the shuffle; empty if never.
std::string missed_reveals(const protocol::RoomPlayer& player, bool mine);
// "Your seats in rooms …": what the user can return to, in a sentence or two; empty if nothing.
std::vector<std::string> kept_seats(const std::vector<KeptSeat>& seats);
std::string no_such_seat();

std::string not_in_a_room();

// ---- what goes wrong
// Why this action isn't legal, with the cards and numbers: "There's no gold in the market."
std::string refusal(const Turn& turn, const Action& action, const Refusal& refusal);
std::string you_have_no(Card card);
// "You can't give and take gold in the same exchange."
std::string same_good(Card card);
// The request, if an error means something else for it.
enum class Purpose : std::uint8_t { Any, Joining, Watching, Entering, Taking, MovingHere };
// What is wrong and what to do about it, without the rule's number, which means nothing to players.
std::string error(protocol::ErrorCode code, Purpose purpose = Purpose::Any);
// Why an invitation doesn't let this program into this server: it is to another one, or incomplete.
// Empty if it may.
std::string wrong_invitation(const ServerLink& link, std::string_view server);
std::string is_in();
// What the user is asked at the gate of a private server.
std::string gate_title(const Gate& gate);
std::vector<std::string> gate_lines(const Gate& gate);
std::string access_ended();
// For programs that nobody can type to.
std::string how_to_enter_server();
// What to type if a room wasn't found, and perhaps only for want of a password; empty if one was
// given.
std::string how_to_give_password(const protocol::RequestBody& request);
// Why a connection was lost, by WebSocket close code (0 without one) and the network's reason.
std::string closed(std::uint16_t code, std::string_view reason);

// Why the server refused a WebSocket, by the HTTP status of its answer; follows "Can't
// reach HOST:".
std::string declined(unsigned status);

} // namespace jaipur::client::words
