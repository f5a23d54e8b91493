// What a typed line means: the commands of plain mode, and the options of a new room, which the
// command line shares. Pure; it does not know whether a command makes sense now.
#pragma once

#include "common/action.hpp"
#include "common/result.hpp"
#include "protocol/message.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace jaipur::client::command {

// ---- what a line can mean
struct Play {
    Action action;
};

struct SellAll { // as many of a good as the hand holds
    Good good{};
};

enum class Topic : std::uint8_t {
    Everything,
    Hand,
    Market,
    Score,
    Tokens,
    Log,
    Who,
    Clock,
    Shuffle,
    Moves, // what the player can do now
    Room,
    Round,
    Seals,
};

struct Show {
    Topic what{};
    int lines = 10; // of the log
};

struct Help {
    std::string topic; // empty: the list of commands
};

// ---- the ways into a room; `request` builds the request for a player called `name`
struct New {
    protocol::CreateOptions options;

    protocol::CreateRoom request(const std::string& name) const { return {name, options}; }
};

struct Join {
    std::string room;                       // empty: not said
    std::optional<std::string> password;    // empty text: there is one, but it wasn't said
    std::optional<std::string> server = {}; // "HOST:PORT", if the user named one

    protocol::JoinRoom request(const std::string& name) const { return {room, name, password}; }
};

struct MoveHere { // the user's seat, with its link
    protocol::Secret key{};
    std::string room;
    std::optional<std::string> server = {}; // "HOST:PORT", if the user named one

    protocol::TakeOver request(const std::string& /*name*/) const { return {key, {}}; }
};

struct Watch {
    std::string room;                       // empty: not said
    std::optional<std::string> password;    // empty text: there is one, but it wasn't said
    std::optional<std::string> server = {}; // "HOST:PORT", if the user named one

    protocol::Spectate request(const std::string& name) const { return {room, name, password}; }
};

struct Quick {
    std::optional<protocol::ClockOptions> clock;

    protocol::QuickMatch request(const std::string& name) const { return {name, clock}; }
};

// ---- the rest

enum class Page : std::uint8_t { First, Next };

struct Rooms {
    Page page{};
};

struct Say {
    std::string text;
};

struct Name {
    std::string name; // empty: show the current name
};

struct Resume {
    std::optional<std::string> room; // none: the newest
};

struct EnterServer {
    std::string link; // an invitation; empty: ask for the password
};

struct Remove {
    std::string target; // "guest", a name, or a spectator's number
};

struct Writers { // who may write in the chat; nothing: only asks who may
    std::optional<protocol::ChatFrom> from;
};

struct OtherDevice { // a link that moves the user's seat there
    enum class As : std::uint8_t { Text, Qr } as{};
};

struct Forget {
    std::optional<std::string> room; // none: the newest
};

enum class Simple : std::uint8_t {
    Ready,
    ReadyAndAgree, // to the spectator delay
    Rematch,
    Level, // another match against the bot, at the level that is offered
    Resign,
    Claim,
    Spectators, // list them
    Leave,
    Quit,
    Yes,
    No,
    Wait, // read no further command until it is the player's turn
    Reconnect,
    Copy,    // the link to the room
    Qr,      // the same as a QR code
    Nothing, // an empty line
};

using Command =
    std::variant<Play, SellAll, Show, Help, New, Join, MoveHere, Watch, Quick, Rooms, Say, Name,
                 Resume, Forget, EnterServer, Remove, Writers, OtherDevice, Simple>;

// Why a line was not understood and what to type instead; safe to show.
struct ParseError {
    std::string text;
};

Result<Command, ParseError> parse(std::string_view line);

// The first words of all commands, and the one that a word, its beginning or an alias means.
std::vector<std::string_view> all_verbs();
std::optional<std::string_view> verb_named(std::string_view word);

// A card by its name, plural, abbreviation or any unambiguous prefix, in English or the user's
// language.
std::optional<Card> parse_card(std::string_view word);

// ---- options of a new room, as they are typed after `new` and given on the command line
struct RoomOption {
    std::string_view word;  // "seals"
    std::string_view value; // what follows it: "N"; empty: nothing
    std::string help;
    std::string expected; // "a number from 1 to 3"
    std::string initial;  // the default value; often empty
    std::function<bool(protocol::CreateOptions&, const std::string& value)> set; // false: bad value
};

const std::vector<RoomOption>& room_options();
// Null if there is no such option.
const RoomOption* room_option(std::string_view word);
// A room can't have both.
std::string clock_or_patience();
// "everyone", "players" or "nobody"
std::optional<protocol::ChatFrom> parse_chat_from(std::string_view text);
// "300+5" or "300"
std::optional<protocol::ClockOptions> parse_clock(std::string_view text);
// Seconds: "90", "90s", "10m", "2h", "3d"
std::optional<int> parse_duration(std::string_view text);
// Reads one option ("seals 1") from `words` at `at` and moves `at` past it. The error says what
// was expected.
std::optional<ParseError> read_option(const std::vector<std::string>& words, std::size_t& at,
                                      protocol::CreateOptions& options);

// ---- help, one topic per line
std::vector<std::string> help(std::string_view topic);

} // namespace jaipur::client::command
