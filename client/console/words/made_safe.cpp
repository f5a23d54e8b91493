// Texts of the server, made safe for a terminal.
#include "client/console/safe_text.hpp"
#include "client/console/words/bots.hpp"
#include "client/console/words/words.hpp"

namespace jaipur::client::words {

namespace {

constexpr std::size_t longest_name = 40;

// `bot`: the player's level, if it is a bot.
std::string player_name(const std::string& name, const std::optional<std::string>& bot) {
    std::string known = bot ? bot_name(*bot) : "";
    return known.empty() ? safe(name, longest_name) : known;
}

void make_safe(std::optional<protocol::Notice>& notice) {
    if (notice && notice->announcement)
        notice->announcement->text = safe(notice->announcement->text);
}

} // namespace

protocol::RoomInfo made_safe(protocol::RoomInfo room) {
    room.room = safe(room.room, longest_name);
    make_safe(room.notice);
    if (room.ended_by_operator)
        room.ended_by_operator = safe(*room.ended_by_operator);
    for (auto& player : room.players.values)
        if (player) {
            player->name = player_name(player->name, player->bot);
            if (player->bot)
                player->bot = safe(*player->bot, longest_name);
        }
    return room;
}

protocol::RoomList made_safe(protocol::RoomList rooms) {
    make_safe(rooms.notice);
    for (protocol::RoomListing& listing : rooms.rooms) {
        listing.room = safe(listing.room, longest_name);
        for (const Seat seat : all_seats)
            if (auto& player = listing.names[seat])
                player = player_name(*player, listing.bots[seat]);
    }
    return rooms;
}

protocol::Game made_safe(protocol::Game game) {
    game.room = safe(game.room, longest_name);
    game.name = safe(game.name, longest_name);
    if (game.opponent)
        game.opponent = player_name(*game.opponent, game.opponent_bot);
    return game;
}

protocol::Chat made_safe(protocol::Chat chat) {
    if (chat.name)
        chat.name = safe(*chat.name, longest_name);
    chat.text = safe(chat.text);
    return chat;
}

protocol::SpectatorList made_safe(protocol::SpectatorList list) {
    for (protocol::Spectator& spectator : list.spectators)
        if (spectator.name)
            spectator.name = safe(*spectator.name, longest_name);
    return list;
}

} // namespace jaipur::client::words
