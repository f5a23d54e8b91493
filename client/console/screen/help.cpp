#include "client/console/screen/help.hpp"

namespace jaipur::client::screen {

const std::vector<HelpLine>& help_lines() {
    static const std::vector<HelpLine> lines{
        {"The game", ""},
        {"", "Two traders of Jaipur buy and sell. Who is richer after a round wins a"},
        {"", "Seal of Excellence; who has two of them, or as many as agreed, becomes the"},
        {"", "Maharaja's own trader."},
        {"", ""},
        {"Your turn: one of four actions", ""},
        {"Take", "one good of the market; the deck fills the gap. Seven cards"},
        {" ", "are the most that your hand holds."},
        {"Camels", "all camels of the market go to your herd. They do not count"},
        {" ", "as cards in your hand."},
        {"Exchange", "two or more goods of the market for as many of your own,"},
        {" ", "goods or camels; no good both taken and given."},
        {"Sell", "any number of one good; of diamonds, gold and silver two at"},
        {" ", "least. You get the top tokens: the first to sell gets more."},
        {" ", "3, 4 or 5 cards and more at once bring a bonus token of 1-3,"},
        {" ", "4-6 or 8-10 rupees."},
        {"", ""},
        {"The end of a round", ""},
        {"", "At once, when three kinds of goods tokens are gone, when the deck cannot"},
        {"", "fill the market, or after 20 exchanges in a row. The larger herd earns"},
        {"", "5 rupees."},
        {"", ""},
        {"Keys at the table", ""},
        {"1 2 3 4 5", "pick a card of the market, or put it back"},
        {"d g s c p l", "pick one of your Diamonds, Gold, Silver, Cloth, sPice, Leather"},
        {"m", "pick a caMel of your herd"},
        {"Arrows", "move from card to card; Space picks the one you are on"},
        {"Enter", "picks the card you are on; on a picked one it plays what is"},
        {" ", "picked"},
        {"Esc", "puts everything back"},
        {"t", "talk: write a line to the others"},
        {"PgUp PgDn", "scroll what has happened"},
        {"x", "resign (you are asked first)"},
        {"w", "claim the win, once the other has been away for too long"},
        {"v", "after a round: the summary or the board"},
        {"q", "leave the room or the program; a running match can be resumed"},
        {"Ctrl-L", "draw the screen again"},
        {"", ""},
        {"With a screen reader", ""},
        {"", "Start the program with --plain, or choose it in the menu: it speaks in plain"},
        {"", "sentences then and reads typed commands."},
        {"", ""},
        {"The fair shuffle", ""},
        {"", "Your client and the other player's put secret numbers into the shuffle"},
        {"", "before the server shows its own, so that nobody can steer it. After the"},
        {"", "match the client checks that, and says so."},
    };
    return lines;
}

const std::vector<HelpLine>& replay_help_lines() {
    static const std::vector<HelpLine> lines{
        {"A match that is over", ""},
        {"", "Every card lies open: both hands, both herds, all bonus tokens. The board is"},
        {"", "the one of the game, and below it stands what led here."},
        {"", ""},
        {"Keys", ""},
        {"Right, Space", "what happened next; Down and Enter do the same"},
        {"Left", "one step back; Up and Backspace do the same"},
        {"Home, End", "the beginning and the end of the match"},
        {"PgUp PgDn", "the round before, the next round; [ and ] do the same"},
        {"g", "go to an action: type its number, then Enter"},
        {"v", "after a round: the summary or the board"},
        {"c", "what checking the replay has found"},
        {"q", "quit"},
        {"Ctrl-L", "draw the screen again"},
        {"", ""},
        {"The check", ""},
        {"", "Every round was dealt again from the secrets of the shuffle, which have to"},
        {"", "fit what was published before the match; every action was played again by"},
        {"", "the rules, and every score was counted again. That names and times are"},
        {"", "right, and who resigned or was away, no replay can prove."},
    };
    return lines;
}

} // namespace jaipur::client::screen
