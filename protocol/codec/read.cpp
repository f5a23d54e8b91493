#include "protocol/codec/read.hpp"

#include <algorithm>

namespace jaipur::protocol::json {

namespace {

// Longer lists are cut: no market has so many cards, and what was wrong with them stays wrong.
void read_exchange_cards(Fields& fields, std::string_view key, ExchangeCards& out) {
    std::vector<Card> cards;
    fields.required(key, cards);
    out.clear();
    for (std::size_t i = 0; i < std::min(cards.size(), max_exchange); ++i)
        out.push_back(cards[i]);
}

// Any integer is a count; one that no hand can hold is refused by the rules (R11).
void read_count(Fields& fields, std::uint8_t& count) {
    constexpr std::int64_t most = std::numeric_limits<std::uint8_t>::max();
    const Value* value = fields.find("count");
    const auto* number = value ? std::get_if<std::int64_t>(&value->is) : nullptr;
    if (number != nullptr)
        count = static_cast<std::uint8_t>(std::clamp<std::int64_t>(*number, 0, most));
    else
        fields.reading().fail();
}

} // namespace

void read(Reading& r, const Value& value, Action& action) {
    Fields fields(r, value);
    std::string type;
    fields.required("type", type);
    if (type == "take") {
        fields.required("card", action.emplace<Take>().card);
    } else if (type == "take_camels") {
        action.emplace<TakeCamels>();
    } else if (type == "exchange") {
        Exchange& exchange = action.emplace<Exchange>();
        read_exchange_cards(fields, "take", exchange.take);
        read_exchange_cards(fields, "give", exchange.give);
    } else if (type == "sell") {
        Sell& sell = action.emplace<Sell>();
        fields.required("good", sell.good);
        read_count(fields, sell.count);
    } else {
        r.fail();
    }
    fields.close();
}

void read(Reading& r, const Value& value, ClockOptions& clock) {
    Fields fields(r, value);
    const auto integer = [&](std::string_view key, int min, int max, int& out) {
        if (const Value* found = fields.find(key))
            out = static_cast<int>(r.integer(*found, min, max));
        else
            r.fail();
    };
    integer("initial", 1, 36000, clock.initial);
    integer("increment", 0, 300, clock.increment);
    fields.close();
}

} // namespace jaipur::protocol::json
