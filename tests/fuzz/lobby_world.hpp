// A server's core for fuzzing the lobby: text frames in, and around the core a manual clock, seeded
// randomness, and a store of texts that answers on command. Everything sent is checked: one reply
// per request, in order; text that a client can read; nothing before it is stored; no hand but the
// recipient's; and after every record the state equals replaying the records. It must not know
// where the frames come from.
#pragma once

#include "server/core/lobby/lobby.hpp"
#include "server/core/room/state.hpp"
#include "tests/support/random.hpp"

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace jaipur::fuzz {

// Limits that are quickly reached, or lifted.
server::core::Limits limits_of(std::uint8_t bits);

enum class StoreMode : std::uint8_t { AtOnce, WhenTold };

// One connection, and what it was last sent.
struct Peer {
    std::deque<Result<protocol::Request, protocol::Error>> asked; // not answered yet
    std::size_t excused = 0; // how many of these were asked before who may get in changed
    std::optional<protocol::Secret> pass; // the last one that was accepted
    std::optional<protocol::Seated> seated;
    std::optional<protocol::RoomInfo> room;
    std::optional<protocol::View> view;
    bool entering = false; // the next view is its first in a room
    bool closed = false;
};

// A seat granted earlier; its token may have become invalid.
struct Ticket {
    std::string room, token;
};

class LobbyWorld {
  public:
    LobbyWorld(const server::core::Limits& limits, std::uint64_t seed);

    server::core::Lobby& lobby() { return *lobby_; }

    const std::map<server::core::SessionId, Peer>& peers() const { return peers_; }

    const std::vector<Ticket>& tickets() const { return tickets_; }

    // That a player was given; it may not work any more.
    const protocol::Secret& last_key() const { return last_key_; }

    const std::map<server::core::RoomCode, server::core::RoomState>& rooms() const {
        return shadows_;
    }

    bool store_owes() const { return !unstored_.empty(); }

    bool hashes_owed() const { return !unhashed_.empty(); }

    StoreMode mode = StoreMode::AtOnce;
    // Also called with each message that goes out, as text.
    std::function<void(server::core::SessionId, const std::string&)> on_told;

    // ---- what happens
    void connect(const server::core::Address& from = {});
    void disconnect(server::core::SessionId session);
    // A text frame from the wire.
    void hear(server::core::SessionId session, std::string_view frame);
    void ask(server::core::SessionId session, protocol::RequestBody body);
    void answer_store(server::core::Stored result);
    void shut_down();
    // Hashes the next password that the core wants hashed, faster than the real hash.
    void hash_password();
    // Answers for the next bot that has been asked.
    void think();
    void measure(server::core::SessionId session, std::chrono::milliseconds round_trip);
    void pass(std::chrono::milliseconds time);
    // The process dies; a new one restores the rooms from the stored texts.
    void crash();
    // The first start of a process, on records by number that may be inconsistent.
    void wake_with(const std::map<std::uint64_t, server::core::Record>& records);

    // ---- what the operator of a private server does (lobby_guests.cpp)
    void set_privacy(const server::core::Privacy& privacy);
    // "sesame", or none.
    void set_password(bool on);
    void invite(int uses, std::chrono::milliseconds lasts);
    void revoke(std::uint64_t number);
    // The store's answer about the oldest change of the guest book.
    void answer_guests(server::core::Stored result);

    // Of the last invitation; it may be over.
    const protocol::Secret& last_invitation() const { return last_invitation_; }

    // A seat to resume, if its token is still valid.
    void remember(Ticket ticket) { tickets_.push_back(std::move(ticket)); }

    // The store answers everything pending, and then every request must have been answered.
    void finish();

  private:
    void start();
    void restore(const std::set<server::core::RoomCode>& left_out);
    void carry_out(server::core::Output& out);
    void housekeeping(const server::core::Output& out);
    void check_room(const server::core::RoomCode& code);
    void restore_guests();
    bool is_private() const;
    void excuse_pending();
    void check_pass(const Peer& peer, const protocol::RequestBody& asked) const;
    bool keeps_pass(const protocol::Secret& pass) const;

    bool owes_guests() const { return !unkept_.empty(); }

    bool is_to_be_read(const protocol::ServerMessage& message);
    void tell(server::core::SessionId to, const protocol::ServerMessage& message);
    void take(Peer& peer, const protocol::Ok& ok);
    void take(Peer& peer, const protocol::Error& error);
    void take(Peer& peer, const protocol::RoomInfo& room);
    void take(Peer& peer, const protocol::Commitments& table);
    void take(Peer& peer, const protocol::View& view);
    void take(Peer& peer, const protocol::Chat& chat);
    Result<protocol::Request, protocol::Error> answered(Peer& peer, std::uint64_t re);

    using Log = std::map<std::uint64_t, std::string>; // records by number, as text

    const server::core::Limits limits_;
    test::Random random_;
    std::optional<server::core::Lobby> lobby_;
    server::core::Time now_{std::chrono::milliseconds{1763640000000}};
    std::map<server::core::SessionId, Peer> peers_;
    std::vector<Ticket> tickets_;
    protocol::Secret last_key_{}, last_invitation_{};
    server::core::Privacy privacy_;
    std::optional<server::core::PasswordHash> password_;
    std::deque<server::core::GuestChange> unkept_;
    std::map<std::uint64_t, std::string> guests_; // entries of the guest book as stored texts
    std::deque<server::core::Record> unstored_;
    std::deque<server::core::PasswordToHash> unhashed_;
    std::deque<server::core::ToThink> thoughts_;
    std::map<server::core::RoomCode, server::core::RoomState>
        shadows_; // built only from stored texts
    std::map<server::core::RoomCode, Log> logs_;
    const protocol::ServerMessage* readable_ = nullptr; // last one checked
    std::uint64_t records_ = 0, last_stored_ = 0, last_request_ = 1000;
    server::core::SessionId last_session_ = 0;
    bool forged_ = false; // the records may not be real decisions
    int views_ = 0;       // sent so far
};

} // namespace jaipur::fuzz
