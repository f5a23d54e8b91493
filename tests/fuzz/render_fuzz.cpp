// What a hostile server may do to the client: arbitrary texts, readable messages that make no
// sense, answers to requests never made, lost connections, while a user types and presses keys. An
// input is a list of steps, one letter each (`Show::step`). Nothing may crash, and no control
// sequence may reach the terminal; `Console` checks that.
#include "protocol/codec.hpp"
#include "tests/fuzz/console.hpp"
#include "tests/fuzz/hostile.hpp"
#include "tests/fuzz/input.hpp"

#include <deque>

namespace jaipur::fuzz {

namespace {

using std::chrono::milliseconds;

class Show {
  public:
    explicit Show(Input input) : input_(input), console_({}) {}

    void run() {
        console_.opened();
        for (int steps = 0; !input_.empty() && !console_.ended() && steps < 200; ++steps) {
            step(static_cast<char>(input_.byte()));
            hear();
        }
        console_.draw(last_);
    }

  private:
    void step(char what) {
        switch (what) {
        case 'm': // as from the wire
            return console_.received(raw(std::string(input_.line())));
        case 'p':
            return console_.received(protocol::encode(hostile_push(input_)));
        case 'a': // an answer to the oldest request
            return console_.received(
                protocol::encode(protocol::Ok{asked(), hostile_answer(input_)}));
        case 'e':
            return console_.received(protocol::encode(
                protocol::Error{input_.flag() ? std::optional(asked()) : std::nullopt,
                                static_cast<protocol::ErrorCode>(input_.below(31)), "R8"}));
        case 'o':
            return console_.opened();
        case 'x': {
            const auto code = static_cast<std::uint16_t>(input_.number(2));
            asked_.clear();
            return console_.closed(code, input_.line());
        }
        case 'w':
            return console_.pass(milliseconds{std::int64_t{1} << input_.below(20)});
        case 'k':
            return console_.press(input_.byte());
        case 'y':
            return console_.type(input_.line());
        case 'd':
            last_ = input_.byte();
            if (draws_left_-- > 0) // drawing takes the most time
                console_.draw(last_);
            return;
        default:
            return;
        }
    }

    // New requests; the answers can be anything.
    void hear() {
        for (; !console_.sent.empty(); console_.sent.pop_front())
            asked_.push_back(protocol::decode(console_.sent.front())->id);
    }

    std::uint64_t asked() {
        hear();
        if (asked_.empty())
            return input_.byte();
        const std::uint64_t id = asked_.front();
        asked_.pop_front();
        return id;
    }

    std::string raw(std::string text) {
        if (const auto at = text.find("@I"); at != std::string::npos)
            text.replace(at, 2, std::to_string(asked()));
        return text;
    }

    Input input_;
    Console console_;
    std::deque<std::uint64_t> asked_;
    std::uint8_t last_ = 0;
    int draws_left_ = 3;
};

} // namespace

} // namespace jaipur::fuzz

JAIPUR_FUZZ(render_fuzz) {
    jaipur::fuzz::Show(jaipur::fuzz::Input(data, size)).run();
    return 0;
}
