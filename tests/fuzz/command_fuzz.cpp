// Anything a user types into the client, as commands and keys, while the real session plays on a
// server's real core. An input consists of lines; those that begin with a control character are
// outside events. A server must be able to read every request, and the terminal to show every
// result. Seat files, which may contain anything, are read as well.
#include "client/console/files/seat_files.hpp"
#include "common/rules.hpp"
#include "tests/fuzz/console.hpp"
#include "tests/fuzz/input.hpp"
#include "tests/fuzz/lobby_world.hpp"

#include <fstream>

namespace jaipur::fuzz {

namespace {

using std::chrono::milliseconds;

server::core::Limits patient_limits() {
    server::core::Limits limits;
    limits.request_burst = 0;
    return limits;
}

class Evening {
  public:
    Evening(const std::filesystem::path& seats, Input input)
        : input_(input), world_(patient_limits(), 1), console_(seats) {
        world_.on_told = [this](server::core::SessionId to, const std::string& text) {
            if (to == mine_)
                told_.push_back(text);
        };
        settle();
    }

    void run() {
        for (int lines = 0; !input_.empty() && !console_.ended() && lines < 100; ++lines) {
            Input line(input_.line());
            if (line.rest().empty() || static_cast<std::uint8_t>(line.rest()[0]) >= 8)
                console_.type(line.rest());
            else
                happens(line.byte(), line);
            settle();
        }
        console_.draw(0);
        world_.finish();
    }

  private:
    void happens(std::uint8_t what, Input& line) {
        switch (what) {
        case 1:
            return pass(milliseconds{std::int64_t{1} << line.below(20)});
        case 2:
            return cut(line);
        case 3:
            return opponent(line);
        case 4:
            for (; !line.empty(); settle())
                console_.press(line.byte());
            return;
        case 5:
            world_.crash();
            return cut(line);
        case 6:
            if (draws_left_-- > 0) // drawing takes the most time
                console_.draw(line.byte());
            return;
        default:
            return;
        }
    }

    void pass(milliseconds time) {
        world_.pass(time);
        settle();
        console_.pass(time);
    }

    void cut(Input& line) {
        const auto code = static_cast<std::uint16_t>(line.number(2));
        if (mine_ != 0)
            world_.disconnect(std::exchange(mine_, 0));
        told_.clear();
        console_.closed(code, line.rest());
    }

    // Another player enters the room, is ready, and plays legal actions.
    void opponent(Input& line) {
        const auto& code = console_.model().room_code;
        if (!code)
            return;
        if (!world_.peers().contains(theirs_)) {
            world_.connect();
            theirs_ = world_.peers().rbegin()->first;
            return world_.ask(theirs_, protocol::JoinRoom{*code, "Ravi", std::nullopt});
        }
        const auto* const room = world_.lobby().room(*code);
        if (room && room->match.phase == Phase::Playing) {
            std::vector<Action> actions;
            legal_actions(room->match.state, actions);
            return world_.ask(theirs_, protocol::Act{room->match.ply,
                                                     actions[line.number(2) % actions.size()],
                                                     std::nullopt});
        }
        switch (line.below(4)) {
        case 0:
            return world_.ask(theirs_, protocol::AskRematch{});
        case 1:
            return world_.ask(theirs_, protocol::LeaveRoom{});
        case 2:
            return world_.ask(theirs_, protocol::SendChat{std::string(line.rest())});
        default:
            return world_.ask(theirs_, protocol::Ready{});
        }
    }

    // Delivers everything in transit.
    void settle() {
        for (int n = 0; n < 1000; ++n) {
            if (console_.opening) {
                world_.connect();
                mine_ = world_.peers().rbegin()->first;
                console_.opened();
            } else if (!console_.sent.empty()) {
                const std::string text = std::move(console_.sent.front());
                console_.sent.pop_front();
                world_.hear(mine_, text);
            } else if (!told_.empty()) {
                const std::string text = std::move(told_.front());
                told_.pop_front();
                console_.received(text);
            } else if (mine_ != 0 && !console_.open_now) {
                world_.disconnect(std::exchange(mine_, 0));
            } else {
                return;
            }
        }
        require(false, "client and server stop exchanging messages");
    }

    Input input_;
    LobbyWorld world_;
    Console console_;
    server::core::SessionId mine_ = 0, theirs_ = 0;
    std::deque<std::string> told_;
    int draws_left_ = 2;
};

// A seat file, which may contain anything.
void read_seat(const std::filesystem::path& seats, std::string_view text) {
    const auto record = client::session::from_text(text);
    if (record)
        require(client::session::from_text(client::session::to_text(*record)) == record,
                "a seat file survives writing and reading");
    std::filesystem::create_directories(seats);
    std::ofstream(seats / "some.seat", std::ios::binary) << text;
    client::files::SeatFiles files(seats);
    const auto listed = files.list(record ? record->server : "example.org:7777");
    require(listed.size() == (record ? 1u : 0u), "every readable seat is listed");
    if (record) {
        files.keep(*record);
        files.forget(*record);
    }
}

} // namespace

} // namespace jaipur::fuzz

JAIPUR_FUZZ(command_fuzz) {
    using namespace jaipur::fuzz;
    Input input(data, size);
    const auto& seats = fresh_directory();
    constexpr std::string_view seat = "jaipur-seat";
    if (input.rest().starts_with(seat))
        read_seat(seats, input.rest());
    else
        Evening(seats, input).run();
    return 0;
}
