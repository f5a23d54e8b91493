// The plain face: short sentences, one thing a line, no colours and no drawing; typed commands come
// in. Made for screen readers, for pipes and for terminals that can do nothing else.
// It writes to whatever it is given and reads nothing by itself.
#pragma once

#include "client/console/command/command.hpp"
#include "client/console/controls.hpp"
#include "client/console/model.hpp"

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace jaipur::client::plain {

struct PlainOptions {
    // Lines from a person come when they come. Those from a pipe are read one by one, each after
    // the answer to the one before.
    enum class Input : std::uint8_t { Person, Pipe };
    Input input = Input::Person;
    protocol::CreateOptions new_room; // from the command line: what `new` begins with
};

class PlainFrontend final : public Frontend {
  public:
    using Print = std::function<void(std::string_view line)>;

    PlainFrontend(const Model& model, Controls& controls, Print print, PlainOptions options);

    void changed() override;
    // One typed line, without its end.
    void line(std::string_view text);
    void obey(const command::Command& command);
    // No more lines will come.
    void input_ended();
    // Whether the next line may come now.
    bool wants_input() const;

    // Whether a pipe did not get what it came for: no line to the server, or no room.
    bool failed() const { return options_.input == PlainOptions::Input::Pipe && refused_; }

    static constexpr int most_tries = 3; // to get a line, where nobody waits for one

  private:
    struct Moment;

    // ---- what is announced by itself
    void tell_link();
    void tell_log();
    void tell_room();
    void tell_kept();
    void tell_view();
    void tell_turn();
    void tell_what_next(Phase phase);
    void tell_watcher(const Moment& now);

    // ---- what comes in, and its end
    void take(std::string_view line);
    void take_held();
    bool online_once() const;
    bool ready_for_input() const;
    void leave_with_the_input();
    void give_up_alone();
    void end(std::string_view last_words);

    // ---- commands, one for each kind
    struct Run;
    static constexpr std::string_view no_room =
        "You are in no room. Type new, join CODE, watch CODE, quick or bot first.";
    void run(const command::Play& play);
    void run(const command::SellAll& sell);
    void run(const command::Show& show);
    void run(const command::Help& help);
    void run(const command::Rooms& rooms);
    void run(const command::Say& say);
    void run(const command::Name& name);
    void run(const command::Resume& resume);
    void run(const command::Forget& forget);
    void run(command::Simple plain);
    // New, Join, Watch, Quick
    void enter(const command::Command& command);

    void act(const Action& action);
    void ask(std::string question, std::function<void()> when_yes);
    void answer(command::Simple yes_or_no);
    void request(protocol::RequestBody body, Controls::OnReply on_reply = {});
    void note_refusal(const Controls::Reply& reply);
    void show_score();
    void show_who();
    void show_clock();
    void show_log(int lines);
    void show_rooms();

    void say(std::string_view line) { print_(line); }

    bool my_turn() const;
    bool still_waiting() const;
    bool action_on_its_way() const;
    std::optional<Moment> moment() const;

    const Model& model_;
    Controls& controls_;
    Print print_;
    PlainOptions options_;
    std::string name_;
    std::function<void()> when_yes_; // a question stands open

    // ---- what has been told
    std::size_t told_log_ = 0; // lines, those dropped counted
    std::optional<LinkState> told_link_;
    int told_attempt_ = 0;
    std::optional<std::string> told_room_;
    bool told_kept_ = false;

    struct Moment { // of the game
        protocol::MatchId match{};
        Phase phase{};
        std::uint32_t ply = 0;
        std::uint8_t round = 0;
        bool full = false; // both seats taken
        bool ready = false;
        bool late = false; // a match is on, of which this watcher sees nothing yet
        friend bool operator==(const Moment&, const Moment&) = default;
    };

    std::optional<Moment> told_moment_;

    struct PlayMoment {
        protocol::MatchId match{};
        Phase phase{};
        std::uint32_t ply = 0;
        friend bool operator==(const PlayMoment&, const PlayMoment&) = default;
    };

    PlayMoment moment_of_play() const;
    std::optional<PlayMoment> acted_; // the moment at which the last action was accepted
    bool against_bot_ = false;        // the first readiness goes without saying

    bool telling_ = false;
    bool waiting_ = false; // `wait`: for the own turn
    std::optional<Moment> ready_at_;
    int unanswered_ = 0; // requests
    bool was_online_ = false;
    std::deque<std::string> held_; // lines of a pipe that came before there was a line
    bool taking_ = false;
    bool refused_ = false; // the last way into a room, or the line itself
    bool input_ended_ = false;
    bool quit_ = false;
};

} // namespace jaipur::client::plain
