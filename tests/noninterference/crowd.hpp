// Random people around a server: two at a table, or one and a bot; spectators, early and late,
// named and nameless; wanderers; a second table. They make expected, allowed and forbidden
// requests. All input is recorded, so that another world can repeat it.
#pragma once

#include "tests/noninterference/rig.hpp"
#include "tests/noninterference/unseen.hpp"
#include "tests/support/players.hpp"
#include "tests/support/random.hpp"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace jaipur::paired {

enum class Role : std::uint8_t { Host, Guest, Watcher, Wanderer };

struct Person {
    Role role{};
    std::size_t table = 0; // as host, guest or spectator
    std::optional<std::string> name;
    std::size_t comes_at = 0; // the step
    server::core::Address address;
    bool restless = false; // reenters after every step, so it gets a snapshot at every point
    test::Habit habit{};
    protocol::Secret nonce{};

    std::optional<SessionId> session; // now
    std::optional<RoomCode> room;
    std::optional<Seat> seat;
    std::set<SessionId> sessions;           // ever
    std::map<RoomCode, std::string> tokens; // of seats
    std::optional<protocol::Secret> key;    // to one of them
    std::map<RoomCode, Eyes> eyes;          // how each room was ever seen
    bool turned_away = false;               // from a room without spectators
    int snapshots = 0;                      // of games that run

    void leave() {
        room.reset();
        seat.reset();
    }

    void disconnect() {
        session.reset();
        leave();
    }
};

class Crowd {
  public:
    explicit Crowd(std::uint64_t seed);

    // Plays the first world; the seed determines the number of steps.
    void play();

    // This seed's server settings, for the second world too.
    server::core::Limits limits() const { return limits_; }

    Store store() const { return store_; }

    std::uint64_t seed() const { return seed_; }

    const std::vector<Input>& inputs() const { return inputs_; }

    const std::vector<Person>& people() const { return people_; }

    const Rig& rig() const { return rig_; }

    const Chance& chance() const { return chance_; }

    // What the host of the first table opened, if anything.
    const std::optional<RoomCode>& table(std::size_t number) const { return tables_.at(number); }

  private:
    struct Asked {
        std::size_t person = 0;
        std::size_t input = 0;
        bool leaves = false;
        bool watches = false;
    };

    void step();
    void store_answers();
    void let_time_pass();
    void restart();

    // Continues the games.
    void progress(std::size_t table);
    void advance(Person& person);
    void enter(Person& person);
    void enter_anew(Person& person);
    void wander(Person& person);
    protocol::Ready ready(const Person& person, const server::core::RoomState& room);
    void play_on(Person& person, const server::core::RoomState& room);
    // Does something random.
    void whim(Person& person);
    protocol::RequestBody anything(const Person& person);
    Action nonsense();
    std::optional<protocol::Secret> some_token();

    protocol::CreateOptions options(std::size_t table);
    RoomCode some_room();
    std::string garbage();

    void take(Input input);
    void connect(Person& person);
    void hang_up(Person& person);
    void say(Person& person, const protocol::RequestBody& body);
    void say_text(Person& person, std::string text);
    void read();
    void read_reply(const Sent& sent);
    void read_seated(Person& person, const protocol::Seated& seated);

    std::uint64_t seed_;
    test::Random random_;
    server::core::Limits limits_;
    Store store_;
    Chance chance_;
    Rig rig_;
    std::vector<Person> people_;
    std::array<std::optional<RoomCode>, 2> tables_;
    std::vector<Input> inputs_;
    std::map<std::uint64_t, Asked> asked_; // by id
    std::size_t step_ = 0, read_ = 0;
    SessionId last_session_ = 0;
    std::uint64_t last_id_ = 0;
};

} // namespace jaipur::paired
