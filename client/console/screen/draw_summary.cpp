// After a round: both traders' scores side by side. After a match: also who won, and whether the
// shuffle was fair.
#include "client/console/screen/parts.hpp"
#include "client/console/translation.hpp"
#include "client/console/words/words.hpp"
#include "protocol/hash.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>

namespace jaipur::client::screen {

namespace {

constexpr int label_width = 13, widest_column = 32, longest_name = 20;
constexpr int summary_width = label_width + 2 * widest_column;

std::string short_name(const Picture& picture, Seat seat, int longest = longest_name) {
    return clip(player_name(picture.model, seat), longest, Charset::Utf8);
}

// One trader's column: values on the left, their sum on the right.
struct Column {
    Area area;

    void put(int y, const Line& values, const std::string& sum, Style style) {
        Area whole = area.part({0, y, area.width() - 3, 1});
        const int room = whole.width() - width(sum, area.charset()) - (sum.empty() ? 0 : 1);
        (sum.empty() ? area.row(y) : whole.part({0, 0, room, 1})).put(0, 0, values);
        whole.put_right(0, {{sum, style}});
    }
};

// Whether lines separate the parts. They take two rows.
enum class Rules : std::uint8_t { Shown, LeftOut };

constexpr int rows_of_count(Rules rules) {
    return rules == Rules::Shown ? 14 : 12;
}

void draw_tokens(Column column, int y, const std::string& values, int sum, Ink ink) {
    if (values.empty())
        column.put(y, {{"–", quiet}}, "", quiet);
    else
        column.put(y, {{values, {ink}}}, std::to_string(sum), bright);
}

void draw_bonus(Column column, int y, const protocol::ObservedTrader& trader) {
    std::string values;
    int sum = 0;
    for (const protocol::ObservedBonus& token : trader.bonus_tokens) {
        values += (values.empty() ? "" : " ") +
                  (token.value ? std::to_string(*token.value) : std::string("?"));
        sum += token.value.value_or(std::uint8_t{0});
    }
    draw_tokens(column, y, values, sum, Ink::Title);
}

Line cards_left(const GoodCounts& hand, Charset charset) {
    Line line;
    for (Good good : all_goods)
        if (hand[good] > 0)
            line.push_back({(line.empty() ? "" : " ") +
                                std::string(symbol(card_of(good), charset)) +
                                std::to_string(hand[good]),
                            {ink_of(card_of(good))}});
    if (line.empty())
        line.push_back({p_("cards left", "none"), quiet});
    return line;
}

void draw_trader_column(Column column, const Picture& picture, Seat seat, Rules rules) {
    const int gap = rules == Rules::Shown ? 1 : 0;
    int y = 0;
    const protocol::View& view = *picture.model.view;
    const RoundResult& round = view.result->rounds.back();
    const TraderResult& trader = round.traders[seat];
    const bool won = round.winner == seat;
    column.put(y++,
               {{short_name(picture, seat, column.area.width() - 13), won ? heading : strong},
                {view.you == seat ? " " + _("(you)") : "", quiet},
                {" " + seals_won(view.players[seat].seals, seals_needed(picture.model)), heading}},
               "", quiet);
    y += gap;
    for (Good good : all_goods) {
        const std::vector<int> values = words::token_values(view.players[seat], good);
        draw_tokens(column, y++, words::joined(values, " "),
                    std::accumulate(values.begin(), values.end(), 0), ink_of(card_of(good)));
    }
    draw_bonus(column, y++, view.players[seat]);
    const bool camels = round.camel_token == seat;
    column.put(y++,
               {{camels ? _("{0}, the larger herd", trader.herd) : std::to_string(trader.herd),
                 {Ink::Camel}}},
               camels ? std::to_string(camel_token_value) : "", bright);
    y += gap;
    column.put(y++, {{won ? "✓ " + _("wins the seal") : "", heading}},
               std::to_string(trader.rupees), won ? heading : strong);
    column.put(y++, {{_("{0} bonus, {1} goods", trader.bonus_tokens, trader.goods_tokens), quiet}},
               "", quiet);
    column.put(y, cards_left(trader.hand, column.area.charset()), "", quiet);
}

void draw_count(Area area, const Picture& picture, Rules rules) {
    int y = 1;
    const auto rule = [&] {
        if (rules == Rules::Shown)
            area.repeat(0, y++, area.width(), "─", frame_ink);
    };
    rule();
    for (Good good : all_goods) {
        const Style style{ink_of(card_of(good))};
        area.put(0, y, symbol(card_of(good), area.charset()), {style.ink, Look::Strong});
        area.put(2, y++, words::title(card_of(good)), style);
    }
    area.put(0, y, "+", heading);
    area.put(2, y++, p_("a row", "Bonus"), {Ink::Title});
    area.put(0, y, symbol(Card::Camel, area.charset()), {Ink::Camel, Look::Strong});
    area.put(2, y++, p_("a row", "Camels"), {Ink::Camel});
    rule();
    area.put(0, y++, p_("a row", "Rupees"), strong);
    area.put(0, y++, p_("a row", "Tokens"), quiet);
    area.put(0, y, p_("a row", "Cards left"), quiet);
    const int column_width = (area.width() - label_width) / 2;
    for (Seat seat : all_seats) {
        const Seat shown =
            seat == Seat::Zero ? other(upper_seat(picture.model)) : upper_seat(picture.model);
        const int x = label_width + (seat == Seat::Zero ? 0 : column_width);
        draw_trader_column({area.part({x, 0, column_width, area.height()})}, picture, shown, rules);
    }
}

std::string round_title(const Picture& picture) {
    const protocol::View& view = *picture.model.view;
    const RoundResult& round = view.result->rounds.back();
    const std::size_t number = view.result->rounds.size();
    if (!round.winner)
        return _("Round {0} is a draw: every tie-break is equal", number);
    return round.winner == view.you
               ? _("Round {0} is yours", number)
               : _("Round {0} goes to {1}", number, short_name(picture, *round.winner));
}

// "Rounds  78–65  60–71"
Line history(const Picture& picture) {
    const protocol::View& view = *picture.model.view;
    const Seat left = other(upper_seat(picture.model));
    const auto& rounds = view.result->rounds;
    Line line{{_("Rounds so far") + " ", quiet}};
    const std::size_t first = rounds.size() > 6 ? rounds.size() - 6 : 0;
    if (first > 0)
        line.push_back({"… ", quiet});
    for (std::size_t i = first; i < rounds.size(); ++i) {
        const RoundResult& round = rounds[i];
        line.push_back({" " + std::to_string(round.traders[left].rupees) + "–" +
                            std::to_string(round.traders[other(left)].rupees),
                        round.winner ? bright : quiet});
        line.push_back({round.winner == left          ? "◀"
                        : round.winner == other(left) ? "▶"
                                                      : "=",
                        heading});
    }
    return line;
}

// What is known about the shuffle; a mismatch is shown large.
int draw_verdict(Area area, int y, const Picture& picture) {
    const ShuffleVerdict& shuffle = picture.model.shuffle;
    using Status = ShuffleVerdict::Status;
    if (shuffle.status == Status::Mismatch) {
        area.row(y).fill({Ink::No, Look::Filled});
        area.put_centred(
            y++, {{"!!!  " + _("THE SHUFFLE WAS NOT FAIR") + "  !!!", {Ink::No, Look::Filled}}});
    }
    if (shuffle.text.empty() || picture.model.view->phase != Phase::MatchOver)
        return y;
    const Style style = shuffle.status == Status::Mismatch   ? Style{Ink::No, Look::Strong}
                        : shuffle.status == Status::Verified ? Style{Ink::Yes}
                                                             : quiet;
    const std::string sign = shuffle.status == Status::Verified ? "✓ " : "";
    for (const std::string& line : wrap(sign + shuffle.text, area.width(), area.charset()))
        area.put_centred(y++, {{line, style}});
    return y;
}

// "won on seals", or a sentence about the loser, without its full stop.
std::string why_won(const Picture& picture, const MatchResult& match) {
    if (!is_from_outside(match.reason))
        return words::end_reason(match.reason);
    words::PlayerNames names = words::player_names(picture.model);
    names.you = picture.model.view->you;
    for (const Seat seat : all_seats)
        names.of[seat] = short_name(picture, seat);
    std::string why = words::outside_reason(match.reason, other(*match.winner), names);
    if (why.ends_with('.'))
        why.pop_back();
    return why;
}

enum class Room : std::uint8_t { Ample, Scarce };

// The title after a match, in large letters for the winner; returns the next row.
int draw_match_title(Area area, int y, const Picture& picture, Room room) {
    const protocol::View& view = *picture.model.view;
    const auto match = view.result ? view.result->match : std::nullopt;
    if (!match || !match->winner) {
        Line line{{_("The match ends without a winner"), heading}};
        if (match)
            line.push_back({p_("before a reason", ": ") + words::end_reason(match->reason), quiet});
        area.put_centred(y, line);
        return y + 1;
    }
    const bool mine = match->winner == view.you;
    const std::string_view word = "MAHARAJA";
    if (mine && room == Room::Ample) {
        draw_large(area, (area.width() - large_width(word)) / 2, y, word, heading);
        y += large_height(area.charset());
    }
    const Seat loser = other(*match->winner);
    const std::string name = short_name(picture, *match->winner);
    Line title{{mine ? _("You are the Maharaja's own trader")
                     : _("{0} is the Maharaja's own trader", name),
                mine ? heading : strong}};
    title.push_back({p_("before a reason", ": ") + why_won(picture, *match), quiet});
    if (width(title, area.charset()) > area.width())
        title.pop_back(); // the log says why
    area.put_centred(y++, title);
    if (loser == view.you)
        area.put_centred(y++, {{words::kind_word(), heading}});
    return y;
}

} // namespace

void draw_summary(Area area, const Picture& picture) {
    const protocol::View& view = *picture.model.view;
    const int wide = std::min(summary_width, area.width());
    Area middle = area.part({(area.width() - wide) / 2, 0, wide, area.height()});
    const bool over = view.phase == Phase::MatchOver;
    const int spare = area.height() - 21;
    const Room room = spare < -1 ? Room::Scarce : Room::Ample;
    int y = std::clamp(spare / 4, 0, 4);
    if (over) {
        y = draw_match_title(middle, y, picture, room);
    } else {
        Line line{{_("The round is over"), heading}};
        if (view.result && !view.result->rounds.empty())
            line = {{round_title(picture), heading},
                    {" – " + words::end_reason(view.result->rounds.back().reason), quiet}};
        if (width(line, area.charset()) > wide)
            line.resize(1); // the log says why
        y += room == Room::Ample ? 1 : 0;
        middle.put_centred(y++, line);
        y += room == Room::Ample ? 1 : 0;
    }
    y = draw_verdict(middle, y, picture);
    if (spare >= 4)
        y += 1;
    if (view.result && !view.result->rounds.empty()) {
        const Rules rules =
            area.height() - y > rows_of_count(Rules::Shown) ? Rules::Shown : Rules::LeftOut;
        draw_count(middle.part({0, y, wide, rows_of_count(rules)}), picture, rules);
        y += rows_of_count(rules);
        if (view.result->rounds.size() > 1)
            middle.put(0, y++, history(picture));
        const int left = area.height() - y; // three rows are for the log, which has the ID, too
        if (over && picture.occasion == Occasion::Match && left > 0 && left != 3)
            middle.put(0, y++, {{_("Match ID: {0}", protocol::hex(view.match)), quiet}});
    }
    if (area.height() - y >= 3) {
        if (area.height() - y >= 6)
            ++y;
        draw_log(area.part({0, y, area.width(), area.height() - y}), picture);
    }
}

} // namespace jaipur::client::screen
