#include "tests/bench/load/choice.hpp"

#include "tests/bench/load/view_text.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace jaipur::bench {

namespace {

using Cards = std::vector<std::string_view>;

constexpr std::size_t hand_limit = 7, smallest_exchange = 2;
constexpr std::string_view camel = "camel";

std::string_view until(std::string_view text, char end) {
    return text.substr(0, text.find(end));
}

// The strings of a list, given the text behind its bracket.
Cards listed(std::string_view text) {
    Cards cards;
    text = until(text, ']');
    for (auto at = text.find('"'); at != std::string_view::npos; at = text.find('"')) {
        text.remove_prefix(at);
        cards.push_back(quoted(text));
        text.remove_prefix(cards.back().size() + 2);
    }
    return cards;
}

struct Sale {
    std::string_view good;
    std::uint64_t min, max;
};

// Of `"sell":{"cloth":{"min":1,"max":2},…}`.
std::vector<Sale> sales(std::string_view legal) {
    std::vector<Sale> all;
    auto text = after(legal, R"("sell":{)");
    while (text.starts_with('"') || text.starts_with(R"(,")")) {
        text.remove_prefix(text.find('"'));
        const auto good = quoted(text);
        const auto min = number(after(text, R"("min":)")), max = number(after(text, R"("max":)"));
        if (!min || !max)
            break;
        all.push_back({good, *min, *max});
        text.remove_prefix(text.find('}') + 1);
    }
    return all;
}

// Our own hand: nobody else's is shown during a round.
Cards hand_of(std::string_view view) {
    Cards cards;
    auto text = until(after(view, R"("hand":{)"), '}');
    while (!text.empty()) {
        text.remove_prefix(text.find('"'));
        const auto good = quoted(text);
        const auto count = number(text.substr(good.size() + 3));
        cards.insert(cards.end(), count.value_or(0), good);
        text.remove_prefix(std::min(text.find(','), text.size()));
    }
    return cards;
}

std::string quoted_list(const Cards& cards) {
    std::string text = "[";
    for (const auto card : cards)
        text.append(text.size() == 1 ? "\"" : ",\"").append(card).append("\"");
    return text + "]";
}

std::string_view legal_of(std::string_view view) {
    return after(view, R"("legal":{)");
}

bool may_be_legal(Kind kind, std::string_view legal) {
    switch (kind) {
    case Kind::Take:
        return after(legal, R"("take":[)").starts_with('"');
    case Kind::TakeCamels:
        return after(legal, R"("take_camels":)").starts_with("true");
    case Kind::Exchange:
        return after(legal, R"("exchange":)").starts_with("true");
    case Kind::Sell:
        return after(legal, R"("sell":{)").starts_with('"');
    }
    return false;
}

} // namespace

std::size_t Chooser::below(std::size_t count) {
    return (random_() >> 8U) % count;
}

std::optional<Choice> Chooser::choose(std::string_view view) {
    auto kinds = all_kinds;
    const auto legal = legal_of(view);
    for (std::size_t left = kinds.size(); left > 0; --left) {
        std::swap(kinds[below(left)], kinds[left - 1]);
        const Kind kind = kinds[left - 1];
        if (!may_be_legal(kind, legal))
            continue;
        if (std::string action = draw(kind, view); !action.empty())
            return Choice{kind, std::move(action)};
    }
    return std::nullopt;
}

std::string Chooser::draw(Kind kind, std::string_view view) {
    switch (kind) {
    case Kind::Take:
        return draw_take(legal_of(view));
    case Kind::TakeCamels:
        return R"({"type":"take_camels"})";
    case Kind::Exchange:
        return draw_exchange(view);
    case Kind::Sell:
        return draw_sale(legal_of(view));
    }
    return {};
}

std::string Chooser::draw_take(std::string_view legal) {
    const Cards cards = listed(after(legal, R"("take":[)"));
    return R"({"type":"take","card":")" + std::string(cards[below(cards.size())]) + R"("})";
}

std::string Chooser::draw_sale(std::string_view legal) {
    const auto all = sales(legal);
    const Sale& sale = all[below(all.size())];
    const auto count = sale.min + below(sale.max - sale.min + 1);
    return R"({"type":"sell","good":")" + std::string(sale.good) + R"(","count":)" +
           std::to_string(count) + "}";
}

// Draws which goods of the market to take, in an order that tries all sets, then what to give for
// them. Empty if no exchange is legal.
std::string Chooser::draw_exchange(std::string_view view) {
    const Cards market = listed(after(view, R"("market":[)"));
    const Cards hand = hand_of(view);
    const auto herd = number(after(view, R"("herd":)")).value_or(0);
    const std::size_t sets = std::size_t{1} << market.size(), first = below(sets);
    for (std::size_t i = 0; i < sets; ++i) {
        Cards take, give;
        for (std::size_t card = 0; card < market.size(); ++card)
            if (((first + i) % sets >> card & 1U) != 0)
                take.push_back(market[card]);
        if (take.size() < smallest_exchange || std::ranges::find(take, camel) != take.end())
            continue;
        std::ranges::copy_if(hand, std::back_inserter(give), [&](std::string_view card) {
            return std::ranges::find(take, card) == take.end();
        });
        give.insert(give.end(), std::min<std::size_t>(herd, hand_limit - hand.size()), camel);
        if (give.size() < take.size())
            continue;
        for (std::size_t n = 0; n < take.size(); ++n)
            std::swap(give[n], give[n + below(give.size() - n)]);
        give.resize(take.size());
        return R"({"type":"exchange","take":)" + quoted_list(take) + R"(,"give":)" +
               quoted_list(give) + "}";
    }
    return {};
}

std::string move_request(std::string_view view, const Choice& choice, std::uint64_t id) {
    const auto ply = number(after(view, R"("ply":)")).value_or(0);
    return R"({"type":"act","id":)" + std::to_string(id) + R"(,"ply":)" + std::to_string(ply) +
           R"(,"action":)" + choice.action + "}";
}

} // namespace jaipur::bench
