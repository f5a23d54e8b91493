#include "tests/fuzz/lobby_steps.hpp"

#include "protocol/hash.hpp"
#include "server/core/time.hpp"
#include "tests/fuzz/lobby_plays.hpp"
#include "tests/fuzz/lobby_requests.hpp"

namespace jaipur::fuzz {

using namespace server::core;
using std::chrono::milliseconds;

namespace {

constexpr std::size_t most_peers = 8;

void replace(std::string& text, std::string_view what, std::string_view with) {
    for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size()))
        text.replace(at, what.size(), with);
}

class Steps {
  public:
    Steps(Input input, LobbyWorld& world) : from_{input, world}, world_(world) {}

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
            from_.turn_to_session();
            return world_.disconnect(from_.at);
        case 'f':
            return frame();
        case 'q':
            return ask(&Requests::any);
        case 't':
            return ask(&Requests::for_seat);
        case 'k': // a step, not a request of 'q': inputs of the corpus keep their meaning
            return ask(&Requests::removal);
        case 'i': // likewise: what came later
            return ask(&Requests::later);
        case 'G': // likewise: a private server
            return be_private();
        case 'a':
            return plays_.one(input_.number(2));
        case 'P':
            return plays_.some();
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
            from_.turn_to_session();
            return world_.measure(from_.at, milliseconds{input_.number(2)});
        case 'x':
            return world_.crash();
        case 'X':
            return world_.shut_down();
        default: // not a step
            break;
        }
    }

    void ask(protocol::RequestBody (Requests::*make)()) {
        from_.turn_to_session();
        world_.ask(from_.at, (requests_.*make)());
    }

    void frame() {
        from_.turn_to_session();
        std::string text(input_.line());
        const Ticket ticket = from_.some_ticket(0);
        replace(text, "@R", ticket.room);
        replace(text, "@T", ticket.token);
        if (const RoomState* where = from_.room()) {
            replace(text, "@P", std::to_string(where->match.ply));
            replace(text, "@M", protocol::hex(where->fresh.match));
            replace(text, "@C", protocol::hex(from_.commit(1)));
            replace(text, "@N", protocol::hex(nonce_of(1)));
        }
        world_.hear(from_.at, text);
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
            from_.turn_to_session();
            return world_.ask(from_.at, requests_.enter(how));
        }
    }

    static Access some_access(int bits) {
        return bits % 2 == 0 ? Access::Invited : Access::Everyone;
    }

    LobbyInput from_;
    LobbyWorld& world_;
    Input& input_ = from_.input;
    Requests requests_{from_};
    Plays plays_{from_};
};

} // namespace

void take_steps(Input input, LobbyWorld& world) {
    Steps(input, world).run();
}

} // namespace jaipur::fuzz
