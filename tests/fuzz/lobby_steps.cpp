#include "tests/fuzz/lobby_steps.hpp"

#include "common/rules.hpp"
#include "protocol/codec.hpp"
#include "protocol/hash.hpp"
#include "server/core/time.hpp"
#include "tests/fuzz/any.hpp"
#include "tests/support/players.hpp"

#include <array>
#include <iterator>

namespace jaipur::fuzz {

using namespace server::core;
using std::chrono::milliseconds;

namespace {

constexpr std::size_t most_peers = 8;
constexpr int most_plies = 200; // by the short form, per input

protocol::Secret nonce_of(std::uint8_t byte) {
    protocol::Secret nonce;
    nonce.fill(byte);
    return nonce;
}

void replace(std::string& text, std::string_view what, std::string_view with) {
    for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size()))
        text.replace(at, what.size(), with);
}

class Steps {
  public:
    Steps(Input input, LobbyWorld& world) : input_(input), world_(world) {}

    void run() {
        while (!input_.empty())
            step(static_cast<char>(input_.byte()));
        world_.finish();
    }

  private:
    void step(char what) {
        switch (what) {
        case 'c':
            if (world_.peers().size() < most_peers)
                world_.connect();
            break;
        case 'C': // from elsewhere; many connections from one address
            if (world_.peers().size() < most_peers)
                world_.connect({Address::Kind::V4, input_.byte() % 3u});
            break;
        case 'h': // all that other threads do
            world_.hash_password();
            return world_.think();
        case 'd':
            world_.disconnect(session());
            break;
        case 'f':
            return frame();
        case 'q':
            return request();
        case 't':
            return take_seat();
        case 'k': // a step, not a request of 'q': inputs of the corpus keep their meaning
            at_ = session();
            return world_.ask(at_, removal());
        case 'i': // likewise: what came later
            at_ = session();
            return world_.ask(at_, later_request());
        case 'G': // likewise: a private server
            return be_private();
        case 'a':
            return act(input_.number(2));
        case 'P':
            return play();
        case 's':
            return world_.answer_store(Stored::Durable);
        case 'S':
            return world_.answer_store(Stored::Full);
        case 'm':
            world_.mode = input_.flag() ? StoreMode::WhenTold : StoreMode::AtOnce;
            break;
        case 'w':
            return world_.pass(milliseconds{std::int64_t{1} << input_.below(23)});
        case 'W':
            return world_.pass(milliseconds{input_.number(2)});
        case 'l':
            at_ = session();
            return world_.measure(at_, milliseconds{input_.number(2)});
        case 'x':
            return world_.crash();
        case 'X':
            return world_.shut_down();
        default: // not a step
            break;
        }
    }

    // The connected session named by the next byte.
    SessionId session() {
        const auto& peers = world_.peers();
        if (peers.empty())
            return 0;
        auto it = peers.begin();
        std::advance(it, static_cast<std::ptrdiff_t>(input_.byte() % peers.size()));
        return it->first;
    }

    const Peer* peer() const {
        const auto found = world_.peers().find(at_);
        return found == world_.peers().end() ? nullptr : &found->second;
    }

    // The actual state of that connection's room.
    const RoomState* room() {
        const Peer* const who = peer();
        return who && who->seated ? world_.lobby().room(who->seated->room) : nullptr;
    }

    void frame() {
        at_ = session();
        std::string text(input_.line());
        const Ticket ticket = some_ticket(0);
        replace(text, "@R", ticket.room);
        replace(text, "@T", ticket.token);
        if (const RoomState* where = room()) {
            replace(text, "@P", std::to_string(where->match.ply));
            replace(text, "@M", protocol::hex(where->fresh.match));
            replace(text, "@C", protocol::hex(commit(1)));
            replace(text, "@N", protocol::hex(nonce_of(1)));
        }
        world_.hear(at_, text);
    }

    Ticket some_ticket(std::size_t back) const {
        const auto& tickets = world_.tickets();
        return tickets.empty() ? Ticket{"222222", std::string(43, 'A')}
                               : tickets[tickets.size() - 1 - back % tickets.size()];
    }

    protocol::Hash commit(std::uint8_t byte) {
        const Peer* const who = peer();
        if (!who || !who->room || !who->seated->seat)
            return {};
        const auto& fair = who->room->fair;
        return protocol::seat_commit(fair.match, fair.server_commit, *who->seated->seat,
                                     nonce_of(byte));
    }

    void request() {
        at_ = session();
        world_.ask(at_, body());
    }

    // With a token of the client's choice, which may have a seat already.
    void take_seat() {
        at_ = session();
        const Ticket ticket = some_ticket(input_.byte());
        const std::uint8_t kind = input_.byte();
        const auto old = protocol::from_base64url(ticket.token);
        const auto token = old && kind >= 128 ? *old : nonce_of(kind / 4 % 4);
        switch (kind % 4) {
        case 0:
            return world_.ask(at_, protocol::CreateRoom{name(), options(), token, trader(kind)});
        case 1:
            return world_.ask(
                at_, protocol::JoinRoom{ticket.room, name(), password(), token, trader(kind)});
        case 2:
            return world_.ask(at_, protocol::QuickMatch{name(), clock(), token, trader(kind)});
        default:
            return world_.ask(at_, protocol::Resume{std::nullopt, protocol::base64url(token)});
        }
    }

    static std::optional<int> trader(std::uint8_t kind) {
        return kind % 2 == 0 ? std::optional(kind / 4 % 6) : std::nullopt;
    }

    protocol::RequestBody body() {
        switch (input_.below(16)) {
        case 0:
            return protocol::CreateRoom{name(), options()};
        case 1:
            return protocol::JoinRoom{some_ticket(input_.byte()).room, name(), password()};
        case 2:
            return protocol::QuickMatch{name(), clock()};
        case 3:
            return protocol::Spectate{some_ticket(input_.byte()).room, name(), password()};
        case 4:
            return resume();
        case 5:
            return protocol::LeaveRoom{};
        case 6:
            return ready();
        case 7:
            return protocol::Reveal{nonce_of(input_.byte() % 4)};
        case 8:
            return protocol::Act{input_.number(1), any_action(input_), {}};
        case 9:
            return protocol::Resign{};
        case 10:
            return protocol::ClaimWin{};
        case 11:
            return protocol::AskRematch{};
        case 12:
            return protocol::SendChat{std::string(input_.line())};
        case 13:
            return protocol::ListRooms{
                input_.flag() ? std::optional(some_ticket(input_.byte()).room) : std::nullopt};
        case 14:
            return protocol::Act{input_.number(6), Take{}, std::string(input_.take(4))};
        default:
            return protocol::Ping{};
        }
    }

    void be_private() {
        const int what = input_.byte(), how = what / 8;
        switch (what % 8) {
        case 0:
            return world_.set_privacy({some_access(how), some_access(how / 2)});
        case 1:
            return world_.set_password(how % 2 == 0);
        case 2:
            return world_.invite(1 + how % 3, milliseconds{std::int64_t{1} << how});
        case 3:
            return world_.revoke(1 + static_cast<std::uint64_t>(how));
        case 4:
            return world_.answer_guests(Stored::Durable);
        case 5:
            return world_.answer_guests(Stored::Full);
        default:
            at_ = session();
            return world_.ask(at_, enter(how));
        }
    }

    static Access some_access(int bits) {
        return bits % 2 == 0 ? Access::Invited : Access::Everyone;
    }

    protocol::Enter enter(int how) {
        const protocol::Secret pass = nonce_of(static_cast<std::uint8_t>(how % 4));
        switch (how / 4 % 4) {
        case 0:
            return {pass, world_.last_invitation()};
        case 1:
            return {pass, std::string("sesame")};
        case 2:
            return {pass, std::string("open")};
        default:
            return {pass, {}};
        }
    }

    protocol::RequestBody removal() {
        const std::uint8_t target = input_.byte() % 8;
        if (target == 0)
            return protocol::ListSpectators{};
        return target < 4 ? protocol::Remove{all_seats[target % 2]}
                          : protocol::Remove{protocol::SpectatorNumber{target} - 3};
    }

    protocol::RequestBody later_request() {
        const std::uint8_t kind = input_.byte();
        switch (kind % 4) {
        case 0:
            return protocol::MoveSeat{};
        case 1:
            return protocol::TakeOver{world_.last_key(), nonce_of(kind / 4 % 4)};
        case 2: {
            const Ticket first = some_ticket(input_.byte()), second = some_ticket(input_.byte());
            return protocol::ListGames{{{first.room, first.token}, {{}, second.token}}};
        }
        default:
            return kind / 4 % 8 == 5
                       ? push_request(kind / 32)
                       : protocol::ReadInvitation{some_ticket(input_.byte()).room, password()};
        }
    }

    static protocol::RequestBody push_request(int kind) {
        if (kind == 5) // likewise
            return protocol::Enter{nonce_of(1), nonce_of(2)};
        if (kind == 4) // likewise
            return protocol::SetChat{protocol::ChatFrom::Players};
        if (kind % 4 == 0)
            return protocol::ReadPushKey{};
        if (kind % 4 == 1)
            return protocol::PushUnsubscribe{};
        return protocol::PushSubscribe{
            {kind < 4 ? "https://a.example/" : "https://b.example/", {}, {}}};
    }

    std::string name() {
        constexpr std::array<std::string_view, 7> names{
            "Asha", "Ravi", "a name that is too long for it", "", "Zo\u00eb", "\u202ex", "\u4e2d"};
        return std::string(input_.pick(names));
    }

    std::optional<std::string> password() {
        return input_.byte() == 'p' ? std::optional<std::string>("sesame") : std::nullopt;
    }

    std::optional<protocol::ClockOptions> clock() {
        const std::uint8_t seconds = input_.byte() % 64;
        return seconds == 0 ? std::nullopt
                            : std::optional(protocol::ClockOptions{seconds, seconds % 4});
    }

    protocol::CreateOptions options() {
        protocol::CreateOptions options;
        const std::uint8_t bits = input_.byte();
        options.is_public = (bits & 1) != 0;
        options.spectators = static_cast<protocol::SpectatorMode>((bits >> 1) % 3);
        options.seals = 1 + (bits >> 3) % 3;
        if ((bits >> 5) != 7)
            options.delay = 2 + (bits >> 5);
        if ((bits & 4) != 0)
            options.bot = input_.byte() == 'g' ? "grandmaster" : "easy";
        options.clock = clock();
        options.grace = 1 + input_.byte();
        if (options.grace % 4 == 0)
            options.patience = 60 + options.grace;
        options.password = password();
        return options;
    }

    protocol::Resume resume() {
        const Ticket ticket = some_ticket(input_.byte());
        protocol::Resume resume{ticket.room, ticket.token};
        if (input_.flag())
            resume.chat_after = 1763640000000u + input_.number(2);
        return resume;
    }

    protocol::Ready ready() {
        const std::uint8_t kind = input_.byte() % 8;
        protocol::Ready ready;
        if (const RoomState* const where = room(); where && kind % 2 == 1) {
            ready.delay = where->options.delay;
            if (kind % 4 == 1)
                ready.pairing = where->pairing - kind / 4;
        }
        if (kind >= 4)
            ready.commit = kind < 7 ? commit(kind - 4) : protocol::Hash{};
        return ready;
    }

    // A legal action, by its index, of the player whose turn it is in that connection's room.
    void act(std::size_t which) {
        at_ = session();
        act_here([&] { return actions_[which % actions_.size()]; });
    }

    template <class Choose>
    bool act_here(Choose choose) {
        const RoomState* const where = room();
        if (!where || where->match.phase != Phase::Playing || plies_ >= most_plies)
            return false;
        legal_actions(where->match.state, actions_);
        require(!actions_.empty(), "the player to act always has a legal action (R13)");
        const SessionId mover = at(where->code, where->match.state.turn);
        if (mover == 0)
            return false;
        ++plies_;
        world_.ask(mover, protocol::Act{where->match.ply, choose(), {}});
        return true;
    }

    // The connected player in this seat; 0: none.
    SessionId at(const std::string& code, Seat seat) const {
        for (const auto& [session, who] : world_.peers())
            if (who.seated && who.seated->room == code && who.seated->seat == seat)
                return session;
        return 0;
    }

    // Plays some plies for both seats, across rounds, whatever the store does.
    void play() {
        at_ = session();
        std::uint8_t plies = input_.byte();
        const std::uint8_t seed = input_.byte();
        test::Random random(seed);
        const test::Habit habit = test::all_habits[seed % test::all_habits.size()];
        for (; plies > 0 && room(); --plies) {
            const std::string code = room()->code;
            if (room()->match.phase == Phase::Playing) {
                if (!act_here([&] { return test::choose(random, actions_, habit); }))
                    return;
            } else {
                for (const Seat seat : all_seats)
                    if (const SessionId who = at(code, seat))
                        world_.ask(who, protocol::Ready{});
            }
            while (world_.store_owes())
                world_.answer_store(Stored::Durable);
        }
    }

    Input input_;
    LobbyWorld& world_;
    SessionId at_ = 0;
    int plies_ = 0;
    std::vector<Action> actions_;
};

} // namespace

void take_steps(Input input, LobbyWorld& world) {
    Steps(input, world).run();
}

} // namespace jaipur::fuzz
