// Help for the plain frontend, one topic per line.
#include "client/console/command/parts.hpp"
#include "client/console/short_rules.hpp"

#include <algorithm>
#include <array>

namespace jaipur::client::command {

namespace {

using Lines = std::vector<std::string>;

struct VerbHelp {
    std::string_view verb, text;
};

// For each command, what it does.
constexpr std::array verb_help{
    VerbHelp{"take", "take gold, or t g: take one card from the market."},
    VerbHelp{"camels", "camels, or c: take all the camels of the market."},
    VerbHelp{"exchange", "exchange gold silver for camel leather, or x g s for cm l: take cards, "
                         "give as many."},
    VerbHelp{"sell", "sell 3 cloth, or s 3 c: sell goods of one kind. sell cloth: sell all your "
                     "cloth."},
    VerbHelp{"look", "look, or l: whose turn it is, both hands, and the market."},
    VerbHelp{"hand", "hand, or h: your hand and your camels."},
    VerbHelp{"market", "market, or m: the market and the number of cards in the deck."},
    VerbHelp{"score", "score: both players' seals and tokens, and what they are worth."},
    VerbHelp{"tokens", "tokens: the tokens that are left, and the cards in the deck."},
    VerbHelp{"moves", "moves: what you can do now."},
    VerbHelp{"room", "room: the room's code, its options, its owner, and the match ID."},
    VerbHelp{"round", "round: which round this is, and the seals."},
    VerbHelp{"seals", "seals: who has how many, and how many win the match."},
    VerbHelp{"log", "log: what happened lately. log 20: the last 20 lines."},
    VerbHelp{"who", "who: the players, the connection, and how many people watch."},
    VerbHelp{"clock", "clock, or time: the time that is left."},
    VerbHelp{"shuffle", "shuffle: was the deal fair?"},
    VerbHelp{"help", "help: all commands. help sell: what a command does. help rules: the rules in "
                     "brief."},
    VerbHelp{"ready", "ready: begin the match or its next round. ready agree: also agree to the "
                      "spectator delay."},
    VerbHelp{"rematch", "rematch: ask for another match."},
    VerbHelp{"resign", "resign: give up the match."},
    VerbHelp{"claim", "claim: win if your opponent was away too long, or takes too long for a "
                      "move."},
    VerbHelp{"say", "say TEXT: chat."},
    VerbHelp{"spectators", "spectators: who is watching."},
    VerbHelp{"remove", "remove guest, or remove NAME: for the owner of a room. They must leave and "
                       "can't come back."},
    VerbHelp{"leave", "leave: leave the room."},
    VerbHelp{"rooms", "rooms: list the public rooms."},
    VerbHelp{"new", "new: open a room for a friend. help options: the options of a room."},
    VerbHelp{"join", "join CODE: join a room. join CODE password WORD, if it has one. A link will "
                     "do, too."},
    VerbHelp{"watch", "watch CODE: watch a match."},
    VerbHelp{"quick", "quick: play the next available opponent. quick 300+5: with this clock."},
    VerbHelp{"bot", "bot: play against the computer."},
    VerbHelp{"name", "name NAME: change your name."},
    VerbHelp{"resume", "resume: return to a seat that you left. resume CODE: to the one in this "
                       "room."},
    VerbHelp{"forget", "forget: give up a seat that you left. forget CODE: the one in this room."},
    VerbHelp{"reconnect", "reconnect: reconnect now."},
    VerbHelp{"copy", "copy: put the link to the room on the clipboard."},
    VerbHelp{"qr", "qr: show the link to the room as a QR code."},
    VerbHelp{"wait", "wait: in a script, wait for your turn."},
    VerbHelp{"yes", "yes: do what you were asked about."},
    VerbHelp{"no", "no: don't do what you were asked about."},
    VerbHelp{"quit", "quit: end the program."},
};

std::string help_on_verb(std::string_view verb) {
    const auto found = std::ranges::find(verb_help, verb, &VerbHelp::verb);
    return found == verb_help.end() ? "" : std::string(found->text);
}

Lines help_on_verbs(std::initializer_list<std::string_view> which) {
    Lines lines;
    for (const std::string_view verb : which)
        lines.push_back(help_on_verb(verb));
    return lines;
}

Lines help_on_play() {
    return help_on_verbs({"take", "camels", "exchange", "sell"});
}

// Short, because a screen reader reads all of it.
Lines help_on_everything() {
    Lines lines = help_on_play();
    lines.insert(lines.begin(), "Commands for the game:");
    for (const char* line :
         {"look, hand, market, tokens, score, moves, round, seals, clock, log: hear how things "
          "stand.",
          "Commands for the match: ready, rematch, resign, claim, say, shuffle.",
          "Commands for rooms: bot, new, join, watch, quick, rooms, resume, forget, leave, room, "
          "who, spectators, remove, copy, qr.",
          "Others: name, reconnect, wait, quit.",
          "help and a command says what it does: help sell. You can shorten a command to any "
          "unique beginning.",
          "help rules: the rules in brief. help options: the options of a room. help cards: the "
          "cards and their short names.",
          "News may arrive while you type. Your text is kept and shown again after them. The arrow "
          "keys up and down bring back earlier lines."})
        lines.emplace_back(line);
    return lines;
}

Lines help_on_cards() {
    return {
        ("The goods, with their short names: diamond d, gold g, silver s, cloth c, spice p or sp, "
         "leather l."),
        "A camel is camel or cm.",
        "You can put numbers before them: exchange 2 gold for 2 camel.",
    };
}

Lines help_on_options() {
    Lines lines{"new: a private room with the usual rules. Options, in any order:"};
    for (const RoomOption& option : room_options())
        lines.push_back(std::string(option.word) + (option.value.empty() ? "" : " ") +
                        std::string(option.value) + ": " + option.help + ".");
    lines.emplace_back("bot: against the computer.");
    lines.emplace_back("For example: new public clock 300+5 seals 1.");
    return lines;
}

} // namespace

std::vector<std::string> help(std::string_view topic) {
    if (topic.empty())
        return help_on_everything();
    if (topic == "new" || topic == "options")
        return help_on_options();
    if (topic == "play" || topic == "actions")
        return help_on_play();
    if (const auto verb = verb_named(topic))
        return {help_on_verb(*verb)};
    if (begins("rules", topic))
        return short_rules();
    if (begins("cards", topic) || begins("goods", topic))
        return help_on_cards();
    return {"There is no help on " + quoted(topic) +
            ". Type help for all commands, or help and one of them: help sell."};
}

} // namespace jaipur::client::command
