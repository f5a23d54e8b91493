// Misbehaving clients that write their own requests instead of running the client program: they
// repeat them over several connections at once, make stale or illegal requests, and send malformed
// ones. One kind has a seat and still wants to finish its match; the other has none, or stole a
// seat's token.
#pragma once

#include "tests/simulation/evening.hpp"
#include "tests/simulation/frames.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace jaipur::simulation {

class Raw final : public Visitor, public End {
  public:
    Raw(Evening& evening, const Person& person, Machine machine);

    void arrive() override { look(); }

    bool is_home() const override { return home_again_; }

    std::string words() const override;

    // ---- End
    void opened(LinkId link) override;
    void arrived(LinkId link, std::string_view bytes) override;
    void ended(LinkId link, Ended how) override;

  private:
    struct Pending {
        std::optional<protocol::RequestBody> body; // nullopt: malformed
    };

    // ---- the connection (raw.cpp)
    void look();
    void think();
    void dial();
    void drop();
    void go_home();
    std::uint64_t send(const protocol::RequestBody& body);
    void send_text(std::string_view text);
    void receive(LinkId link, const Frame& frame);
    void hear(const protocol::ServerMessage& message);
    void hear_ok(const protocol::Ok& ok);
    void hear_error(const protocol::Error& error);

    // ---- with a seat (raw_play.cpp)
    void enter();
    void play();
    void insist();
    void be_ready();
    bool once_in(Micros time);
    const std::optional<protocol::RoomPlayer>& player(Seat seat) const;

    // ---- noise (raw_noise.cpp)
    void make_noise();
    void make_noise_with_a_seat();
    protocol::RequestBody anything();
    void send_spoilt();
    protocol::Secret new_secret();
    std::string some_code();
    protocol::ListGames some_games();
    std::optional<protocol::Secret> some_token();

    Evening& evening_;
    Ground& ground_;
    const Person& person_;
    Machine machine_;
    Random random_;
    bool home_again_ = false;

    LinkId link_ = 0; // 0: none
    bool open_ = false;
    Micros dialled_at_{0}, heard_at_{0}, said_at_{-1h}, came_at_{0};
    Frames frames_;
    std::uint64_t last_id_ = 0;
    std::map<std::uint64_t, Pending> pending_;

    // Where it is, on this connection.
    std::optional<protocol::Seated> seated_;
    Picture picture_;
    std::optional<protocol::RoomInfo> info_;
    std::optional<protocol::View> view_;
    bool table_lies_ = false;

    // What it keeps across connections.
    std::optional<std::string> room_, token_;
    std::optional<protocol::JoinRoom> join_;      // not answered yet
    std::optional<protocol::TakeOver> take_over_; // its key may not work any more
    std::map<protocol::MatchId, protocol::Secret> nonces_;
    std::optional<protocol::Act> wanted_; // requested, not answered yet
    std::vector<protocol::Act> played_;
    bool match_over_ = false;
};

} // namespace jaipur::simulation
