// Clients without a program behind them, which write their requests themselves and know no manners:
// they repeat, over several connections at once, ask for what is past or against the rules, and
// send what is no request at all. One kind has a seat and means to end its match all the same; the
// other has none, or one whose token it stole.
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
    void opened(LineId line) override;
    void arrived(LineId line, std::string_view bytes) override;
    void ended(LineId line, Ended how) override;

  private:
    struct Pending {
        std::optional<protocol::RequestBody> body; // none: it is malformed
    };

    // ---- the line (raw.cpp)
    void look();
    void think();
    void dial();
    void drop();
    void go_home();
    std::uint64_t send(const protocol::RequestBody& body);
    void send_text(std::string text);
    void receive(LineId line, const Frame& frame);
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
    std::string some_code();

    Evening& evening_;
    Ground& ground_;
    const Person& person_;
    Machine machine_;
    Random random_;
    bool home_again_ = false;

    LineId line_ = 0; // 0: none
    bool open_ = false;
    Micros dialled_at_{0}, heard_at_{0}, said_at_{-1h}, came_at_{0};
    Frames frames_;
    std::uint64_t last_id_ = 0;
    std::map<std::uint64_t, Pending> pending_;

    // Where it is, on this line.
    std::optional<protocol::Seated> seated_;
    Picture picture_;
    std::optional<protocol::RoomInfo> info_;
    std::optional<protocol::View> view_;
    bool table_lies_ = false;

    // What it keeps over lines.
    std::optional<std::string> room_, token_;
    std::map<protocol::MatchId, protocol::Secret> nonces_;
    std::optional<protocol::Act> wanted_; // asked for, and not answered yet
    std::vector<protocol::Act> played_;
    bool match_over_ = false;
};

} // namespace jaipur::simulation
