// A person with a real client: joins a table or watches one, plays as people do, chats, leaves for
// a while, kills and restarts the program. Knows only what the client shows.
#pragma once

#include "tests/simulation/program.hpp"

#include <memory>
#include <optional>
#include <set>
#include <string>

namespace jaipur::simulation {

class Player final : public Visitor {
  public:
    Player(Evening& evening, const Person& person, Machine machine);

    void arrive() override;

    bool is_home() const override { return home_again_; }

    std::string words() const override;

  private:
    void look();
    void think();
    void start_program();
    void crash();
    void go_home();
    bool mishap();

    void enter();
    void take_up(const client::KeptSeat& seat);
    void ask(protocol::RequestBody body);
    void entered(const client::Controls::Reply& reply);

    void play(const protocol::View& view);
    void wait_for_opponent(const protocol::View& view);
    void be_ready();
    void act(const protocol::View& view);
    bool dawdles();
    void press_on(const protocol::View& view);
    void remove_spectator();
    void after_match(const protocol::View& view);
    void watch_table();
    void chat();
    bool once_in(Micros time); // limits how often it asks

    const protocol::RoomPlayer* me() const;
    const protocol::RoomPlayer* opponent() const;

    Evening& evening_;
    Ground& ground_;
    const Person& person_;
    Machine machine_;
    std::string name_;
    Random random_, secrets_, slowness_;
    Home home_;
    Heard heard_;
    std::unique_ptr<Program> program_;
    bool home_again_ = false;
    bool done_ = false; // wants to go home
    Micros dawdles_until_{0};
    std::optional<Micros> asked_at_;
    std::optional<Micros> alone_since_;
    Micros said_at_{-1h};
    std::set<protocol::MatchId> played_;
    std::optional<Micros> over_since_;
    int lines_ = 0;
};

} // namespace jaipur::simulation
