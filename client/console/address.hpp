// A server's address and the link to a room, as users type or paste them.
#pragma once

#include "protocol/fair.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace jaipur::client {

struct Address {
    std::string host, port;
    friend bool operator==(const Address&, const Address&) = default;
};

// "HOST:PORT", "HOST", "[::1]:7777", or a URL that begins with http:// or ws://, with any path. The
// default port is 7777, that of http:// is 80. Nothing for https:// and wss://: see `needs_tls`.
std::optional<Address> parse_address(std::string_view text);

// "HOST:PORT", which `parse_address` reads.
std::string text_of(const Address& address);

// Whether the address can be reached only by an encrypted connection, which this program lacks.
bool needs_tls(std::string_view address);

// Whether the text can't be a room code or a password: it names a server, or a room on one.
bool looks_like_address(std::string_view text);

// What a pasted text says about a room.
struct RoomLink {
    std::string room;                  // a room code
    std::optional<std::string> server; // "HOST:PORT"; nothing for a bare code
    enum class Purpose : unsigned char { Play, Watch } purpose{};
    std::optional<protocol::Secret> key = {}; // moves a seat to this program
};

// "K7QX2M", or an address with the path /K7QX2M, /watch/K7QX2M, or either of them after "/#". The
// link to a seat has its key after "#".
std::optional<RoomLink> parse_room_link(std::string_view text);

// The page's link to a room.
std::string page_link(const Address& address, std::string_view room);
// The link that moves a seat in it.
std::string seat_link(const Address& address, std::string_view room, const protocol::Secret& key);

} // namespace jaipur::client
