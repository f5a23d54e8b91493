// The path of a request, as in server/shell/server_requests.cpp.
#include "tests/simulation/process.hpp"

#include "protocol/codec.hpp"
#include "tests/support/quick_bot.hpp"
#include "tests/support/quick_hash.hpp"

#include <algorithm>
#include <utility>
#include <variant>
#include <vector>

namespace jaipur::simulation {

using server::core::Output;
using server::core::Time;

Process::Process(const Environment& around, Time clock, std::uint64_t run,
                 std::function<void()> died)
    : ground_(around.ground), network_(around.network), oracle_(around.oracle),
      limits_(around.limits), window_(around.window), by_address_(around.by_address),
      start_(around.ground.now()), clock_(clock), died_(std::move(died)),
      lobby_(limits_, entropy_from(stream(around.ground.seed(), 1000 + run))) {
    DiskStore::Hooks hooks;
    hooks.answer = [this](std::uint64_t first, std::uint64_t last, server::core::Stored result) {
        later(0us, "stored", [this, first, last, result] { stored(first, last, result); });
    };
    hooks.durable = [this](const std::string& record) { oracle_.durable(record); };
    hooks.failed = [this] { later(0us, "exit 74", [this] { died_(); }); };
    store_ = std::make_unique<DiskStore>(ground_, around.disk, around.disk_weather, hooks);
    recover();
    network_.listen([this](LinkId link, Machine from) { return accept(link, from); });
}

Process::~Process() {
    oracle_.process_gone();
}

Time Process::now() const {
    return clock_ + std::chrono::floor<std::chrono::milliseconds>(ground_.now() - start_);
}

void Process::later(Micros delay, const char* name, Ground::Do what) {
    ground_.in(delay, name, [alive = std::weak_ptr(alive_), what = std::move(what)] {
        if (!alive.expired())
            what();
    });
}

// ---- the path ----------------------------------------------------------------------------

void Process::text(SessionId session, const std::string& text) {
    auto request = protocol::decode(text);
    oracle_.asked(session, request);
    if (lies_about(session, request))
        return;
    decide([&](Output& output) { lobby_.received(session, std::move(request), now(), output); });
}

void Process::stored(std::uint64_t first, std::uint64_t last, server::core::Stored result) {
    for (std::uint64_t record = first; record <= last; ++record) {
        --records_due_;
        oracle_.answered(record, result);
        decide([&](Output& output) { lobby_.stored(record, result, now(), output); });
        oracle_.compare(record, lobby_);
    }
}

template <class Decision>
void Process::decide(Decision decision) {
    oracle_.time_passes();
    Output output;
    decision(output);
    carry_out(std::move(output));
}

void Process::leave(SessionId session) {
    decide([&](server::core::Output& output) { lobby_.disconnected(session, now(), output); });
}

void Process::carry_out(Output output) {
    records_due_ += output.records.size();
    for (const server::core::Record& record : output.records)
        ground_.tell("record ", record.number, " of ", record.room, " kind ", record.body.index());
    const auto records = output.records;
    if (!output.records.empty())
        store_->append(std::move(output.records)); // answers through `stored`
    for (const server::core::PasswordToHash& password : output.passwords)
        hash(password); // answers through `hashed`
    for (const server::core::ToThink& what : output.thoughts)
        think(what); // answers through `thought`
    housekeeping(output);
    for (const server::core::Delivery& delivery : output.deliveries)
        std::visit([this](const auto& what) { carry_out(what); }, delivery);
    for (const server::core::Record& record : records)
        oracle_.made(record);
    set_timer();
}

void Process::hash(const server::core::PasswordToHash& password) {
    constexpr Micros takes{15ms};
    ground_.count("password hashed");
    later(takes, "hashed", [this, session = password.session, hash = test::quick_hash(password)] {
        decide([&](Output& output) { lobby_.hashed(session, hash, now(), output); });
    });
}

// Most bots have decided before their time has come, some long after it. Those that must answer at
// once do.
void Process::think(const server::core::ToThink& what) {
    constexpr std::uint32_t late_one_in = 7;
    Micros takes = what.view.ply % late_one_in == 0 ? 3s : 20ms;
    if (what.at_once)
        takes = Micros{0};
    ground_.count(what.at_once ? "bot answered at once" : "bot thought");
    later(takes, "thought", [this, thought = test::quick_thought(what)] {
        decide([&](Output& output) { lobby_.thought(thought, now(), output); });
    });
}

void Process::carry_out(const server::core::Send& wanted) {
    if (!find(wanted.to))
        return;
    oracle_.told(wanted.to, *wanted.message);
    if (ground_.is_planted(Planted::TwoAnswers) &&
        std::holds_alternative<protocol::Ok>(*wanted.message))
        oracle_.told(wanted.to, *wanted.message);
    send(wanted.to, encode_(is_honest() ? wanted.message : bent(wanted).message));
}

void Process::carry_out(const server::core::Disconnect& disconnect) {
    if (disconnect.exception != nullptr)
        throw std::logic_error(disconnect.exception);
    using enum protocol::CloseCode;
    ground_.count(disconnect.code == Replaced  ? "seat taken over (4001)"
                  : disconnect.code == Removed ? "removed by the owner (4003)"
                                               : "closed for flooding (1008)");
    close(disconnect.to, static_cast<std::uint16_t>(disconnect.code));
}

void Process::housekeeping(Output& output) {
    for (const server::core::Finished& match : output.finished) {
        std::string replay = protocol::encode(match.replay);
        oracle_.kept_replay(replay);
        store_->housekeep(
            server::store::FinishedMatch{match.replay.match, match.at, std::move(replay)});
    }
    for (server::core::Record& snapshot : output.snapshots)
        store_->housekeep(server::store::Compact{std::move(snapshot)});
    for (const server::core::DiscardRange& range : output.discarded)
        store_->housekeep(range);
}

void Process::set_timer() {
    const auto deadline = lobby_.deadline();
    if (deadline == timer_set_to_ || ground_.is_planted(Planted::StopsTicking))
        return;
    timer_set_to_ = deadline;
    if (!deadline)
        return;
    later(start_ + (*deadline - clock_) - ground_.now(), "tick", [this, deadline] {
        if (timer_set_to_ != deadline)
            return; // it was reset
        timer_set_to_.reset();
        decide([&](Output& output) { lobby_.tick(now(), output); });
    });
}

// ---- beginning and end -------------------------------------------------------------------------

void Process::recover() {
    store_->load([this](const server::core::Record& record) {
        Output output;
        lobby_.restore(record, output);
        housekeeping(output);
    });
    const auto broken = lobby_.restored(store_->last_number(), now());
    require(broken.empty(), "P1", "a room's records are inconsistent after a restart");
    oracle_.restarted(lobby_, store_->kept());
    set_timer();
}

void Process::stop(std::function<void()> stopped) {
    stopped_ = std::move(stopped);
    network_.stop_listening();
    decide([this](Output& output) { lobby_.shut_down(now(), output); });
    const Micros last_call = ground_.now() + limits_.shutdown_timeout -
                             std::min(limits_.closing_timeout, limits_.shutdown_timeout / 2);
    // Pending records are stored and their answers sent before any connection closes.
    const auto step = [this, last_call](const auto& again) -> void {
        if (records_due_ > 0 && ground_.now() < last_call)
            return later(5ms, "stopping", [again] { again(again); });
        go_down();
    };
    step(step);
}

void Process::go_down() {
    std::vector<SessionId> all;
    for (const auto& [session, connection] : connections_)
        all.push_back(session);
    for (const SessionId session : all)
        close(session, static_cast<std::uint16_t>(protocol::CloseCode::ServiceRestart));
    later(limits_.closing_timeout, "stopped", [this] {
        store_->finish();
        stopped_();
    });
}

} // namespace jaipur::simulation
