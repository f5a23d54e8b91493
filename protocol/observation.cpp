#include "protocol/observation.hpp"

#include <algorithm>

namespace jaipur::protocol {

std::optional<Turn> turn_of(const Observation& view) {
    if (!view.you || view.phase != Phase::Playing)
        return std::nullopt;
    const ObservedTrader& mine = view.players[*view.you];
    if (!mine.hand || !mine.herd || total(*mine.hand) > hand_limit) // R10
        return std::nullopt;
    Turn turn{
        {}, *mine.hand, *mine.herd, {}, view.bonus_tokens, view.deck, view.exchanges_in_a_row};
    std::ranges::copy(view.market, turn.market.begin());
    for (Good good : all_goods) {
        const std::size_t left = view.goods_tokens[good].size();
        if (left > goods_pile(good).size()) // R2
            return std::nullopt;
        turn.goods_tokens[good] = static_cast<std::uint8_t>(left);
    }
    return turn;
}

} // namespace jaipur::protocol
