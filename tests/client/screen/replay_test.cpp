// A replay's full screen: keys, and whole screens compared with reviewed texts.
#include "client/console/screen/draw.hpp"
#include "client/console/screen/help.hpp"
#include "client/console/screen/replay.hpp"
#include "client/console/translation.hpp"
#include "tests/client/screen/golden.hpp"
#include "tests/client/speaking.hpp"
#include "tests/support/replays.hpp"

#include <doctest/doctest.h>

#include <algorithm>

using namespace jaipur;
using namespace jaipur::client;
using namespace jaipur::client::screen;
using namespace jaipur::client::replay;
using namespace jaipur::client::screen::test;
using Code = Key::Code;
using Shown = ReplayUi::Shown;

namespace {

protocol::Replay some_replay() {
    for (std::uint64_t seed = 1;; ++seed) {
        protocol::Replay replay = jaipur::test::played_replay(seed);
        if (replay.rounds.size() == 3 && replay.proof.nonces[Seat::Zero] &&
            replay.proof.nonces[Seat::One])
            return replay;
    }
}

protocol::Replay misfit() {
    protocol::Replay replay = some_replay();
    for (RoundResult& round : replay.rounds)
        for (TraderResult& trader : round.traders.values) {
            trader.rupees += 1;
            trader.goods_tokens ^= 1;
            trader.herd ^= 1;
        }
    replay.room = "nowhere";
    return replay;
}

struct Looking {
    explicit Looking(const protocol::Replay& replay) : player(replay) {}

    void press(const Key& key) { screen::press(ui, player, key); }

    void press(Code code) { press(key(code)); }

    void type(std::u32string_view characters) {
        for (const char32_t character : characters)
            press(key(character));
    }

    Canvas shot(Size size = small, Charset charset = Charset::Utf8) const {
        return draw(player, ui, size, charset);
    }

    ReplayPlayer player;
    ReplayUi ui;
};

// Past the findings, at the board.
Looking at_board(const protocol::Replay& replay = some_replay()) {
    Looking looking(replay);
    looking.press(Code::Enter);
    return looking;
}

} // namespace

TEST_CASE("a replay shows its check first, then the board") {
    Looking looking(some_replay());
    check_golden("replay_check", looking.shot());
    looking.press(key(U'x'));
    CHECK(looking.ui.shown == Shown::Board);
    CHECK(looking.player.at() == 0);
    CHECK_FALSE(shows(looking.shot(), "This replay is valid"));
    CHECK(shows(looking.shot(), "checked"));
    looking.type(U"c");
    CHECK(shows(looking.shot(), "This replay is valid"));
}

TEST_CASE("a failed check is shown large and scrolls") {
    Looking looking(misfit());
    check_golden_with_styles("replay_misfit", looking.shot());
    const std::string first = text_of(looking.shot());
    looking.press(Code::PageDown);
    CHECK(text_of(looking.shot()) != first);
    for (int i = 0; i < 20; ++i)
        looking.press(Code::PageDown);
    CHECK(shows(looking.shot(), "NOT VALID"));
    looking.press(Code::Escape);
    CHECK(shows(looking.shot(), "NOT VALID")); // the bar keeps saying so
}

TEST_CASE("the board of a replay shows both hands and the last events") {
    Looking looking = at_board();
    for (int i = 0; i < 12; ++i)
        looking.press(key(U' '));
    check_golden_with_styles("replay_board", looking.shot());
    check_golden("replay_board_ascii", looking.shot(small, Charset::Ascii));
    check_golden("replay_board_large", looking.shot(large));
    CHECK_FALSE(shows(looking.shot(), "hidden"));
    CHECK_FALSE(shows(looking.shot(), "online"));
}

TEST_CASE("the title of a replay says which move is shown, in any language and at any size") {
    Looking looking = at_board();
    for (int i = 0; i < 12; ++i)
        looking.press(key(U' '));
    for (const Language language : all_languages)
        for (const Size size : {Size{80, 23}, Size{60, 20}}) {
            const client::test::Speaking speaking(language);
            const std::string text = text_of(looking.shot(size));
            INFO(text);
            CHECK(text.substr(0, text.find('\n'))
                      .find(_("move {0} of {1}", looking.player.action(),
                              looking.player.actions())) != std::string::npos);
        }
}

TEST_CASE("after a round a replay shows its summary, and its board on v") {
    Looking looking = at_board();
    looking.press(Code::PageDown);
    looking.press(Code::Left);
    check_golden("replay_round_over", looking.shot());
    looking.type(U"v");
    CHECK(shows(looking.shot(), "Market"));
    CHECK(shows(looking.shot(), "v summary"));
    looking.press(Code::Left);
    CHECK_FALSE(shows(looking.shot(), "v summary"));
    looking.press(Code::End);
    check_golden("replay_end", looking.shot());
}

TEST_CASE("arrows, rounds and ends of a replay") {
    Looking looking = at_board();
    looking.press(Code::Right);
    looking.press(Code::Down);
    looking.press(key(U' '));
    looking.press(Code::Enter);
    CHECK(looking.player.at() == 4);
    looking.press(Code::Left);
    looking.press(Code::Up);
    looking.press(Code::Backspace);
    CHECK(looking.player.at() == 1);
    looking.press(Code::PageDown);
    CHECK(looking.player.round() == 2);
    looking.type(U"]");
    CHECK(looking.player.round() == 3);
    looking.type(U"[");
    CHECK(looking.player.round() == 2);
    looking.press(Code::PageUp);
    CHECK(looking.player.round() == 1);
    looking.press(Code::Left);
    CHECK(shows(looking.shot(), "This is the beginning of the match."));
    looking.press(Code::End);
    CHECK(looking.player.at() == looking.player.last());
    looking.press(Code::Right);
    CHECK(shows(looking.shot(), "This is the end of the match."));
    looking.press(Code::Home);
    CHECK(looking.player.at() == 0);
    CHECK_FALSE(shows(looking.shot(), "This is the"));
}

TEST_CASE("g goes to an action by its number") {
    Looking looking = at_board();
    looking.type(U"g");
    looking.type(U"1q7");
    check_golden("replay_go", looking.shot());
    CHECK(looking.shot().cursor.y == small.height - 2);
    looking.press(Code::Enter);
    CHECK(looking.player.action() == 17);
    looking.type(U"g");
    looking.press(Code::Enter); // nothing was typed
    CHECK(looking.player.action() == 17);
    looking.type(U"g5");
    looking.press(Code::Backspace);
    looking.type(U"9");
    looking.press(Code::Escape);
    CHECK(looking.player.action() == 17);
    looking.type(U"g");
    looking.type(U"999999999999999");
    looking.press(Code::Enter);
    CHECK(shows(looking.shot(), "There is no move 999999999, only 1 to "));
    CHECK(looking.player.action() == 17);
}

TEST_CASE("help on a replay, and q from everywhere but a number") {
    Looking looking = at_board();
    looking.type(U"?");
    check_golden("replay_help", looking.shot());
    for (const HelpLine& line : replay_help_lines(80))
        CHECK(width(line.right, Charset::Utf8) <= (line.left.empty() ? 70 : 57));
    looking.press(Code::Escape);
    CHECK_FALSE(looking.ui.over);
    looking.type(U"q");
    CHECK(looking.ui.over);
    for (const char32_t first : std::u32string_view(U"c?")) {
        Looking other = at_board();
        other.press(key(first));
        other.type(U"q");
        CHECK(other.ui.over);
    }
    Looking at_check(some_replay());
    at_check.type(U"Q");
    CHECK(at_check.ui.over);
}

TEST_CASE("every key that does something in a replay is named") {
    Looking middle = at_board();
    for (int i = 0; i < 5; ++i)
        middle.press(Code::Right);
    Looking after_round = at_board();
    after_round.press(Code::End);
    after_round.press(Code::PageUp);
    after_round.press(Code::Left);
    for (const Looking& looking : {middle, after_round}) {
        std::vector<Key> named;
        for (const KeyHint& hint : key_hints(looking.ui, looking.player)) {
            named.insert(named.end(), hint.covers.begin(), hint.covers.end());
            CHECK(shows(looking.shot(), hint.does));
        }
        std::vector<Key> keys;
        for (int code = 1; code <= static_cast<int>(Code::Help); ++code)
            keys.push_back(key(static_cast<Code>(code)));
        for (char32_t c = U' '; c <= U'~'; ++c)
            keys.push_back(key(c));
        for (const Key& pressed : keys) {
            Looking copy = looking;
            copy.press(pressed);
            const bool does = copy.player.at() != looking.player.at() ||
                              copy.ui.shown != looking.ui.shown || copy.ui.over ||
                              copy.ui.after_round != looking.ui.after_round;
            CAPTURE(static_cast<int>(pressed.code));
            CAPTURE(static_cast<unsigned>(pressed.character));
            CHECK(does == (std::find(named.begin(), named.end(), pressed) != named.end()));
        }
    }
}

TEST_CASE("a replay fits every window from 60 by 20, and smaller ones get a notice") {
    Looking looking = at_board();
    CHECK(shows(looking.shot({59, 24}), "This window is 59 × 24"));
    CHECK(shows(looking.shot({60, 19}), "or press q to quit"));
    check_golden("small_replay", looking.shot(smallest));
    looking.shot({0, 0});
    looking.shot({1, 1});
    do {
        for (const Size size : {small, Size{81, 25}, Size{100, 30}, large, Size{200, 60}}) {
            const Canvas canvas = looking.shot(size);
            CHECK(canvas.size() == size);
            CHECK(shows(canvas, "q quit"));
        }
    } while (looking.player.next());
}

TEST_CASE("names of a hostile replay keep to their columns") {
    protocol::Replay replay = some_replay();
    replay.names = {{"\x1b[2J", std::string(500, 'W')}};
    replay.room = std::string(500, 'R');
    Looking looking = at_board(replay);
    for (const Code code : {Code::Right, Code::End}) {
        looking.press(code);
        const std::string text = text_of(looking.shot());
        CHECK(text.find('\x1b') == std::string::npos);
        CHECK(shows(looking.shot(), "NOT VALID"));
    }
}

TEST_CASE("the screen says where a replay breaks the rules") {
    protocol::Replay replay = some_replay();
    replay.actions[4].action = Take{Card::Camel};
    Looking looking = at_board(replay);
    looking.press(Code::End);
    CHECK(looking.player.action() == 4);
    CHECK(shows(looking.shot(), "The next move breaks the rules"));
    looking.press(Code::Right);
    CHECK(shows(looking.shot(), "The next move breaks the rules"));
}
