#include "tests/simulation/cluster.hpp"

#include "bots/greedy.hpp"
#include "protocol/codec.hpp"
#include "protocol/fair.hpp"
#include "protocol/hash.hpp"
#include "tests/simulation/node.hpp"

#include <array>
#include <exception>
#include <memory>
#include <optional>
#include <variant>

namespace jaipur::simulation {

using server::core::Output;
using server::core::SessionId;

namespace {

constexpr std::size_t node_count = 3, table_count = 6;
constexpr Micros storm{120s}, all_over_within{1h};
constexpr Micros answer_patience{6s};

class Cluster;

// Plays one match in one seat, wherever its room is.
class Guest {
  public:
    Guest(Cluster& cluster, std::size_t table, Seat seat);

    void look();
    void heard(SessionId session, const server::core::Delivery& delivery);

    bool is_done() const { return done_; }

  private:
    void dial();
    void enter();
    void act();
    void request(protocol::RequestBody body);
    void take(const protocol::ServerMessage& message);
    void hang_up();

    Cluster& cluster_;
    const std::size_t table_;
    const Seat seat_;
    protocol::Secret token_{};
    Node* node_ = nullptr;
    std::weak_ptr<int> node_lives_;
    SessionId session_ = 0;
    std::optional<std::string> room_;
    bool seated_ = false, done_ = false;
    std::optional<protocol::View> view_;
    std::optional<protocol::RoomInfo> info_;
    std::uint64_t last_id_ = 0;
    std::optional<protocol::RequestBody> asked_; // not answered yet
    std::optional<protocol::Act> act_;           // not acknowledged yet
    Micros asked_at_{};
};

class Cluster {
  public:
    Cluster(const Settings& settings, ClusterFault planted)
        : ground(settings), database(ground, planted), planted_(planted),
          random_(stream(settings.seed, 7000)) {
        for (std::size_t i = 0; i < node_count; ++i)
            boot(i);
        for (std::size_t table = 0; table < table_count; ++table)
            for (const Seat seat : all_seats)
                guests_.push_back(std::make_unique<Guest>(*this, table, seat));
    }

    void run() {
        for (const auto& guest : guests_)
            look_later(*guest, between(random_, 6s, 9s));
        plan_fault();
        while (!is_over()) {
            require(ground.now() < storm + all_over_within, "P14", "a match doesn't end");
            require(ground.step(), "P14", "nothing happens any more");
        }
        ground.count("match over", database.matches_over());
    }

    struct Place {
        std::unique_ptr<Node> node; // null: down
        std::shared_ptr<int> lives;
    };

    Ground ground;
    SharedDatabase database;
    std::array<std::optional<std::string>, table_count> codes;

    Place* named(const std::string& name) {
        for (Place& place : nodes_)
            if (place.node && place.node->name() == name)
                return &place;
        return nullptr;
    }

    Place* any() {
        Place& place = nodes_.at(random_.below(node_count));
        return place.node ? &place : nullptr;
    }

    SessionId new_session(Guest& guest) {
        owners_[++last_session_] = &guest;
        return last_session_;
    }

    Random& random() { return random_; }

  private:
    bool is_over() const {
        for (const auto& guest : guests_)
            if (!guest->is_done())
                return false;
        return true;
    }

    void look_later(Guest& guest, Micros delay) {
        ground.in(delay, "look", [this, &guest] {
            guest.look();
            if (!guest.is_done())
                look_later(guest, between(random_, 200ms, 700ms));
        });
    }

    void boot(std::size_t i) {
        const std::uint64_t run = ++runs_;
        const Micros clock = between(random_, -1h, 1h);
        nodes_[i].lives = std::make_shared<int>();
        nodes_[i].node = std::make_unique<Node>(
            ground, database, planted_, "node" + std::to_string(run), run, clock,
            [this](const server::core::Delivery& delivery) { deliver(delivery); });
    }

    // In order: every message takes the same time.
    void deliver(const server::core::Delivery& delivery) {
        const auto* send = std::get_if<server::core::Send>(&delivery);
        const SessionId to = send ? send->to : std::get<server::core::Disconnect>(delivery).to;
        if (!send)
            require(std::get<server::core::Disconnect>(delivery).exception == nullptr,
                    "no exception", "a session failed");
        ground.in(5ms, "heard", [this, to, delivery] {
            if (const auto owner = owners_.find(to); owner != owners_.end())
                owner->second->heard(to, delivery);
        });
    }

    void plan_fault() {
        ground.in(between(random_, 2s, 12s), "fault", [this] {
            if (ground.now() >= storm)
                return;
            fault(random_.below(node_count));
            plan_fault();
        });
    }

    void fault(std::size_t i) {
        Node* const node = nodes_[i].node.get();
        if (!node)
            return;
        switch (random_.below(4)) {
        case 0:
            ground.count("server killed");
            ground.tell(node->name(), " is killed");
            nodes_[i] = {};
            ground.in(between(random_, 1s, 10s), "boot", [this, i] { boot(i); });
            return;
        case 1:
            ground.count("server frozen");
            ground.tell(node->name(), " freezes");
            return node->freeze(between(random_, 1s, 12s));
        case 2:
            ground.count("server drained");
            ground.tell(node->name(), " drains");
            node->drain(true);
            return ground.in(between(random_, 5s, 15s), "back", [this, i] {
                if (nodes_[i].node)
                    nodes_[i].node->drain(false);
            });
        default:
            ground.count("database late");
            return node->delay(between(random_, 500ms, 9s));
        }
    }

    const ClusterFault planted_;
    Random random_;
    std::array<Place, node_count> nodes_;
    std::vector<std::unique_ptr<Guest>> guests_;
    std::map<SessionId, Guest*> owners_;
    SessionId last_session_ = 0;
    std::uint64_t runs_ = 0;
};

Guest::Guest(Cluster& cluster, std::size_t table, Seat seat)
    : cluster_(cluster), table_(table), seat_(seat) {
    token_.fill(static_cast<std::uint8_t>(1 + 2 * table + index(seat)));
}

void Guest::look() {
    const bool is_gone = session_ != 0 && node_lives_.expired();
    const bool is_slow = asked_ && cluster_.ground.now() - asked_at_ > answer_patience;
    if (is_gone || is_slow)
        hang_up();
    if (session_ == 0)
        dial();
    else if (seated_ && !asked_)
        act();
}

void Guest::hang_up() {
    if (const auto lives = node_lives_.lock())
        node_->reached(5ms, "hung up", [node = node_, session = session_] {
            node->decide([&](auto& lobby, auto time, Output& out) {
                lobby.disconnected(session, time, out);
            });
        });
    session_ = 0;
    seated_ = false;
    asked_.reset();
    view_.reset();
    info_.reset();
}

// To the server that has the room, or to any for a new one.
void Guest::dial() {
    const auto& code = room_ ? room_ : cluster_.codes[table_];
    if (seat_ == Seat::One && !code)
        return;
    const auto holder = code ? cluster_.database.holder(*code) : std::nullopt;
    if (code && !holder)
        return;
    const Cluster::Place* const there = code ? cluster_.named(*holder) : cluster_.any();
    if (!there)
        return;
    node_ = there->node.get();
    node_lives_ = there->lives;
    session_ = cluster_.new_session(*this);
    node_->reached(5ms, "dialled", [node = node_, session = session_] {
        node->decide([&](auto& lobby, auto time, Output&) { lobby.connected(session, {}, time); });
    });
    enter();
}

void Guest::enter() {
    if (room_)
        return request(protocol::Resume{*room_, protocol::base64url(token_)});
    if (seat_ == Seat::Zero) {
        protocol::CreateRoom create{"Asha", {}};
        create.token = token_;
        create.options.seals = 1;
        return request(create);
    }
    protocol::JoinRoom join{*cluster_.codes[table_], "Ravi", {}};
    join.token = token_;
    request(join);
}

void Guest::act() {
    if (view_ && view_->phase == Phase::Playing && view_->turn == seat_) {
        const std::string match = protocol::hex(view_->match);
        // Whether an earlier connection's action was played is unknown: it is repeated.
        if (!act_ || act_->ply != view_->ply || act_->match != match)
            act_ =
                protocol::Act{view_->ply, bots::choose_greedily(*protocol::turn_of(*view_)), match};
        else
            cluster_.ground.count("action repeated");
        return request(*act_);
    }
    const bool waits =
        info_ && (info_->phase == Phase::Waiting || info_->phase == Phase::RoundOver);
    if (waits && info_->players[seat_] && !info_->players[seat_]->ready &&
        info_->players[other(seat_)])
        request(protocol::Ready{});
}

void Guest::request(protocol::RequestBody body) {
    asked_ = body;
    asked_at_ = cluster_.ground.now();
    node_->reached(5ms, "request",
                   [node = node_, session = session_, id = ++last_id_, body = std::move(body)] {
                       node->decide([&](auto& lobby, auto time, Output& out) {
                           lobby.received(session, protocol::Request{id, body}, time, out);
                       });
                   });
}

void Guest::heard(SessionId session, const server::core::Delivery& delivery) {
    if (session != session_)
        return; // an earlier connection
    if (const auto* send = std::get_if<server::core::Send>(&delivery))
        return take(*send->message);
    const auto code = std::get<server::core::Disconnect>(delivery).code;
    if (code == protocol::CloseCode::ServiceRestart)
        cluster_.ground.count("closed with 1012");
    hang_up();
}

void Guest::take(const protocol::ServerMessage& message) {
    if (const auto* ok = std::get_if<protocol::Ok>(&message)) {
        require(asked_.has_value(), "order", "an answer without a request");
        if (const auto* seated = std::get_if<protocol::Seated>(&ok->adds)) {
            cluster_.ground.count(room_ ? "seat resumed" : "seat taken");
            room_ = seated->room;
            if (seat_ == Seat::Zero)
                cluster_.codes[table_] = room_;
            seated_ = true;
        }
        if (protocol::is<protocol::Act>(*asked_)) {
            cluster_.database.acknowledged(*act_);
            act_.reset();
        }
        asked_.reset();
    } else if (const auto* error = std::get_if<protocol::Error>(&message)) {
        // A server may have no slots yet, and a timer may have made a player ready.
        const bool may_be = error->code == protocol::ErrorCode::ShuttingDown ||
                            (asked_ && protocol::is<protocol::Ready>(*asked_));
        if (!may_be)
            throw Violation("P2", "a request was refused: " +
                                      std::string(asked_ ? protocol::type_of(*asked_) : "none") +
                                      ", " + std::string(protocol::name(error->code)));
        cluster_.ground.count("refused");
        asked_.reset();
        if (!seated_)
            hang_up();
    } else if (const auto* view = std::get_if<protocol::View>(&message)) {
        cluster_.database.shown(*view);
        view_ = *view;
        done_ = done_ || view->phase == Phase::MatchOver;
    } else if (const auto* info = std::get_if<protocol::RoomInfo>(&message)) {
        info_ = *info;
    }
}

} // namespace

Outcome simulate_cluster(std::uint64_t seed, ClusterFault planted, bool tells_story) {
    Settings settings;
    settings.seed = seed;
    settings.tells_story = tells_story;
    Outcome outcome;
    Cluster cluster(settings, planted);
    try {
        cluster.run();
    } catch (const Violation& violation) {
        outcome.broken = {violation.promise, violation.what(), cluster.ground.events()};
    } catch (const std::exception& error) {
        outcome.broken = {"no exception", error.what(), cluster.ground.events()};
    }
    outcome.trace = cluster.ground.trace.finish();
    outcome.events = cluster.ground.events();
    outcome.counts = std::move(cluster.ground.counts);
    return outcome;
}

} // namespace jaipur::simulation
