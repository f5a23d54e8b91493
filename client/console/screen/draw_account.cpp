// After a round: both traders' tokens and sums, side by side.
#include "client/console/screen/parts.hpp"
#include "client/console/translation.hpp"
#include "client/console/words/words.hpp"
#include "protocol/hash.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>

namespace jaipur::client::screen {

namespace {

constexpr int label_width = 13;

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

// How much of the count fits: lines separate its parts, or don't; or the cards left are missing,
// too.
enum class Detail : std::uint8_t { Ruled, Plain, Least };

constexpr int rows_of_count(Detail detail) {
    return detail == Detail::Ruled ? 14 : detail == Detail::Plain ? 12 : 11;
}

// `below`: the rows below it that must stay visible.
Detail detail_within(int rows, int below) {
    const auto fits = [&](Detail detail) { return rows >= rows_of_count(detail) + below; };
    return fits(Detail::Ruled) && rows > rows_of_count(Detail::Ruled) ? Detail::Ruled
           : fits(Detail::Plain)                                      ? Detail::Plain
                                                                      : Detail::Least;
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

void draw_trader_column(Column column, const Picture& picture, Seat seat, Detail detail) {
    const int gap = detail == Detail::Ruled ? 1 : 0;
    int y = 0;
    const protocol::View& view = *picture.model.view;
    const RoundResult& round = view.result->rounds.back();
    const TraderResult& trader = round.traders[seat];
    const bool won = round.winner == seat;
    column.put(y++,
               {{clip(player_name(picture.model, seat), column.area.width() - 13, Charset::Utf8),
                 won ? heading : strong},
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
    if (detail != Detail::Least)
        column.put(y, cards_left(trader.hand, column.area.charset()), "", quiet);
}

void draw_count(Area area, const Picture& picture, Detail detail) {
    int y = 1;
    const auto rule = [&] {
        if (detail == Detail::Ruled)
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
    if (detail != Detail::Least)
        area.put(0, y, p_("a row", "Cards left"), quiet);
    const int column_width = (area.width() - label_width) / 2;
    for (Seat seat : all_seats) {
        const Seat shown =
            seat == Seat::Zero ? other(upper_seat(picture.model)) : upper_seat(picture.model);
        const int x = label_width + (seat == Seat::Zero ? 0 : column_width);
        draw_trader_column({area.part({x, 0, column_width, area.height()})}, picture, shown,
                           detail);
    }
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

// Below the count.
struct Foot {
    bool rounds, match_id;

    int rows() const { return (rounds ? 1 : 0) + (match_id ? 1 : 0); }
};

Foot foot_of(const Picture& picture) {
    const protocol::View& view = *picture.model.view;
    return {view.result->rounds.size() > 1,
            view.phase == Phase::MatchOver && picture.occasion == Occasion::Match};
}

} // namespace

int least_account_height(const Picture& picture) {
    return rows_of_count(Detail::Least) + foot_of(picture).rows();
}

int draw_account(Area area, int y, const Picture& picture) {
    const Foot foot = foot_of(picture);
    const Detail detail = detail_within(area.height() - y, foot.rows());
    const int rows = rows_of_count(detail);
    draw_count(area.part({0, y, area.width(), rows}), picture, detail);
    y += rows;
    if (foot.rounds && area.height() - y >= foot.rows()) // otherwise the ID is worth more
        area.put(0, y++, history(picture));
    const int left = area.height() - y; // three rows are for the log, which has the ID, too
    if (foot.match_id && left > 0 && left != 3)
        area.put(0, y++, {{_("Match ID: {0}", protocol::hex(picture.model.view->match)), quiet}});
    return y;
}

} // namespace jaipur::client::screen
