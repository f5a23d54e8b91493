// Help for the plain frontend, one topic per line.
#include "client/console/command/parts.hpp"
#include "client/console/short_rules.hpp"

namespace jaipur::client::command {

namespace {

using Lines = std::vector<std::string>;

Lines help_on_play() {
    return {
        "take gold, or t g: take one card from the market.",
        "camels, or c: take all the camels of the market.",
        "exchange gold silver for camel leather, or x g s for cm l: take cards, give as many.",
        "sell 3 cloth, or s 3 c: sell goods of one kind. sell cloth: sell all your cloth.",
    };
}

Lines help_on_everything() {
    Lines lines = help_on_play();
    lines.insert(lines.begin(), "Commands for the game:");
    for (const char* line :
         {"look, hand, market, tokens, score, moves, clock, who, log: hear how things stand.",
          "Commands for the match:",
          "ready: begin the match or its next round. ready agree: also agree to the spectator "
          "delay.",
          "resign: give up the match. claim: win if your opponent was away too long, or takes too "
          "long for a move.",
          "rematch: ask for another match. say TEXT: chat. shuffle: was the deal fair?",
          "Commands for rooms:",
          "bot: play against the computer. new: open a room for a friend. join CODE: join a "
          "room.",
          "quick: play the next available opponent. rooms: list the public rooms. watch CODE: "
          "watch a match.",
          "resume: return to a seat that you left. forget: give it up. leave: leave the room.",
          "For the owner of a room: remove guest or remove NAME: they must leave and can't come "
          "back. spectators: who is watching.",
          "name NAME: change your name. reconnect: reconnect now. wait: wait for your turn.",
          "quit: end the program.",
          "News may arrive while you type. Your text is kept: in a terminal, Control R shows it "
          "again, and Control U discards it.",
          "You can shorten a command to any unique beginning. help rules: the rules in brief. "
          "help new: the options of a room. help cards: the cards and their short names."})
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

Lines help_on_new() {
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
    if (begins("rules", topic))
        return short_rules();
    if (begins("cards", topic) || begins("goods", topic))
        return help_on_cards();
    if (topic == "new" || topic == "options" || topic == "bot" || topic == "rooms")
        return help_on_new();
    for (const std::string_view word : {"take", "camels", "exchange", "sell", "play", "actions"})
        if (begins(word, topic))
            return help_on_play();
    return {"There is help on rules, cards, play and new. Type help for all commands."};
}

} // namespace jaipur::client::command
