// The session with a server, whatever face shows it: owns the model, sends requests and matches
// their replies, reconnects and takes up its seat again, repeats an action whose answer was lost,
// keeps the seat's file and takes part in the fair shuffle.
// Pure: the line, the seats, the time and chance come from outside. It draws nothing and knows no
// rule of the game.
#pragma once

#include "client/console/controls.hpp"
#include "client/console/model.hpp"
#include "client/console/session/connection.hpp"
#include "client/console/session/reconnect.hpp"
#include "client/console/session/seats.hpp"
#include "client/console/shuffle/verifier.hpp"
#include "protocol/message.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace jaipur::client::session {

// What the session needs of the world.
struct Environment {
    std::function<SteadyTime()> now;
    std::function<void(std::span<std::uint8_t>)> entropy; // fit for secrets
    // What the user types to come back to a seat, and to see a match again: MATCH stands for its
    // id. Empty: jaipur-client's own command line.
    std::string come_back = {}, replay = {};
    std::string page = {}; // where the server is to be found in a browser; empty: not to be said
};

class Session final : public Controls, public ConnectionEvents {
  public:
    static constexpr std::chrono::seconds ping_every{10};
    static constexpr std::chrono::seconds answer_within{10}; // a ping, or the opening of a line
    static constexpr std::chrono::seconds quit_within{1};    // the answer to a farewell
    static constexpr std::size_t longest_log = 2000;

    Session(std::string server, std::string name, Connection& line, Seats& seats,
            Environment environment);

    const Model& model() const { return model_; }

    // The face that is told of changes from now on; it must outlive the session or be replaced.
    void show_on(Frontend* frontend) { frontend_ = frontend; }

    // What the user is told to type later keeps to plain sentences, too.
    void use_plain_mode() { plain_flag_ = " --plain"; }

    void start();
    // What time brings; to be called at `deadline()`.
    void tick();
    std::optional<SteadyTime> deadline() const;

    // Whether the program is to end.
    bool ended() const { return ended_; }

    // What the user has to know when the screen is gone; often nothing.
    const std::string& farewell() const { return farewell_; }

    // ---- Controls
    void request(protocol::RequestBody body, OnReply on_reply = {}) override;
    void ready() override;
    void resume(const KeptSeat& seat, OnReply on_reply = {}) override;
    void forget(const KeptSeat& seat) override;
    void reconnect_now() override;
    void quit() override;

    // ---- ConnectionEvents
    void opened() override;
    void received(std::string_view text) override;
    void closed(std::uint16_t code, std::string_view reason) override;

  private:
    struct Sent {
        protocol::RequestBody body;
        OnReply on_reply;
        int attempts = 1; // refused by a rate limit so far, and this one
    };

    struct Later { // to be sent again
        SteadyTime at;
        Sent sent;
    };

    struct Announced { // how much of a round has been put into the log
        protocol::MatchId match{};
        int round = 0;
        std::size_t events = 0;
    };

    // ---- the line and requests
    bool online() const { return model_.link.state == LinkState::Online; }

    // What does not depend on the moment is asked once the line is there.
    static bool is_entering(const protocol::RequestBody& body);
    static bool can_wait(const protocol::RequestBody& body);
    void connect();
    void drop_connection(std::string why);
    void give_up_unanswered();
    void wait_for_retry();
    void send(Sent sent);
    void ping();
    bool take_up_kept_seat(const protocol::JoinRoom& join, OnReply& on_reply);
    std::optional<SeatRecord> record_of(const KeptSeat& seat);

    // ---- replies
    void reply(const protocol::Ok& ok);
    void reply(const protocol::Error& error);
    std::optional<Sent> take_sent(std::uint64_t id);
    bool send_later(Sent& sent, const protocol::Error& error);
    int useful_attempts(const protocol::RequestBody& body) const;
    void answered(const Sent& sent, const protocol::Ok& ok);
    void refused(const Sent& sent, const protocol::Error& error);
    void seated(const Sent& sent, const protocol::Seated& seated);
    void resumed();
    void resume_refused(const protocol::Error& error);
    void go_on();
    void left_room();
    void say_how_to_come_back(const std::string& room);

    // ---- what the server says unasked
    void push(const protocol::RoomInfo& room);
    void push(const protocol::Table& table);
    void push(const protocol::View& view);
    void push(const protocol::Chat& chat);
    bool tell_events(const protocol::View& view); // whether the match ended in them
    void tell_round(const protocol::View& view, int number);
    bool tell_match(const protocol::View& view);
    void tell_verdict(ShuffleVerdict::Status before);

    // ---- the room
    void enter_room(const std::string& room, std::optional<Seat> seat,
                    shuffle::Verifier::Entrance entrance);
    void clear_room();
    void be_ready();
    void save_seat();
    void list_kept();

    void log(LogLine::Kind kind, std::string text, std::optional<Seat> seat = std::nullopt);
    void log(LogLine line);
    void changed();
    double chance();

    Connection& connection_;
    Seats& seats_;
    Environment environment_;
    Frontend* frontend_ = nullptr;
    Model model_;
    Reconnect reconnect_;
    bool was_online_ = false;
    bool ended_ = false;
    std::string farewell_, plain_flag_;

    std::uint64_t next_id_ = 1;
    std::map<std::uint64_t, Sent> unanswered_;
    std::vector<Sent> queued_; // for when the line is there
    std::vector<Later> later_;
    std::optional<Sent> act_; // the action whose answer is awaited, over broken lines too
    bool ready_wanted_ = false;

    std::optional<SteadyTime> online_since_, opening_until_, ping_at_, pong_until_, quit_at_;
    std::optional<std::uint64_t> ping_id_;
    SteadyTime ping_sent_{};

    std::optional<SeatRecord> seat_;     // the seat that is ours, in the room where we are
    std::optional<SeatRecord> resuming_; // a kept one that was asked for
    std::optional<protocol::JoinRoom> join_instead_; // where that one is not known any more
    std::optional<std::string> left_;                // the room of a seat that was left in a match
    std::optional<protocol::Spectate> watching_;
    std::uint64_t last_chat_ = 0;   // when the last line of this room's chat was said, as told
    bool whole_round_next_ = false; // the next view tells the whole round
    Announced announced_;
    shuffle::Verifier verifier_;
    std::optional<SteadyTime> wrong_join_; // when a code or password was last refused
    int strange_messages_ = 0;
};

} // namespace jaipur::client::session
