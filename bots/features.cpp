#include "bots/features.hpp"

#include <algorithm>
#include <array>
#include <compare>
#include <utility>

namespace jaipur::bots {

namespace {

constexpr std::size_t herd_sizes = 12, hand_sizes = hand_limit + 1, market_counts = market_size + 1;
constexpr std::size_t hidden_sizes = hand_dealt + 1;

// Numbers pairs of counts, one block after another. Larger counts than a block has rows or columns
// get its last one.
class Layout {
  public:
    struct Block {
        std::size_t begin = 0, rows = 1, columns = 1;

        constexpr std::uint16_t at(int row, int column) const {
            const auto within = [](int count, std::size_t size) {
                return std::min(static_cast<std::size_t>(static_cast<unsigned>(count)), size - 1);
            };
            return static_cast<std::uint16_t>(begin + within(row, rows) * columns +
                                              within(column, columns));
        }
    };

    constexpr Block block(std::size_t rows, std::size_t columns = 1) {
        const Block result{size_, rows, columns};
        size_ += rows * columns;
        list_.push_back({result.begin, size_});
        return result;
    }

    constexpr std::size_t size() const { return size_; }

    constexpr const FeatureBlocks& list() const { return list_; }

  private:
    std::size_t size_ = 0;
    FeatureBlocks list_;
};

struct GoodBlocks {
    Layout::Block mine_tokens, theirs_tokens, market_tokens, unseen_tokens, mine_market,
        theirs_market, mine_unseen, mine_theirs;
};

constexpr std::size_t leads = 61, phases = 5;

struct Blocks {
    PerGood<GoodBlocks> goods;
    Layout::Block herds, my_hand_herd, their_hand_herd, their_hidden_hand, my_hidden, deck_empty,
        camels_gaps, camels_their_herd, camels_their_hand;
    PerTier<Layout::Block> bonus_left, my_sets, their_sets;
    Layout::Block lead_phase, exchanges_lead;
    std::size_t size = 0;
    FeatureBlocks list;
};

constexpr Blocks blocks = [] {
    Layout layout;
    Blocks all;
    for (const Good good : all_goods) {
        const std::size_t cards = cards_of_kind[static_cast<std::size_t>(good)] + 1u;
        const std::size_t held = std::min(cards, hand_sizes);
        const std::size_t tokens = goods_pile_sizes[good] + 1u;
        all.goods[good] = {layout.block(held, tokens),          layout.block(held, tokens),
                           layout.block(market_counts, tokens), layout.block(cards, tokens),
                           layout.block(held, market_counts),   layout.block(held, market_counts),
                           layout.block(held, cards),           layout.block(held, held)};
    }
    all.herds = layout.block(herd_sizes, herd_sizes);
    all.my_hand_herd = layout.block(hand_sizes, herd_sizes);
    all.their_hand_herd = layout.block(hand_sizes, herd_sizes);
    all.their_hidden_hand = layout.block(hidden_sizes, hand_sizes);
    all.my_hidden = layout.block(hidden_sizes);
    all.deck_empty = layout.block(deck_size - 2 * hand_dealt - 1, empty_piles_until_end + 1);
    all.camels_gaps = layout.block(market_counts, market_counts);
    all.camels_their_herd = layout.block(market_counts, herd_sizes);
    all.camels_their_hand = layout.block(market_counts, hand_sizes);
    for (const BonusTier tier : all_bonus_tiers) {
        const std::size_t left = bonus_pile_sizes[tier] + 1u;
        all.bonus_left[tier] = layout.block(left);
        all.my_sets[tier] = layout.block(3, left);
        all.their_sets[tier] = layout.block(3, left);
    }
    all.lead_phase = layout.block(leads, phases);
    all.exchanges_lead = layout.block(exchanges_until_stalled + 1, 3);
    all.size = layout.size();
    all.list = layout.list();
    return all;
}();

struct GoodCounted {
    int tokens = 0, mine = 0, market = 0, theirs = 0, unseen = 0;
    friend constexpr auto operator<=>(const GoodCounted&, const GoodCounted&) = default;
};

PerGood<GoodCounted> count_goods(const Position& position) {
    PerGood<GoodCounted> goods;
    for (const Good good : all_goods)
        goods[good] = {position.turn.goods_tokens[good], position.turn.hand[good], 0,
                       position.theirs.known[good], position.unseen[card_of(good)]};
    for (const auto& slot : position.turn.market)
        if (slot && is_good(*slot))
            ++goods[*good_of(*slot)].market;
    if (goods[Good::Cloth] < goods[Good::Spice])
        std::swap(goods[Good::Cloth], goods[Good::Spice]);
    return goods;
}

// Keeps its size where a number that is written can't change it, as far as the compiler knows.
struct List {
    std::array<std::uint16_t, most_features> items;
    std::size_t size = 0;

    void push_back(std::uint16_t feature) { items[size++] = feature; }
};

template <Good good>
void add_good(const GoodCounted& counted, List& list) {
    constexpr const GoodBlocks& block = blocks.goods[good];
    const auto& [tokens, mine, market, theirs, unseen] = counted;
    list.push_back(block.mine_tokens.at(mine, tokens));
    list.push_back(block.theirs_tokens.at(theirs, tokens));
    list.push_back(block.market_tokens.at(market, tokens));
    list.push_back(block.unseen_tokens.at(unseen, tokens));
    list.push_back(block.mine_market.at(mine, market));
    list.push_back(block.theirs_market.at(theirs, market));
    list.push_back(block.mine_unseen.at(mine, unseen));
    list.push_back(block.mine_theirs.at(mine, theirs));
}

void add_goods(const Position& position, List& list) {
    const PerGood<GoodCounted> goods = count_goods(position);
    const auto add = [&]<std::size_t... place>(std::index_sequence<place...>) {
        (add_good<all_goods[place]>(goods[all_goods[place]], list), ...);
    };
    add(std::make_index_sequence<all_goods.size()>());
}

void add_hands(const Position& position, List& list) {
    const int mine = total(position.turn.hand), theirs = hand_size(position.theirs);
    int camels = 0, gaps = 0;
    for (const auto& slot : position.turn.market) {
        camels += slot == Card::Camel;
        gaps += !slot;
    }
    list.push_back(blocks.herds.at(position.turn.herd, position.theirs.herd));
    list.push_back(blocks.my_hand_herd.at(mine, position.turn.herd));
    list.push_back(blocks.their_hand_herd.at(theirs, position.theirs.herd));
    list.push_back(blocks.their_hidden_hand.at(position.theirs.hidden, theirs));
    list.push_back(blocks.my_hidden.at(position.mine.hidden, 0));
    list.push_back(blocks.camels_gaps.at(camels, gaps));
    list.push_back(blocks.camels_their_herd.at(camels, position.theirs.herd));
    list.push_back(blocks.camels_their_hand.at(camels, theirs));
}

void add_bonuses(const Position& position, List& list) {
    for (const BonusTier tier : all_bonus_tiers) {
        const int left = position.turn.bonus_tokens[tier];
        const auto sets = [&](const GoodCounts& hand) {
            return static_cast<int>(std::ranges::count_if(
                hand.values, [&](int count) { return count >= cards_for(tier); }));
        };
        list.push_back(blocks.bonus_left[tier].at(left, 0));
        list.push_back(blocks.my_sets[tier].at(sets(position.turn.hand), left));
        list.push_back(blocks.their_sets[tier].at(sets(position.theirs.known), left));
    }
}

// How far the round has come, by the deck and the empty piles.
int phase(int deck, int empty) {
    constexpr int step = 10;
    return empty >= empty_piles_until_end - 1 ? 0 : std::min(1 + deck / step, int{phases} - 1);
}

void add_progress(const Position& position, List& list) {
    const int deck = position.turn.deck;
    const auto empty = static_cast<int>(std::ranges::count(position.turn.goods_tokens.values, 0));
    const int ahead = lead(position) / 100;
    constexpr int step = 2;
    const int bucket = std::clamp(ahead / step, -int{leads} / 2, int{leads} / 2) + int{leads} / 2;
    list.push_back(blocks.deck_empty.at(deck, empty));
    list.push_back(blocks.lead_phase.at(bucket, phase(deck, empty)));
    list.push_back(blocks.exchanges_lead.at(position.turn.exchanges_in_a_row, ahead > 0   ? 2
                                                                              : ahead < 0 ? 0
                                                                                          : 1));
}

} // namespace

const std::size_t feature_count = blocks.size;

const FeatureBlocks& feature_blocks() {
    return blocks.list;
}

Features features(const Position& position) {
    List list;
    add_goods(position, list);
    add_hands(position, list);
    add_bonuses(position, list);
    add_progress(position, list);
    return {list.items, list.size};
}

} // namespace jaipur::bots
