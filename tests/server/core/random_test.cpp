// Many connections that ask for everything, sensible or not, over a store that answers late and is
// full at times. The world checks each delivery; here it is driven, and at the end counted up.
#include "common/rules.hpp"
#include "protocol/codec.hpp"
#include "protocol/hash.hpp"
#include "tests/server/core/world.hpp"

#include <doctest/doctest.h>

#include <set>
#include <tuple>

using namespace jaipur;
using namespace jaipur::server;
using namespace jaipur::server::test;

namespace {

struct Tokens {
    RoomCode room;
    std::string token;
};

class Storm {
  public:
    explicit Storm(std::uint64_t seed)
        : world(seed, limits(seed), StoreMode::WhenTold), random_(seed * 31) {}

    World world;
    std::set<std::string_view> granted; // types of requests
    std::set<std::string> errors;
    std::uint64_t matches = 0, replaced = 0, crashes = 0;

    void run(int steps) {
        for (int i = 0; i < steps; ++i)
            step();
        full_one_in_ = 0;
        while (!world.unstored.empty() || !world.unhashed.empty())
            if (world.unhashed.empty())
                answer_store();
            else
                world.hash_password();
        collect();
        for (const auto& [id, peer] : world.peers)
            if (!peer.closed)
                REQUIRE(peer.asked.empty());
    }

    // Everything that anybody was sent, as bytes.
    std::string trace() const {
        std::string bytes;
        for (const auto& [id, peer] : world.peers)
            for (const auto& message : peer.heard)
                bytes += protocol::encode(message);
        return protocol::hex(
            protocol::sha256({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()}));
    }

  private:
    static Limits limits(std::uint64_t seed) {
        Limits limits = seed % 5 == 0 ? Limits{} : patient_limits();
        limits.rooms = 6;
        limits.spectators = 2;
        limits.wrong_joins = 0;
        return limits;
    }

    void step() {
        switch (random_.below(24)) {
        case 0:
            if (world.peers.size() < 9)
                world.connect();
            break;
        case 1:
            if (random_.one_in(4) && !world.peers.empty())
                disconnect(some_session());
            break;
        case 2:
            world.pass(milliseconds(random_.below(random_.one_in(20) ? 400000 : 3000)));
            break;
        case 3:
            if (random_.one_in(60))
                crash();
            else
                lag();
            break;
        case 4:
        case 5:
        case 6:
        case 7:
        case 8:
        case 9:
        case 10:
            if (!world.unhashed.empty())
                world.hash_password();
            else if (!world.unstored.empty())
                answer_store();
            break;
        default:
            if (!world.peers.empty())
                speak(some_session());
        }
        collect();
    }

    SessionId some_session() {
        auto it = world.peers.begin();
        std::advance(it, static_cast<std::ptrdiff_t>(random_.below(world.peers.size())));
        return it->first;
    }

    void disconnect(SessionId session) {
        count(session);
        read_.erase(session);
        world.disconnect(session);
    }

    void crash() {
        collect();
        read_.clear();
        world.crash();
        ++crashes;
    }

    void answer_store() {
        if (random_.one_in(200))
            full_one_in_ = full_one_in_ == 0 ? 2 : 0;
        const bool full = full_one_in_ > 0 && random_.one_in(full_one_in_);
        world.answer_store(full ? Stored::Full : Stored::Durable);
    }

    void lag() {
        if (world.peers.empty())
            return;
        Output out;
        world.lobby.lag(some_session(), milliseconds(random_.below(300)), world.now, out);
        world.carry_out(out);
    }

    // Reads what has come since: keeps tokens, notes what was granted and refused.
    void collect() {
        std::vector<SessionId> closed;
        for (auto& [id, peer] : world.peers) {
            count(id);
            if (peer.closed)
                closed.push_back(id);
        }
        for (const SessionId id : closed) {
            if (world.peer(id).closed == CloseCode::Replaced)
                ++replaced;
            disconnect(id);
        }
    }

    void count(SessionId id) {
        Peer& peer = world.peer(id);
        auto& read = read_[id];
        for (; read < peer.replies.size(); ++read) {
            const auto& reply = peer.replies[read];
            if (const auto* error = std::get_if<protocol::Error>(&reply)) {
                errors.emplace(protocol::name(error->code));
                continue;
            }
            granted.insert(peer.kinds.at(read));
            const auto& ok = std::get<protocol::Ok>(reply);
            if (const auto* seated = std::get_if<protocol::Seated>(&ok.adds))
                if (seated->token)
                    tokens_.push_back({seated->room, *seated->token});
        }
        if (peer.view && peer.view->phase == Phase::MatchOver)
            matches += std::size_t{seen_.insert(peer.view->match).second};
    }

    void speak(SessionId session) {
        if (random_.one_in(40)) {
            world.send_malformed(session, {std::nullopt, protocol::ErrorCode::BadJson, {}});
            return;
        }
        const Peer& peer = world.peer(session);
        const RoomState* room = peer.room ? world.lobby.room(peer.room->room) : nullptr;
        const bool sensible = !random_.one_in(3);
        if (sensible && room && peer.view && peer.view->room == room->code && peer.view->you)
            world.send(session, in_the_match(session, *room, *peer.view->you));
        else
            world.send(session, anything());
    }

    // What a player would do next.
    protocol::RequestBody in_the_match(SessionId session, const RoomState& room, Seat me) {
        switch (room.match.phase) {
        case Phase::Waiting:
            if (room.table_published && !random_.one_in(9))
                return protocol::Reveal{nonce_of(me == Seat::Zero ? 1 : 2)};
            if (random_.one_in(2))
                return protocol::Ready{};
            if (const auto& opponent = room.players[other(me)]; opponent && random_.one_in(5))
                return protocol::Ready{opponent->commit};
            return protocol::Ready{
                commit_for(world, session, me, nonce_of(me == Seat::Zero ? 1 : 2))};
        case Phase::Playing:
            return act(room);
        case Phase::RoundOver:
            return protocol::Ready{};
        case Phase::MatchOver:
            return protocol::AskRematch{};
        }
        return protocol::Ping{};
    }

    protocol::Act act(const RoomState& room) {
        std::vector<Action> actions;
        legal_actions(room.match.state, actions);
        return {room.match.ply, actions.at(random_.below(actions.size())), {}};
    }

    protocol::RequestBody anything() {
        switch (random_.below(18)) {
        case 0:
        case 1:
            return protocol::CreateRoom{name(), options()};
        case 2:
        case 3:
            return protocol::JoinRoom{code(), name(), password()};
        case 4:
            return protocol::QuickMatch{name(), clock()};
        case 5:
        case 6:
            return protocol::Spectate{
                code(), random_.one_in(2) ? std::optional(name()) : std::nullopt, password()};
        case 7:
        case 8:
        case 9:
            return resume();
        case 10:
            return random_.one_in(4) ? protocol::RequestBody{protocol::LeaveRoom{}}
                                     : protocol::Ping{};
        case 11:
            return protocol::Ready{random_.one_in(2) ? std::optional(nonce_of(1)) : std::nullopt};
        case 12:
            return protocol::Act{random_.below(30), nonsense(), {}};
        case 13:
            return random_.one_in(12) ? protocol::RequestBody{protocol::Resign{}}
                                      : protocol::RequestBody{protocol::ClaimWin{}};
        case 14:
            return protocol::AskRematch{};
        case 15:
            return protocol::SendChat{random_.one_in(5) ? "\n" : "well"};
        case 16:
            return protocol::ListRooms{random_.one_in(2) ? std::optional(code()) : std::nullopt};
        default:
            return protocol::Reveal{nonce_of(static_cast<std::uint8_t>(1 + random_.below(3)))};
        }
    }

    protocol::RequestBody resume() {
        if (tokens_.empty() || random_.one_in(10))
            return protocol::Resume{code(), std::string(43, 'A')};
        const Tokens& old = tokens_[random_.below(tokens_.size())];
        const Tokens& recent = tokens_.back();
        const Tokens& pick = random_.one_in(2) ? recent : old;
        return protocol::Resume{pick.room, pick.token};
    }

    Action nonsense() {
        switch (random_.below(4)) {
        case 0:
            return Take{static_cast<Card>(random_.below(7))};
        case 1:
            return TakeCamels{};
        case 2:
            return Sell{static_cast<Good>(random_.below(6)),
                        static_cast<std::uint8_t>(random_.below(9))};
        default: {
            Exchange exchange;
            for (auto* list : {&exchange.take, &exchange.give})
                for (auto n = random_.below(6); n > 0; --n)
                    list->push_back(static_cast<Card>(random_.below(7)));
            return exchange;
        }
        }
    }

    std::string name() { return random_.one_in(15) ? "" : "Player"; }

    std::optional<std::string> password() {
        return random_.one_in(3) ? std::optional<std::string>("sesame") : std::nullopt;
    }

    std::optional<protocol::ClockOptions> clock() {
        return random_.one_in(3) ? std::optional(protocol::ClockOptions{20, 2}) : std::nullopt;
    }

    std::string code() {
        if (world.shadows.empty() || random_.one_in(10))
            return random_.one_in(2) ? "222222" : "?";
        auto it = world.shadows.begin();
        std::advance(it, static_cast<std::ptrdiff_t>(random_.below(world.shadows.size())));
        return it->first;
    }

    protocol::CreateOptions options() {
        protocol::CreateOptions options;
        options.is_public = random_.one_in(2);
        if (random_.one_in(12)) // slow to hash
            options.password = "sesame";
        options.spectators = static_cast<protocol::SpectatorMode>(random_.below(3));
        options.delay = static_cast<int>(2 + random_.below(4));
        options.clock = clock();
        options.seals = static_cast<int>(1 + random_.below(3));
        options.grace = static_cast<int>(1 + random_.below(30));
        if (random_.one_in(4))
            options.bot = random_.one_in(8) ? "grandmaster" : "easy";
        return options;
    }

    Random random_;
    std::size_t full_one_in_ = 0;
    std::vector<Tokens> tokens_;
    std::map<SessionId, std::size_t> read_;
    std::set<protocol::MatchId> seen_;
};

} // namespace

TEST_CASE(
    "random runs: whatever comes, in whatever order, is answered and agrees with the records") {
    std::set<std::string_view> granted; // types of requests
    std::set<std::string> errors;
    std::uint64_t matches = 0, refused = 0, replaced = 0, crashes = 0, snapshots = 0, records = 0;
    for (std::uint64_t seed = 1; seed <= 30; ++seed) {
        CAPTURE(seed);
        Storm storm(seed);
        storm.run(3000);
        granted.merge(storm.granted);
        errors.merge(storm.errors);
        matches += storm.matches;
        refused += storm.world.refused_by_store;
        replaced += storm.replaced;
        crashes += storm.crashes;
        snapshots += storm.world.snapshots;
        records += storm.world.records;
        // The records of a room, applied to nothing, give the room.
        for (const auto& [code, log] : storm.world.log) {
            RoomState replayed;
            for (const Record& record : log)
                apply(replayed, record);
            REQUIRE(replayed == storm.world.state(code));
        }
    }
    // The storm has been everywhere: each kind of request was granted, each way to fail was met.
    MESSAGE(records, " records, ", refused, " refused, ", matches, " matches, ", replaced,
            " replaced, ", crashes, " crashes, ", snapshots, " snapshots, ", errors.size(),
            " errors");
    CHECK(granted.size() == protocol::request_types);
    CHECK(matches > 50);
    CHECK(refused > 50);
    CHECK(replaced > 5);
    CHECK(crashes > 20);
    CHECK(snapshots > 20);
    for (const char* code :
         {"bad_json", "bad_request", "rate_limited", "server_full", "storage_full", "no_such_room",
          "room_full", "bad_token", "not_in_room", "already_in_room", "not_a_player", "bad_name",
          "bad_text", "bad_reveal", "bad_commit", "not_playing", "stale_ply", "not_your_turn",
          "cannot_claim"}) {
        CAPTURE(code);
        CHECK(errors.contains(code));
    }
}

TEST_CASE("the same seed gives the same run") {
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
        Storm first(seed), second(seed), other(seed + 100);
        first.run(1500);
        second.run(1500);
        other.run(1500);
        CHECK(first.trace() == second.trace());
        CHECK(first.trace() != other.trace());
    }
}
