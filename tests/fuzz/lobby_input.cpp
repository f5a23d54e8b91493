#include "tests/fuzz/lobby_input.hpp"

#include "protocol/hash.hpp"

#include <iterator>

namespace jaipur::fuzz {

using namespace server::core;

protocol::Secret nonce_of(std::uint8_t byte) {
    protocol::Secret nonce;
    nonce.fill(byte);
    return nonce;
}

void LobbyInput::turn_to_session() {
    at = 0;
    const auto& peers = world.peers();
    if (peers.empty())
        return;
    auto it = peers.begin();
    std::advance(it, static_cast<std::ptrdiff_t>(input.byte() % peers.size()));
    at = it->first;
}

const Peer* LobbyInput::peer() const {
    const auto found = world.peers().find(at);
    return found == world.peers().end() ? nullptr : &found->second;
}

const RoomState* LobbyInput::room() const {
    const Peer* const who = peer();
    return who && who->seated ? world.lobby().room(who->seated->room) : nullptr;
}

Ticket LobbyInput::some_ticket(std::size_t back) const {
    const auto& tickets = world.tickets();
    return tickets.empty() ? Ticket{"222222", std::string(43, 'A')}
                           : tickets[tickets.size() - 1 - back % tickets.size()];
}

protocol::Hash LobbyInput::commit(std::uint8_t byte) const {
    const Peer* const who = peer();
    if (!who || !who->room || !who->seated->seat)
        return {};
    const auto& fair = who->room->fair;
    return protocol::seat_commit(fair.match, fair.server_commit, *who->seated->seat,
                                 nonce_of(byte));
}

} // namespace jaipur::fuzz
