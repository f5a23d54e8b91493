#include "tests/simulation/node.hpp"

#include "protocol/codec.hpp"

#include <algorithm>
#include <utility>

namespace jaipur::simulation {

using server::core::Output;
using server::core::Stored;

namespace {

constexpr Micros heartbeat_every = lease_time / 3;

server::core::Limits node_limits() {
    server::core::Limits limits;
    limits.request_burst = 0;
    return limits;
}

} // namespace

Node::Node(Ground& ground, SharedDatabase& database, ClusterFault planted, std::string name,
           std::uint64_t run, Micros clock, Deliver deliver)
    : ground_(ground), database_(database), planted_(planted), name_(std::move(name)),
      random_(stream(ground.seed(), 5000 + run)), clock_(clock), deliver_(std::move(deliver)),
      lobby_(node_limits(), entropy_from(stream(ground.seed(), 6000 + run))) {
    lobby_.hold_no_slot();
    heartbeat();
}

Node::~Node() = default;

server::core::Time Node::now() const {
    return server::core::Time(
        std::chrono::milliseconds(first_day) +
        std::chrono::floor<std::chrono::milliseconds>(ground_.now() + clock_));
}

// It looks at its leases before anything else.
void Node::reached(Micros delay, const char* name, Ground::Do what) {
    ground_.in(delay, name, [this, alive = std::weak_ptr(alive_), name, what = std::move(what)] {
        if (alive.expired())
            return;
        if (ground_.now() < frozen_until_)
            return reached(frozen_until_ - ground_.now(), name, what);
        check_time();
        what();
        set_timer();
    });
}

void Node::freeze(Micros time) {
    frozen_until_ = std::max(frozen_until_, ground_.now() + time);
}

void Node::set_timer() {
    const auto deadline = lobby_.deadline();
    if (!deadline || deadline == timer_set_to_)
        return;
    timer_set_to_ = deadline;
    reached(*deadline - now(), "tick", [this, deadline] {
        if (timer_set_to_ != deadline)
            return;
        timer_set_to_.reset();
        decide([](auto& lobby, auto time, Output& out) { lobby.tick(time, out); });
    });
}

// ---- the database ------------------------------------------------------------------------------

void Node::ask(Ground::Do at_database, Ground::Do answered) {
    jobs_.push_back({std::move(at_database), std::move(answered)});
    if (!busy_)
        send_next();
}

// What is sent arrives, even if the server has died by then.
void Node::send_next() {
    if (jobs_.empty())
        return;
    busy_ = true;
    Job job = std::move(jobs_.front());
    jobs_.pop_front();
    const Micros there = between(random_, 1ms, 20ms) + std::exchange(delay_, Micros{0});
    const Micros back = between(random_, 1ms, 20ms);
    ground_.in(there, "at the database", std::move(job.at_database));
    reached(there + back, "answered", [this, answered = std::move(job.answered)] {
        busy_ = false;
        answered();
        if (!busy_)
            send_next();
    });
}

SharedDatabase::Epochs Node::epochs() const {
    SharedDatabase::Epochs epochs;
    for (const auto& [slot, lease] : leases_)
        epochs.emplace(slot, lease.epoch);
    return epochs;
}

void Node::carry_out(Output& out) {
    std::vector<server::store::HousekeepingTask> tasks;
    for (const Record& snapshot : out.snapshots)
        tasks.emplace_back(server::store::Compact{snapshot});
    for (const auto& range : out.discarded)
        tasks.emplace_back(range);
    if (!out.records.empty())
        append(out.records);
    if (!tasks.empty())
        ask(
            [&database = database_, owner = name_, epochs = epochs(), tasks] {
                for (const auto& task : tasks)
                    database.housekeep(owner, epochs, task);
            },
            [] {});
    for (const server::core::Delivery& delivery : out.deliveries)
        deliver_(delivery);
    for (const Slot slot : out.released) {
        leases_.erase(slot);
        ask([&database = database_, owner = name_, slot] { database.release(slot, owner); },
            [this, slot] { moving_.erase(slot); });
    }
}

void Node::append(const std::vector<Record>& records) {
    auto results = std::make_shared<std::vector<Stored>>();
    const auto stored = [this, records, results] { answer(records, *results); };
    const auto once_more = [this, records, results, epochs = epochs(), stored] {
        ground_.count("answer lost");
        jobs_.push_front({[&database = database_, owner = name_, epochs, records, results] {
                              *results = database.append_rest(owner, epochs, records);
                          },
                          stored});
    };
    const bool gets_lost = random_.one_in(50), never_arrives = gets_lost && random_.one_in(2);
    ask(
        [&database = database_, owner = name_, epochs = epochs(), records, results, never_arrives] {
            if (!never_arrives)
                *results = database.append(owner, epochs, records);
        },
        gets_lost ? Ground::Do(once_more) : Ground::Do(stored));
    if (planted_ == ClusterFault::AnswersEarly && random_.one_in(50))
        reached(0us, "answered early",
                [this, records] { answer(records, std::vector(records.size(), Stored::Durable)); });
}

void Node::answer(const std::vector<Record>& records, const std::vector<Stored>& results) {
    for (std::size_t i = 0; i < records.size(); ++i)
        decide([&](auto& lobby, auto time, Output& out) {
            lobby.stored(records[i].number, results[i], time, out);
        });
}

// ---- leases ------------------------------------------------------------------------------------

void Node::check_time() {
    std::vector<Slot> ended;
    for (const auto& [slot, lease] : leases_)
        if (ground_.now() >= lease.sent + lease_time - lease_margin)
            ended.push_back(slot);
    for (const Slot slot : ended)
        lose(slot);
}

void Node::lose(Slot slot) {
    ground_.count("slot lost");
    leases_.erase(slot);
    moving_.erase(slot);
    decide([&](auto& lobby, auto time, Output& out) { lobby.drop(slot, time, out); });
}

void Node::heartbeat() {
    reached(heartbeat_every, "heartbeat", [this] { heartbeat(); });
    auto renewed = std::make_shared<std::vector<Slot>>();
    auto seen = std::make_shared<server::core::SlotHolders>();
    const auto asked = epochs();
    ask(
        [&database = database_, owner = name_, drains = drains_, asked, renewed, seen] {
            *renewed = database.renew(owner, asked);
            *seen = database.look(owner, drains);
        },
        [this, asked, renewed, seen, sent = ground_.now()] {
            for (const auto& [slot, epoch] : asked)
                if (const auto lease = leases_.find(slot);
                    lease == leases_.end() || lease->second.epoch != epoch)
                    continue;
                else if (std::ranges::find(*renewed, slot) != renewed->end())
                    lease->second.sent = std::max(lease->second.sent, sent);
                else
                    lose(slot);
            const auto plan = server::core::plan_slots(*seen, name_);
            for (const Slot slot : plan.release)
                if (leases_.contains(slot) && moving_.insert(slot).second)
                    decide([&](auto& lobby, auto time, Output& out) {
                        lobby.release(slot, time, out);
                    });
            for (const Slot slot : plan.take)
                if (!leases_.contains(slot) && moving_.insert(slot).second)
                    take(slot);
        });
}

void Node::take(Slot slot) {
    auto epoch = std::make_shared<std::optional<std::int64_t>>();
    auto contents = std::make_shared<server::store::SlotContents>();
    const auto sent = std::make_shared<Micros>(ground_.now());
    ask(
        [&database = database_, owner = name_, slot, epoch, contents] {
            *epoch = database.take(slot, owner);
            *contents = database.contents(slot);
        },
        [this, slot, epoch, contents, sent] {
            moving_.erase(slot);
            if (!*epoch || ground_.now() >= *sent + lease_time - lease_margin)
                return;
            leases_[slot] = {**epoch, *sent};
            decide([&](auto& lobby, auto time, Output& out) {
                for (const Record& record : contents->records)
                    lobby.restore(record, out);
                require(lobby.adopt(slot, contents->last, time, out).empty(), "P1",
                        "an adopted room's records are inconsistent");
            });
            compare(slot);
        });
}

void Node::compare(Slot slot) const {
    std::size_t open = 0;
    for (const auto& overview : lobby_.overview())
        if (server::core::slot_of(overview.room) == slot) {
            const RoomState* truth = database_.room(overview.room);
            require(truth && *truth == *lobby_.room(overview.room), "P1",
                    "an adopted room isn't what its records make");
            ++open;
            ground_.count("room adopted");
        }
    require(open == database_.rooms_in(slot), "P1", "an adopted slot lacks a room");
}

} // namespace jaipur::simulation
