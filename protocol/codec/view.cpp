#include "protocol/codec/view.hpp"

#include "protocol/codec/values.hpp"

#include <array>
#include <cstddef>
#include <string>

namespace jaipur::protocol::json {

// ---- what both players see alike ---------------------------------------------------------------

// Both players' views are written one after the other. This keeps the texts of the last few values,
// so that the second view takes over what the first one said.
template <class T, std::size_t Kept>
class LastTexts {
  public:
    void write(Writer& w, const T& value) {
        for (const auto& [kept, text] : last_)
            if (!text.empty() && kept == value)
                return w.plain(text);
        const std::size_t begin = w.size();
        write_value(w, value);
        auto& [kept, text] = last_[next_];
        next_ = (next_ + 1) % Kept;
        text.clear(); // in case copying throws
        kept = value;
        text = w.since(begin);
    }

  private:
    struct Entry {
        T value;
        std::string text; // empty: there is none yet
    };

    std::array<Entry, Kept> last_{};
    std::size_t next_ = 0;
};

template <std::size_t Kept>
struct WrittenOnce : AsItIs {
    template <class T>
    static void write(Writer& w, const T& value) {
        static thread_local LastTexts<T, Kept> texts;
        texts.write(w, value);
    }
};

// ---- tokens ------------------------------------------------------------------------------------

// As the number of cards that its tokens reward.
static void write(Writer& w, BonusTier tier) {
    w.number(cards_for(tier));
}

static void read(Decoder& d, const Value& value, BonusTier& tier) {
    const std::int64_t cards =
        d.integer(value, cards_for(BonusTier::Three), cards_for(BonusTier::Five));
    tier = all_bonus_tiers[static_cast<std::size_t>(cards - cards_for(BonusTier::Three))];
}

template <>
constexpr std::tuple members<PerTier<std::uint8_t>>{
    field("3", [](auto& piles) -> auto& { return piles[BonusTier::Three]; }),
    field("4", [](auto& piles) -> auto& { return piles[BonusTier::Four]; }),
    field("5", [](auto& piles) -> auto& { return piles[BonusTier::Five]; })};
template <>
constexpr std::size_t expected_members<PerTier<std::uint8_t>> = 1;
template <>
constexpr std::tuple members<GoodsToken>{field("good", &GoodsToken::good),
                                         field("value", &GoodsToken::value)};
template <>
constexpr std::tuple members<ObservedBonus>{field("cards", &ObservedBonus::tier),
                                            field("value", &ObservedBonus::value)};

// The values left in a goods pile, which can be empty.
template <>
constexpr bool lists_all_goods<FixedVector<std::uint8_t, largest_goods_pile>> = true;

// ---- the table ---------------------------------------------------------------------------------

template <>
constexpr std::tuple members<ObservedTrader>{
    field("seals", &ObservedTrader::seals),
    field("hand_size", &ObservedTrader::hand_size),
    field("hand", &ObservedTrader::hand),
    field("herd", &ObservedTrader::herd),
    field("goods_tokens", &ObservedTrader::goods_tokens, WrittenOnce<2>{}), // one per trader
    field("bonus_tokens", &ObservedTrader::bonus_tokens)};
template <>
constexpr std::tuple members<LegalSummary::Sale>{field("min", &LegalSummary::Sale::min),
                                                 field("max", &LegalSummary::Sale::max)};

static void read(Decoder& d, const Value& value, LegalSummary::Sale& sale) {
    read<>(d, value, sale);
    if (sale.min == 0 || sale.max < sale.min)
        d.fail(); // impossible sales are left out
}

template <>
constexpr std::tuple members<LegalSummary>{
    field("take", &LegalSummary::take), field("take_camels", &LegalSummary::take_camels),
    field("sell", &LegalSummary::sell), field("exchange", &LegalSummary::exchange)};
template <>
constexpr std::tuple members<ClockReading>{field("remaining_ms", &ClockReading::remaining_ms),
                                           field("running", &ClockReading::running)};

// ---- events ------------------------------------------------------------------------------------

template <>
constexpr std::tuple members<RoundStarted>{type("round_started"),
                                           field("round", &RoundStarted::round),
                                           field("starter", &RoundStarted::starter)};
template <>
constexpr std::tuple members<Took>{type("took"), field("seat", &Took::seat),
                                   field("card", &Took::card), field("refill", &Took::refill)};
template <>
constexpr std::tuple members<TookCamels>{type("took_camels"), field("seat", &TookCamels::seat),
                                         field("count", &TookCamels::count),
                                         field("refill", &TookCamels::refill)};
template <>
constexpr std::tuple members<Exchanged>{type("exchanged"), field("seat", &Exchanged::seat),
                                        field("took", &Exchanged::took),
                                        field("gave", &Exchanged::gave)};
template <>
constexpr std::tuple members<ObservedSold>{type("sold"),
                                           field("seat", &ObservedSold::seat),
                                           field("good", &ObservedSold::good),
                                           field("count", &ObservedSold::count),
                                           field("tokens", &ObservedSold::tokens),
                                           field("bonus", &ObservedSold::bonus)};
template <>
constexpr std::tuple members<RoundEnded>{type("round_ended"), field("round", &RoundEnded::round),
                                         field("reason", &RoundEnded::reason),
                                         field("winner", &RoundEnded::winner)};
template <>
constexpr std::tuple members<MatchEnded>{type("match_ended"), field("winner", &MatchEnded::winner),
                                         field("reason", &MatchEnded::reason, MatchReason{})};

// ---- the whole view ----------------------------------------------------------------------------

// Both null while the match runs.
struct EndOfMatch {
    static void write(Writer& w, const ObservedResult& result) {
        const auto& match = result.match;
        w.field("winner", match ? match->winner : std::nullopt);
        w.field("reason", match ? std::optional(match->reason) : std::nullopt);
    }

    static void read(ObjectReader& from, ObservedResult& result) {
        MatchResult match;
        from.required("winner", match.winner);
        const Value* reason = from.find("reason");
        if (reason == nullptr)
            return from.decoder().fail();
        if (reason->is_null())
            return;
        MatchReason::read(from.decoder(), *reason, match.reason);
        result.match = match;
    }
};

template <>
constexpr std::tuple members<ObservedResult>{field("rounds", &ObservedResult::rounds), EndOfMatch{},
                                             field("proof", &ObservedResult::proof)};

template <>
constexpr std::tuple members<View>{field("room", &View::room),
                                   field("seq", &View::seq),
                                   field("you", &View::you),
                                   field("phase", &View::phase),
                                   field("match", &View::match),
                                   field("round", &View::round),
                                   field("ply", &View::ply),
                                   field("turn", &View::turn),
                                   field("exchanges_in_a_row", &View::exchanges_in_a_row),
                                   field("market", &View::market),
                                   field("deck", &View::deck),
                                   field("discard", &View::discard),
                                   field("goods_tokens", &View::goods_tokens, WrittenOnce<1>{}),
                                   field("bonus_tokens", &View::bonus_tokens),
                                   field("players", &View::players),
                                   field("legal", &View::legal),
                                   field("clock", &View::clock),
                                   defaulted("move_in", &View::move_in),
                                   field("events", &View::events),
                                   field("result", &View::result, WrittenOnce<1>{})};

void write_members(Writer& w, const View& view) {
    write_members<View>(w, view);
}

void read_members(ObjectReader& from, View& view) {
    read_members<View>(from, view);
}

void write_events(Writer& w, std::span<const ObservedEvent> events) {
    w.array(events, [&w](const ObservedEvent& event) { write(w, event); });
}

} // namespace jaipur::protocol::json
