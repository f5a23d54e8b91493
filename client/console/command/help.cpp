// Help for the plain frontend, one topic per line.
#include "client/console/command/parts.hpp"
#include "client/console/short_rules.hpp"
#include "client/console/translation.hpp"
#include "client/console/words/bots.hpp"

#include <algorithm>
#include <array>

namespace jaipur::client::command {

namespace {

using Lines = std::vector<std::string>;

struct VerbHelp {
    std::string_view verb;
    const char* text;
};

// For each command, what it does.
constexpr std::array verb_help{
    VerbHelp{"take", mark("take gold, or t g: take one card from the market.")},
    VerbHelp{"camels", mark("camels, or c: take all the camels of the market.")},
    VerbHelp{"exchange",
             mark("exchange gold silver for camel leather, or x g s for cm l: take cards, "
                  "give as many.")},
    VerbHelp{"sell",
             mark("sell 3 cloth, or s 3 c: sell goods of one kind. sell cloth: sell all your "
                  "cloth.")},
    VerbHelp{"look", mark("look, or l: whose turn it is, both hands, and the market.")},
    VerbHelp{"hand", mark("hand, or h: your hand and your camels.")},
    VerbHelp{"market", mark("market, or m: the market and the number of cards in the deck.")},
    VerbHelp{"score", mark("score: both players' seals and tokens, and what they are worth.")},
    VerbHelp{"tokens",
             mark("tokens: the tokens that are left, the cards sold, and those in the deck.")},
    VerbHelp{"moves", mark("moves: what you can do now.")},
    VerbHelp{"room", mark("room: the room's code, its options, its owner, and the match ID.")},
    VerbHelp{"round", mark("round: which round this is, and the seals.")},
    VerbHelp{"seals", mark("seals: who has how many, and how many win the match.")},
    VerbHelp{"log", mark("log: what happened lately. log 20: the last 20 lines.")},
    VerbHelp{"who", mark("who: the players, the connection, and how many people watch.")},
    VerbHelp{"clock", mark("clock, or time: the time that is left.")},
    VerbHelp{"shuffle", mark("shuffle: was the deal fair?")},
    VerbHelp{"help",
             mark("help: all commands. help sell: what a command does. help rules: the rules in "
                  "brief.")},
    VerbHelp{"ready",
             mark("ready: begin the match or its next round. ready agree: also agree to the "
                  "spectator delay.")},
    VerbHelp{"rematch", mark("rematch: ask for another match.")},
    VerbHelp{"level",
             mark("level: after a match against the bot, play at the next level if you won, or at "
                  "an easier one.")},
    VerbHelp{"resign", mark("resign: give up the match.")},
    VerbHelp{"claim", mark("claim: win if your opponent was away too long, or takes too long for a "
                           "move.")},
    VerbHelp{"say", mark("say TEXT: chat.")},
    VerbHelp{"spectators", mark("spectators: who is watching.")},
    VerbHelp{"remove",
             mark("remove guest, or remove NAME: for the owner of a room. They must leave and "
                  "can't come back.")},
    VerbHelp{"writers",
             mark("writers: show who may write in the chat. The owner of the room can change it: "
                  "writers players, writers nobody, or writers everyone.")},
    VerbHelp{"leave", mark("leave: leave the room.")},
    VerbHelp{"rooms", mark("rooms: list the public rooms.")},
    VerbHelp{"new", mark("new: open a room for a friend. help options: the options of a room.")},
    VerbHelp{"join",
             mark("join CODE: join a room. join CODE password WORD, if it has one. A link will "
                  "do, too.")},
    VerbHelp{"watch", mark("watch CODE: watch a match.")},
    VerbHelp{"quick",
             mark("quick: play the next available opponent. quick 300+5: with this clock.")},
    VerbHelp{"bot", mark("bot: play against the easy bot. bot hard: against the hard one.")},
    VerbHelp{"enter",
             mark("enter: get into a private server with its password. enter LINK: with an "
                  "invitation link.")},
    VerbHelp{"name", mark("name NAME: change your name.")},
    VerbHelp{"resume",
             mark("resume: return to a seat that you left. resume CODE: to the one in this "
                  "room.")},
    VerbHelp{"forget",
             mark("forget: give up a seat that you left. forget CODE: the one in this room.")},
    VerbHelp{"reconnect", mark("reconnect: reconnect now.")},
    VerbHelp{"copy", mark("copy: put the link to the room on the clipboard.")},
    VerbHelp{"qr", mark("qr: show the link to the room as a QR code.")},
    VerbHelp{"device",
             mark("device: a link with which you go on playing on another device. device qr: the "
                  "same as a QR code.")},
    VerbHelp{"wait", mark("wait: in a script, wait for your turn.")},
    VerbHelp{"yes", mark("yes: do what you were asked about.")},
    VerbHelp{"no", mark("no: don't do what you were asked about.")},
    VerbHelp{"quit", mark("quit: end the program.")},
};

std::string help_on_verb(std::string_view verb) {
    const auto found = std::ranges::find(verb_help, verb, &VerbHelp::verb);
    return found == verb_help.end() ? "" : _(found->text);
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
    lines.insert(lines.begin(), _("Commands for the game:"));
    for (std::string& line : Lines{
             _("look, hand, market, tokens, score, moves, round, seals, clock, log: hear how "
               "things "
               "stand."),
             _("Commands for the match: ready, rematch, level, resign, claim, say, shuffle."),
             _("Commands for rooms: bot, new, join, watch, quick, rooms, resume, forget, leave, "
               "room, who, spectators, remove, writers, copy, qr, device."),
             _("Others: name, enter, reconnect, wait, quit."),
             _("help and a command says what it does: help sell. You can shorten a command to any "
               "unique beginning."),
             _("help rules: the rules in brief. help options: the options of a room. help cards: "
               "the cards and their short names."),
             _("News may arrive while you type. Your text is kept and shown again after them. The "
               "arrow keys up and down bring back earlier lines.")})
        lines.push_back(std::move(line));
    return lines;
}

Lines help_on_cards() {
    return {
        _("The goods, with their short names: diamond d, gold g, silver s, cloth c, spice p or sp, "
          "leather l."),
        _("A camel is camel or cm."),
        _("You can put numbers before them: exchange 2 gold for 2 camel."),
    };
}

Lines help_on_bots() {
    Lines lines{help_on_verb("bot")};
    for (const std::string_view level : protocol::bot_levels)
        lines.push_back(std::string(level) + ": " + words::bot_play(level));
    return lines;
}

Lines help_on_options() {
    Lines lines{_("new: a private room with the usual rules. Options, in any order:")};
    for (const RoomOption& option : room_options())
        lines.push_back(std::string(option.word) + (option.value.empty() ? "" : " ") +
                        std::string(option.value) + ": " + option.help + ".");
    lines.push_back(help_on_verb("bot"));
    lines.push_back(_("For example: new public clock 300+5 seals 1."));
    return lines;
}

} // namespace

std::vector<std::string> help(std::string_view topic) {
    if (topic.empty())
        return help_on_everything();
    if (topic == "new" || topic == "options" || topic == p_("help topic", "options"))
        return help_on_options();
    if (topic == "play" || topic == "actions")
        return help_on_play();
    if (const auto verb = verb_named(topic))
        return *verb == "bot" ? help_on_bots() : Lines{help_on_verb(*verb)};
    const auto is = [&](const char* english, const std::string& translated) {
        return begins(english, topic) || begins(folded(translated), folded(topic));
    };
    if (is("rules", p_("help topic", "rules")))
        return short_rules();
    if (is("cards", p_("help topic", "cards")) || begins("goods", topic))
        return help_on_cards();
    return {_("There is no help on {0}. Type help for all commands, or help and one of them: help "
              "sell.",
              in_quotes(topic))};
}

} // namespace jaipur::client::command
