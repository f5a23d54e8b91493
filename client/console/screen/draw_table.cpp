// The table during a round: both traders, the market, the piles, the hand and the log.
#include "client/console/screen/layout.hpp"
#include "client/console/screen/parts.hpp"
#include "client/console/translation.hpp"
#include "client/console/words/words.hpp"

#include <algorithm>

namespace jaipur::client::screen {

namespace {

// Present, with the lag; or away, with the time left.
Span presence(const Picture& picture, Seat seat) {
    const auto& room = picture.model.room;
    if (picture.occasion == Occasion::Replay)
        return {};
    if (!room || !room->players[seat])
        return {p_("a player", "gone"), quiet};
    const protocol::RoomPlayer& player = *room->players[seat];
    if (player.bot)
        return {p_("a player", "bot"), quiet};
    if (player.connected)
        return {player.lag_ms ? "• " + _("{0} ms", *player.lag_ms) : "• " + p_("a player", "here"),
                {Ink::Yes}};
    const auto left = grace_left(picture, seat);
    if (!left || room->phase == Phase::Waiting || room->phase == Phase::MatchOver)
        return {"◦ " + _("away"), warning};
    if (left->count() == 0)
        return {"◦ " + _("away too long"), warning};
    return {"◦ " + _("away, {0} left", words::clock(*left + std::chrono::milliseconds(999))),
            warning};
}

// `▶ Asha (you)  • 12 ms ─────── ★☆  4:55`; `more` comes before the seals if there is room.
void draw_trader_rule(Area area, const Picture& picture, Seat seat, Line more = {}) {
    const protocol::View& view = *picture.model.view;
    area.rule(0, "", quiet);
    const bool acts = view.turn == seat;
    const Style style = acts ? chosen : strong;
    const int longest = density_of(picture.screen) == Density::Full ? 22 : 14;
    std::string name =
        (acts ? " ▶ " : " ") + clip(player_name(picture.model, seat), longest, area.charset());
    if (view.you == seat)
        name += " " + _("(you)");
    int x = area.put(1, 0, name + " ", style);
    const Span there = presence(picture, seat);
    if (!there.text.empty())
        x = area.put(x, 0, " " + there.text + " ", there.style);

    Line right;
    right.push_back(
        {" " + seals_won(view.players[seat].seals, seals_needed(picture.model)) + " ", heading});
    if (const auto left = clock_left(picture, seat)) {
        const bool low = *left < std::chrono::seconds(20) && view.clock->running == seat;
        right.push_back({" " + clock_text(*left) + " ", low ? Style{Ink::No, Look::Filled}
                                                        : view.clock->running == seat ? strong
                                                                                      : quiet});
    }
    if (const auto left = short_move_left(picture, seat))
        right.push_back({" " + clock_text(*left) + " ", Style{Ink::No, Look::Filled}});
    Area rest = area.part({x, 0, area.width() - x - 1, 1});
    if (width(more, area.charset()) + width(right, area.charset()) < rest.width())
        right.insert(right.begin(), more.begin(), more.end());
    rest.put_right(0, right);
}

// "48 rupees in 9 tokens + 2 bonus, face down"
Line wealth(const protocol::ObservedTrader& trader) {
    if (trader.goods_tokens.empty() && trader.bonus_tokens.empty())
        return {{_("No tokens yet"), quiet}};
    const auto [rupees, hidden] = words::wealth(trader);
    const int bonuses = static_cast<int>(trader.bonus_tokens.size());
    Line line{{words::rupees(rupees), strong},
              {" " + n_("in {0} token", "in {0} tokens", trader.goods_tokens.size()), quiet}};
    if (bonuses > 0)
        line.push_back({" + " + _("{0} bonus", bonuses), quiet});
    if (hidden > 0)
        line.push_back(
            {", " + (hidden == bonuses ? _("face down") : _("{0} face down", hidden)), quiet});
    return line;
}

// "48 rupees + 2 bonus"
Line short_wealth(const protocol::ObservedTrader& trader) {
    if (trader.goods_tokens.empty() && trader.bonus_tokens.empty())
        return {{" " + _("no tokens yet") + " ", quiet}};
    Line line{{" " + words::rupees(words::wealth(trader).rupees), strong}};
    if (!trader.bonus_tokens.empty())
        line.push_back({" + " + _("{0} bonus", trader.bonus_tokens.size()), quiet});
    line.push_back({" ", quiet});
    return line;
}

// The tokens of each good together: "♦7 7  ●5"
Line tokens_by_good(const protocol::ObservedTrader& trader, Charset charset) {
    Line line;
    for (Good good : all_goods) {
        const std::string values = words::joined(words::token_values(trader, good), " ");
        if (values.empty())
            continue;
        const Style style{ink_of(card_of(good))};
        line.push_back({(line.empty() ? "" : "  ") + std::string(symbol(card_of(good), charset)) +
                            " " + values,
                        style});
    }
    for (const protocol::ObservedBonus& token : trader.bonus_tokens)
        line.push_back({"  +" + (token.value ? std::to_string(*token.value) : "?"), {Ink::Title}});
    return line;
}

// A hand in one line: its cards, or how many.
Line hand_line(const protocol::ObservedTrader& trader, Charset charset, Density density) {
    Line line{{_("Hand") + " ", quiet}};
    const std::string space = density == Density::Full ? " " : "";
    if (trader.hand) {
        for (Good good : all_goods)
            for (int i = 0; i < std::min<int>((*trader.hand)[good], hand_limit); ++i)
                line.push_back({std::string(symbol(card_of(good), charset)) + space,
                                {ink_of(card_of(good)), Look::Strong}});
    } else {
        for (int i = 0; i < std::min<int>(trader.hand_size, hand_limit); ++i)
            line.push_back({"▒" + space, frame_ink});
    }
    line.push_back(
        {(space.empty() ? " " : "") + _("{0} of {1}", trader.hand_size, hand_limit) + "   ", {}});
    line.push_back({_("Herd") + " ", quiet});
    if (trader.herd)
        line.push_back(
            {std::string(symbol(Card::Camel, charset)) + " ×" + std::to_string(*trader.herd),
             {Ink::Camel}});
    else
        line.push_back({p_("a herd", "hidden"), quiet});
    return line;
}

} // namespace

void draw_trader(Area area, const Picture& picture, Seat seat, Size card) {
    const protocol::ObservedTrader& trader = picture.model.view->players[seat];
    draw_trader_rule(area.row(0), picture, seat);
    int y = 1;
    if (card.height > 0) {
        draw_hand(area.part({1, y, area.width() - 2, card.height}), picture, seat, card);
        y += card.height;
    } else if (seat == upper_seat(picture.model)) {
        area.put(1, y++, hand_line(trader, area.charset(), Density::Full));
    }
    area.put(1, y++, wealth(trader));
    if (y < area.height())
        area.put(1, y, tokens_by_good(trader, area.charset()));
}

void draw_trader_compact(Area area, const Picture& picture, Seat seat) {
    const protocol::ObservedTrader& trader = picture.model.view->players[seat];
    draw_trader_rule(area.row(0), picture, seat, short_wealth(trader));
    if (area.height() < 2)
        return;
    const int x = area.put(1, 1, hand_line(trader, area.charset(), Density::Compact));
    const Line tokens = tokens_by_good(trader, area.charset());
    if (x + 3 + width(tokens, area.charset()) < area.width())
        area.part({0, 1, area.width() - 1, 1}).put_right(0, tokens);
}

namespace {

std::string turn_text(const Picture& picture) {
    const Model& model = picture.model;
    const protocol::View& view = *model.view;
    if (view.phase == Phase::RoundOver)
        return _("The round is over.");
    if (view.phase == Phase::MatchOver)
        return _("The match is over.");
    if (!view.turn)
        return {};
    const std::string who = clip(player_name(model, *view.turn), 22, Charset::Utf8);
    return view.turn == view.you ? _("Your turn.") : _("{0}'s turn.", who);
}

// The headline of an advice, with a sign that says the same as the colour.
Span headline(const Advice& advice) {
    switch (advice.tone) {
    case Advice::Tone::Idle:
        break;
    case Advice::Tone::Yes:
        return {"✓ " + advice.headline, {Ink::Yes, Look::Strong}};
    case Advice::Tone::NotYet:
        return {"… " + advice.headline, {Ink::Title}};
    case Advice::Tone::No:
        return {"✗ " + advice.headline, {Ink::No, Look::Strong}};
    }
    return {advice.headline, {}};
}

} // namespace

// In as many lines as it takes; the last ones may find no room.
void draw_advice(Area area, const Picture& picture) {
    const Model& model = picture.model;
    const protocol::View& view = *model.view;
    const bool mine = view.turn == view.you && view.you.has_value();
    const Style turn_style = mine ? heading : strong;
    if (model.awaiting)
        return void(area.put(1, 0, _("Your move is on its way…"), turn_style));
    const Advice advice = advise(view, picture.ui.selection);
    const bool picked = advice.tone != Advice::Tone::Idle;
    const Span turn{picked && mine ? "" : turn_text(picture) + "  ", turn_style};
    if (!picked && !mine)
        return void(area.put(1, 0, turn.text, turn.style));
    const Span said = headline(advice);
    int x = area.put(1, 0, turn.text, turn.style), y = 0;
    if (x > 1 && x + width(said.text, area.charset()) > area.width())
        x = 1, y = 1; // both don't fit into one line
    for (const std::string& part : wrap(said.text, area.width() - x - 2, area.charset())) {
        area.put(x, y++, part, said.style);
        x = picked ? 3 : 1;
    }
    if (advice.action && mine)
        area.on_click(Key::Code::Advice);
    const std::string more =
        advice.action && mine ? advice.detail + " " + _("Enter plays it.") : advice.detail;
    for (const std::string& part : wrap(more, area.width() - 4, area.charset()))
        area.put(picked ? 3 : 1, y++, part, quiet);
}

void draw_table(Area area, const Picture& picture) {
    const TableLayout layout = lay_out({area.width(), area.height()}, picture.screen);
    const Seat upper = upper_seat(picture.model);
    if (layout.density == Density::Full) {
        draw_trader(area.part(layout.upper), picture, upper, layout.upper_card);
        Area rule = area.part(layout.market_rule);
        rule.rule(0, _("Market"), quiet);
        rule.put_right(0, {{" " + p_("above the deck", "deck") + " ", quiet}, {"─", frame_ink}});
        draw_market(area.part(layout.market), picture, layout.market_card, Deck::Shown);
        draw_piles(area.part(layout.piles), picture);
        draw_trader(area.part(layout.lower), picture, other(upper), {});
    } else {
        draw_trader_compact(area.part(layout.upper), picture, upper);
        draw_market(area.part(layout.market), picture, layout.market_card, Deck::Elsewhere);
        draw_piles_compact(area.part(layout.piles), picture);
        draw_trader_compact(area.part(layout.lower), picture, other(upper));
    }
    draw_hand(area.part(layout.hand), picture, other(upper), layout.card);
    draw_advice(area.part(layout.advice), picture);
    draw_log(area.part(layout.log), picture);
}

} // namespace jaipur::client::screen
