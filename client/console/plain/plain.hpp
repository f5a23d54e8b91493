// The plain frontend: short sentences, one per line, without colours or drawing, and typed
// commands. For screen readers, pipes and simple terminals. It does no I/O: its owner passes it
// lines and prints what it says.
#pragma once

#include "client/console/command/command.hpp"
#include "client/console/controls.hpp"
#include "client/console/model.hpp"
#include "client/console/qr.hpp"
#include "common/overloaded.hpp"

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace jaipur::client::plain {

// Where lines come from. A person's lines are read as they arrive; a pipe's one by one, each after
// the previous one has been answered.
enum class InputFrom : std::uint8_t { Person, Pipe };

struct PlainOptions {
    InputFrom from = InputFrom::Person;
    qr::Look qr = qr::Look::HalfBlocks;
    std::function<SteadyTime()> now = std::chrono::steady_clock::now;
    // Puts a text on the clipboard; false if there is no terminal.
    std::function<bool(std::string_view text)> copy = {};
    bool echoes = false; // a terminal shows whatever is typed, secrets, too
};

class PlainFrontend final : public Frontend {
  public:
    using Print = std::function<void(std::string_view line)>;

    PlainFrontend(const Model& model, Controls& controls, Print print, PlainOptions options = {});

    void changed() override;
    // One typed line, without its end.
    void line(std::string_view text);
    void obey(const command::Command& command);
    // No more lines will come.
    void input_ended();
    // Whether the next line may come now.
    bool wants_input() const;

    // Whether the next line is a password: it shouldn't be seen.
    bool wants_secret() const { return asks_for_server_key_; }

    // Whether there was no connection, or, for a pipe, no room.
    bool failed() const {
        return entry_refused_ && (options_.from == InputFrom::Pipe || !connected_before());
    }

    static constexpr int most_tries = 3; // to connect, if no person waits for it

  private:
    // ---- what is announced
    void announce_link();
    void announce_log();
    void announce_room();
    void announce_menu();
    void announce_gate();
    void announce_view();
    void announce_turn();
    void announce_next_step(Phase phase);
    void announce_to_watcher(const protocol::View& view);

    // ---- the input and its end
    void run_line(std::string_view line);
    void run_buffered_lines();
    bool connected_before() const;
    bool ready_for_input() const;
    void quit_after_input();
    void end(std::string_view last_words);

    // ---- commands
    void say_no_room();

    void run(const command::Play& play) { act(play.action); }

    void run(const command::SellAll& sell);
    void run(const command::Show& show);

    void run(const command::Help& help) { say(command::help(help.topic)); }

    void run(const OneOf<command::New, command::Quick> auto& way_in) {
        enter(way_in.request(name_));
    }

    void run(const command::Join& join) { enter_room(join); }

    void run(const command::MoveHere& move);

    void run(const command::Watch& watch) { enter_room(watch); }

    template <class Entering>
    void enter_room(const Entering& entering);
    template <class Entering>
    void ask_for_room(Entering entering);
    template <class Entering>
    void ask_for_password(Entering entering);
    bool is_here(const std::optional<std::string>& server) const;

    void run(const command::Rooms& rooms);

    void run(const command::Say& chat) { request_in_room(protocol::SendChat{chat.text}); }

    void run(const command::Name& name);
    void run(const command::Resume& resume);
    void run(const command::Forget& forget);
    void run(const command::EnterServer& enter);
    void run(const command::Remove& remove);
    void run(const command::Writers& writers);
    void run(const command::OtherDevice& device);
    void run(command::Simple simple);
    void enter(protocol::EntryRequest body);
    void ask_for_server_key();
    void take_server_key();
    void stop_asking_for_server_key();
    void enter_server(const std::string& key);
    void play_other_level();

    void act(const Action& action);
    void ask(const std::string& question, std::function<void()> when_yes);
    void answer(command::Simple yes_or_no);
    void request(protocol::RequestBody body, Controls::OnReply on_reply = {});
    void request_in_room(const protocol::TableRequest& body);
    void note_entry(const Controls::Reply& reply);
    void show_log(int lines);
    void show_who();
    void show_clock();
    void show_room();
    void copy_link();
    void show_qr(const std::string& link);
    void invite();
    void show_rooms();
    void list_spectators(std::function<void()> then);
    void show_spectators();
    void remove_spectator(const std::string& name);
    void ask_to_remove(const std::string& who, const protocol::Remove& removal);

    void say(std::string_view line) { print_(line); }

    void say(const LogLine& line);
    void say(const std::vector<std::string>& lines);
    void say_error(protocol::ErrorCode code);

    bool my_turn() const;
    bool still_waiting() const;
    bool action_pending() const;

    // Which action is next.
    struct ActionMoment {
        protocol::MatchId match{};
        Phase phase{};
        std::uint32_t ply = 0;
        friend bool operator==(const ActionMoment&, const ActionMoment&) = default;
    };

    // What an announcement of the view depends on.
    struct ViewMoment {
        ActionMoment next;
        std::uint8_t round = 0;
        bool full = false; // both seats are taken
        enum class Self : std::uint8_t { NotReady, Ready, WatchingLate } self{};
        friend bool operator==(const ViewMoment&, const ViewMoment&) = default;
    };

    ActionMoment action_moment() const;
    std::optional<ViewMoment> view_moment() const;

    const Model& model_;
    Controls& controls_;
    Print print_;
    PlainOptions options_;
    std::string name_;
    std::function<void()> when_yes_; // answers the open question
    // Takes the next line if it answers what was asked; false: it is a command.
    std::function<bool(std::string_view line)> next_line_;
    bool asks_for_server_key_ = false; // in the next line

    // ---- what has been announced
    struct AnnouncedLink {
        std::optional<LinkState> state;
        int attempt = 0;
        bool was_online = false; // now or before
    };

    struct Menu {};

    AnnouncedLink link_;
    std::size_t log_ = 0;    // lines, dropped ones included
    bool told_game_ = false; // this change of the model: something that happened at the table
    std::variant<std::monostate, Menu, std::string> at_; // nothing, the menu, or a room by its code
    std::optional<ViewMoment> view_;
    std::optional<int> gate_; // refusals there

    // ---- what was asked
    int unanswered_ = 0;                // requests
    std::optional<ActionMoment> acted_; // when the last action was accepted
    std::optional<ViewMoment> ready_at_;
    bool entry_refused_ = false; // the last way into a room, or the connection

    // ---- the input
    enum class Activity : std::uint8_t { Idle, Announcing, RunningLines } activity_{};
    bool waits_for_turn_ = false; // the next line, after `wait`
    enum class Input : std::uint8_t { Open, Ended, Quitting } input_{};
    std::deque<std::string> buffered_; // lines of a pipe that came before the connection
};

} // namespace jaipur::client::plain
