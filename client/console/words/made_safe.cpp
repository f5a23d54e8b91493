// Texts of the server, made safe for a terminal.
#include "client/console/safe_text.hpp"
#include "client/console/translation.hpp"
#include "client/console/words/words.hpp"

namespace jaipur::client::words {

namespace {

constexpr std::size_t longest_name = 40;
constexpr std::string_view english_bot = "Easy bot"; // as the server calls it

} // namespace

protocol::RoomInfo made_safe(protocol::RoomInfo room) {
    room.room = safe(room.room, longest_name);
    for (auto& player : room.players.values)
        if (player) {
            player->name = safe(player->name, longest_name);
            if (player->bot)
                player->bot = safe(*player->bot, longest_name);
            if (player->bot == protocol::default_bot && player->name == english_bot)
                player->name = _("Easy bot");
        }
    return room;
}

protocol::RoomList made_safe(protocol::RoomList rooms) {
    for (protocol::RoomListing& listing : rooms.rooms) {
        listing.room = safe(listing.room, longest_name);
        for (auto& player : listing.names.values)
            if (player)
                player = safe(*player, longest_name);
    }
    return rooms;
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
