#include "client/console/screen/help.hpp"

#include "client/console/screen/replay.hpp"
#include "client/console/screen/text.hpp"
#include "client/console/short_rules.hpp"
#include "client/console/translation.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

namespace jaipur::client::screen {

namespace {

constexpr int most_columns = 80, left_columns = 15;
constexpr int margins = 10; // "more" is to the right

struct Section {
    std::string heading;
    std::vector<KeyHint> keys;
    std::vector<std::string> texts;
};

std::vector<HelpLine> laid_out(const std::vector<Section>& sections, int columns) {
    const int text_width = std::min(columns, most_columns) - margins;
    std::vector<HelpLine> lines;
    const auto add_key = [&](const std::string& keys, std::string_view does) {
        for (std::string& line : wrap(does, text_width - left_columns, Charset::Utf8))
            lines.push_back({lines.back().left == keys ? " " : keys, std::move(line)});
    };
    for (const Section& section : sections) {
        if (!lines.empty())
            lines.emplace_back();
        lines.push_back({section.heading, ""});
        for (const KeyHint& hint : section.keys)
            add_key(key_names(hint.keys), hint.help);
        if (!section.keys.empty())
            add_key("Ctrl-L", _("draw the screen again"));
        for (const std::string& text : section.texts)
            for (std::string& line : wrap(text, text_width, Charset::Utf8))
                lines.push_back({"", std::move(line)});
    }
    return lines;
}

} // namespace

std::vector<HelpLine> help_lines(int columns) {
    const std::vector<Section> sections{
        {_("The rules"), {}, short_rules()},
        {_("Keys at the table"), table_keys(), {}},
        {_("With the mouse"),
         {},
         {_("Click on cards to pick them, on the sentence that says what they do to play the move, "
            "and on the keys at the bottom to press them. The wheel scrolls. To select text, hold "
            "Shift.")}},
        {_("With a screen reader"),
         {},
         {_("Start the program with --plain, or choose plain mode in the menu: it prints short "
            "sentences and reads typed commands.")}},
        {_("The fair shuffle"),
         {},
         {_("Your program and your opponent's put secret numbers into the shuffle before the "
            "server "
            "shows its own, so nobody can steer it. After the match, your program checks that and "
            "says so.")}},
    };
    return laid_out(sections, columns);
}

std::vector<HelpLine> replay_help_lines(int columns) {
    const std::vector<Section> sections{
        {_("A finished match"),
         {},
         {_("Every card is face up: both hands, both herds, all bonus tokens. Below the board you "
            "see what led here.")}},
        {_("Keys"), replay_keys(), {}},
        {_("The check"),
         {},
         {_("Every round was dealt again from the secrets of the shuffle, which must match what "
            "was "
            "published before the match. Every move was played again by the rules, and every score "
            "was counted again. A replay can't prove names and times, nor who resigned or was "
            "away.")}},
    };
    return laid_out(sections, columns);
}

} // namespace jaipur::client::screen
