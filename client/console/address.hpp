// A server's address and the links to it, as users type or paste them.
#pragma once

#include "protocol/fair.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace jaipur::client {

struct Address {
    std::string host, port;
    bool secure = false; // only through an encrypted connection (TLS)
    friend bool operator==(const Address&, const Address&) = default;
};

// "HOST:PORT", "HOST", "[::1]:7777", or a URL with any path. https:// and wss:// are secure. The
// default ports are those of the scheme, and 7777 without one. A host name in other letters than
// ASCII becomes what name servers know ("xn--bcher-kva.example").
std::optional<Address> parse_address(std::string_view text);

// What `parse_address` reads: "HOST:PORT"; of a secure address "https://HOST", and its port if that
// isn't 443. Saved seats are filed under it, so an address never loses its encryption.
std::string text_of(const Address& address);

// "HOST:PORT", for HTTP's header Host: without the port that its scheme implies.
std::string authority_of(const Address& address);

// Whether the text can't be a room code or a password: it names a server, or a room on one.
bool looks_like_address(std::string_view text);

// What a pasted text says about a room.
struct RoomLink {
    std::string room;                  // a room code
    std::optional<std::string> server; // as `text_of` writes it; nothing for a bare code
    enum class Purpose : unsigned char { Play, Watch } purpose{};
    std::optional<protocol::Secret> key = {}; // moves a seat to this program
};

// "K7QX2M", or an address with the path /K7QX2M, /watch/K7QX2M, or either of them after "/#". The
// link to a seat has its key after "#".
std::optional<RoomLink> parse_room_link(std::string_view text);

// An invitation to a private server.
struct ServerLink {
    std::string server;                         // as `text_of` writes it
    std::optional<protocol::Secret> invitation; // nothing: part of the link is missing
};

// An address with the path /enter and the invitation after "#".
std::optional<ServerLink> parse_server_link(std::string_view text);

// A finished match on a server.
struct ReplayLink {
    std::string match;  // its ID: 32 digits
    std::string server; // as `text_of` writes it
};

// An address with the path /replay/ID, as the page has it, or /replays/ID.
std::optional<ReplayLink> parse_replay_link(std::string_view text);

// The page's link to a room.
std::string page_link(const Address& address, std::string_view room);
// The link that moves a seat in it.
std::string seat_link(const Address& address, std::string_view room, const protocol::Secret& key);

} // namespace jaipur::client
