// Replay files from strangers: any text, or a real match with parts changed. Each is read,
// verified, played back and viewed in both frontends; none may crash the client, pass verification
// wrongly, or send control sequences to the terminal.
#include "client/console/plain/replay.hpp"
#include "client/console/replay/source.hpp"
#include "client/console/screen/replay.hpp"
#include "protocol/codec.hpp"
#include "protocol/playback.hpp"
#include "protocol/verify.hpp"
#include "tests/fuzz/any.hpp"
#include "tests/fuzz/input.hpp"
#include "tests/fuzz/terminal_text.hpp"
#include "tests/support/replays.hpp"

#include <array>
#include <map>
#include <string>
#include <sys/mman.h>
#include <unistd.h>
#include <utility>

namespace jaipur::fuzz {

namespace {

using protocol::Replay;

void say(std::string_view line) {
    require(is_fit_for_terminal(line), "a line is safe for a terminal");
}

// ---- a match with some of it changed -----------------------------------------------------------

const Replay& played(std::uint8_t which) {
    static std::map<std::uint8_t, Replay> known;
    auto found = known.find(which);
    if (found == known.end())
        found = known
                    .emplace(which, test::played_replay(which / 7 + 1,
                                                        static_cast<test::Ending>(which % 7)))
                    .first;
    return found->second;
}

void change_step(Replay& replay, Input& input) {
    if (replay.actions.empty())
        return;
    const std::size_t at = input.byte() % replay.actions.size();
    auto& step = replay.actions[at];
    const auto place = replay.actions.begin() + static_cast<std::ptrdiff_t>(at);
    switch (input.below(6)) {
    case 0:
        step.action = any_action(input);
        break;
    case 1:
        step.seat = other(step.seat);
        break;
    case 2:
        step.ply = static_cast<std::uint32_t>(input.wild_number());
        break;
    case 3:
        replay.actions.erase(place);
        break;
    case 4:
        replay.actions.insert(place, protocol::Replay::Step(step));
        break;
    default:
        step.at = input.wild_number();
        break;
    }
}

void change_round(Replay& replay, Input& input) {
    if (input.byte() % 8 == 0)
        replay.rounds.emplace_back();
    if (replay.rounds.empty())
        return;
    auto& round = replay.rounds[input.byte() % replay.rounds.size()];
    auto& trader = round.traders[any_seat(input)];
    switch (input.below(6)) {
    case 0:
        round.reason = static_cast<EndReason>(input.below(8));
        break;
    case 1:
        round.winner = any_seat_or_none(input);
        break;
    case 2:
        round.camel_token = any_seat_or_none(input);
        break;
    case 3:
        trader.rupees = static_cast<int>(input.number(4));
        break;
    case 4:
        trader.hand[static_cast<Good>(input.below(6))] = input.byte();
        break;
    default:
        trader.herd = trader.goods_tokens = trader.bonus_tokens = input.byte();
        break;
    }
}

void change_proof(Replay& replay, Input& input) {
    auto& proof = replay.proof;
    const Seat at = any_seat(input);
    switch (input.below(8)) {
    case 0:
        proof.server_seed[input.byte() % 32] = input.byte();
        break;
    case 1:
        proof.transcript[input.byte() % 32] = input.byte();
        break;
    case 2:
        proof.nonces[at].reset();
        break;
    case 3:
        proof.nonces[at].emplace().fill(input.byte());
        break;
    case 4:
        proof.commitments.seats[at].reset();
        break;
    case 5:
        proof.commitments.match[0] = replay.match[0] = input.byte();
        break;
    case 6:
        proof.version = input.line();
        break;
    default: // a thorough forger makes it consistent again
        proof.commitments.server =
            protocol::server_commit(proof.commitments.match, proof.server_seed);
        proof.transcript = protocol::transcript_hash(proof.commitments, proof.nonces);
        break;
    }
}

void change(Replay& replay, Input& input) {
    switch (input.below(8)) {
    case 0:
    case 1:
        return change_step(replay, input);
    case 2:
        return change_round(replay, input);
    case 3:
        return change_proof(replay, input);
    case 4:
        replay.names[any_seat(input)] = input.line();
        break;
    case 5:
        replay.room = input.line();
        break;
    case 6:
        replay.result = {any_seat_or_none(input), static_cast<EndReason>(input.below(8))};
        break;
    default:
        replay.starter = other(replay.starter);
        replay.options.seals = 1 + input.byte() % 3;
        if (input.flag())
            replay.options.clock = protocol::ClockOptions{1 + input.byte(), input.byte()};
        break;
    }
}

// ---- viewing it --------------------------------------------------------------------------------

void draw(const client::replay::ReplayPlayer& player, const client::screen::ReplayUi& ui,
          std::uint8_t kind) {
    using namespace client::screen;
    constexpr std::array sizes{Size{80, 24},  Size{120, 40}, Size{80, 24},
                               Size{140, 50}, Size{79, 23},  Size{1, 1}};
    const Canvas canvas = client::screen::draw(player, ui, sizes[kind % sizes.size()],
                                               static_cast<Charset>(kind / 8 % 3));
    require(is_fit_for_terminal(canvas), "a screen is safe for a terminal");
}

void press_keys(client::replay::ReplayPlayer player, Input& input) {
    using namespace client::screen;
    ReplayUi ui;
    int draws_left = 3; // drawing takes the most time
    for (int n = 0; n < 24 && !input.empty() && !ui.over; ++n) {
        const std::uint8_t byte = input.byte();
        press(ui, player, byte < 32 ? key(static_cast<Key::Code>(byte % 16)) : key(char32_t{byte}));
        if (byte % 4 == 0 && draws_left-- > 0)
            draw(player, ui, input.byte());
    }
    draw(player, ui, input.byte());
}

void look_at(const client::replay::ReplayPlayer& player, Input& input) {
    client::plain::PlainReplay plain(player, say);
    plain.begin();
    for (const char* line :
         {"check", "last", "score", "hands", "tokens", "market", "back", "round 1"})
        plain.line(line);
    for (int n = 0; n < 16 && !input.empty() && !plain.ended(); ++n)
        plain.line(input.line());
    press_keys(player, input);
}

// As the `verify` command reads it.
void verify_as_file(std::string_view text, bool fits) {
    static const int file = ::memfd_create("replay", MFD_CLOEXEC);
    require(file >= 0 && ::ftruncate(file, 0) == 0 &&
                ::pwrite(file, text.data(), text.size(), 0) == static_cast<::ssize_t>(text.size()),
            "there is a file");
    const int code = client::replay::verify("/proc/self/fd/" + std::to_string(file), {}, say, say);
    require((code == 0) == fits, "verify says whether the replay is consistent");
}

void check(std::string_view text, Input& input) {
    const auto replay = protocol::decode_replay(text);
    if (!replay) {
        verify_as_file(text, false);
        return;
    }
    const client::replay::ReplayPlayer player(*replay); // verified and played back
    require(!player.verification().is_consistent() || player.whole(),
            "a consistent replay can be played back");
    for (const std::string& fault : player.verification().faults)
        say(fault);
    if (input.byte() % 8 == 0) {
        const auto again = protocol::decode_replay(protocol::encode(*replay));
        require(again && *again == *replay, "a replay survives writing and reading");
        verify_as_file(text, player.verification().is_consistent());
    }
    look_at(player, input);
}

} // namespace

} // namespace jaipur::fuzz

JAIPUR_FUZZ(replay_fuzz) {
    using namespace jaipur;
    using namespace jaipur::fuzz;
    Input input(data, size);
    const std::uint8_t kind = input.byte();
    if (kind == '{') { // literal text
        Input nothing({});
        check({reinterpret_cast<const char*>(data), size}, nothing);
        return 0;
    }
    protocol::Replay replay = played(kind % 56);
    const std::size_t changes = input.below(8);
    for (std::size_t i = 0; i < changes; ++i)
        change(replay, input);
    require(changes > 0 || protocol::verify(replay).is_consistent(),
            "an unchanged replay is consistent");
    check(protocol::encode(replay), input);
    return 0;
}
