#include "tests/simulation/simulation.hpp"

#include "tests/simulation/evening.hpp"
#include "tests/simulation/player.hpp"
#include "tests/simulation/process.hpp"
#include "tests/simulation/raw.hpp"

#include <algorithm>
#include <exception>
#include <memory>
#include <vector>

namespace jaipur::simulation {

namespace {

// After the storm: everyone, and empty rooms have closed. Over days, a player who doesn't come back
// is waited for.
constexpr Micros home_within{1h}, over_within{3h};
constexpr Micros home_within_days = 2 * day, over_within_days = 4 * day;
constexpr std::uint64_t most_events = 20'000'000;

class Simulation {
  public:
    explicit Simulation(const Settings& settings)
        : ground(settings), plan_(plan_of(settings.seed)), weather_(plan_.weather),
          random_(stream(settings.seed, 4)), network_(ground, weather_.network), disk_(ground),
          oracle_(ground), evening_{ground, network_, oracle_, plan_} {
        evening_.codes.resize(plan_.tables.size());
        if (plan_.is_crowded) {
            limits_.rooms = 2;
            limits_.spectators = 1;
            by_address_ = 3;
        }
    }

    Ground ground;

    void run() {
        boot();
        for (const Person& person : plan_.people)
            invite(person);
        ground.at(weather_.storm, "calm", [this] { calm(); });
        plan_clogs();
        plan_downtime();
        while (ground.step()) {
            require(ground.events() < most_events, "P14", "the evening never ends");
            require(!evening_.calm_since ||
                        ground.now() <
                            *evening_.calm_since + (lasts_days() ? over_within_days : over_within),
                    "P14", "empty rooms don't close");
        }
        everybody_is_home();
        oracle_.over(process_->lobby(), process_->store().kept());
    }

  private:
    void invite(const Person& person) {
        const Machine machine = people_.size() + 1;
        if (person.kind == Kind::Raw || person.kind == Kind::Vandal)
            people_.push_back(std::make_unique<Raw>(evening_, person, machine));
        else
            people_.push_back(std::make_unique<Player>(evening_, person, machine));
        ground.in(between(random_, 0us, 4s), "arrival",
                  [visitor = people_.back().get()] { visitor->arrive(); });
    }

    void calm() {
        ground.tell("the storm is over");
        evening_.calm_since = ground.now();
        network_.calm();
        weather_.disk.late_one_in = weather_.disk.full_one_in = weather_.disk.fails_one_in = 0;
        ground.count("match running when the storm ends", oracle_.running());
        ground.in(lasts_days() ? home_within_days : home_within, "is everybody home?",
                  [this] { everybody_is_home(); });
    }

    bool lasts_days() const { return std::ranges::any_of(plan_.tables, &Table::is_over_days); }

    void everybody_is_home() const {
        for (const auto& visitor : people_)
            if (!visitor->is_home())
                throw Violation("P14", "somebody doesn't get home: " + visitor->words());
    }

    // ---- the network's storms
    void plan_clogs() {
        if (weather_.clog_every == Micros{0})
            return;
        ground.in(between(random_, weather_.clog_every / 2, weather_.clog_every * 3 / 2), "clog",
                  [this] {
                      if (evening_.is_calm())
                          return;
                      for (Machine machine = 1; machine <= people_.size(); ++machine)
                          if (random_.one_in(3))
                              network_.clog(machine, between(random_, 500ms, weather_.clogged_for));
                      plan_clogs();
                  });
    }

    // ---- the server's machine
    void boot() {
        if (!evening_.is_calm() && runs_ > 0 && random_.one_in(3)) {
            const Micros jump = between(random_, -72h, 72h);
            ground.count(jump < Micros{0} ? "clock set back" : "clock set forward");
            clock_offset_ += std::chrono::floor<std::chrono::milliseconds>(jump);
        }
        ground.tell("the server starts");
        network_.power_on();
        const auto now = std::chrono::floor<std::chrono::milliseconds>(ground.now());
        const server::core::Time clock(std::chrono::milliseconds(first_day) + clock_offset_ + now);
        process_ = std::make_unique<Process>(
            Environment{ground, network_, disk_, weather_.disk, oracle_, limits_, weather_.window,
                        by_address_},
            clock, ++runs_, [this] { ground.in(0us, "exit", [this] { exit_74(); }); });
    }

    void boot_later() {
        const Micros down = random_.one_in(6) ? 40s : 3s;
        ground.in(between(random_, 100ms, down), "boot", [this] { boot(); });
    }

    void plan_downtime() {
        if (weather_.down_every == Micros{0})
            return;
        ground.in(between(random_, weather_.down_every / 2, weather_.down_every * 3 / 2), "down",
                  [this] {
                      if (evening_.is_calm())
                          return;
                      go_down_when_writing(random_.one_in(2) ? 0 : 2000);
                  });
    }

    // Looks this many times for a moment with unsynced writes.
    void go_down_when_writing(int looks) {
        if (looks > 0 && !disk_.is_writing())
            return ground.in(700us, "down?", [this, looks] { go_down_when_writing(looks - 1); });
        if (process_ && !stopping_ && !evening_.is_calm())
            go_down();
        plan_downtime();
    }

    void go_down() {
        switch (random_.below(3)) {
        case 0:
            return kill();
        case 1:
            return lose_power();
        default:
            return stop();
        }
    }

    void kill() {
        ground.count("server killed");
        ground.tell("the server is killed");
        process_.reset();
        network_.server_died();
        disk_.process_killed();
        boot_later();
    }

    void lose_power() {
        ground.count("power cut");
        ground.tell("the server's machine loses its power");
        process_.reset();
        network_.power_off();
        disk_.power_cut();
        boot_later();
    }

    void stop() {
        ground.count("clean stop");
        ground.tell("the server is stopped");
        stopping_ = true;
        process_->stop([this] { ground.in(0us, "exit", [this] { stopped(); }); });
    }

    void stopped() {
        if (!process_)
            return; // its disk has failed meanwhile
        stopping_ = false;
        process_.reset();
        network_.server_died();
        boot_later();
    }

    void exit_74() {
        if (!process_)
            return;
        ground.count("disk failed: exit 74");
        ground.tell("the disk fails: exit 74");
        stopping_ = false;
        process_.reset();
        network_.server_died();
        disk_.process_killed();
        boot_later();
    }

    Plan plan_;
    Weather weather_;
    Random random_;
    Network network_;
    Disk disk_;
    Oracle oracle_;
    Evening evening_;
    server::core::Limits limits_;
    std::chrono::milliseconds clock_offset_{0};
    std::size_t by_address_ = 1;
    std::uint64_t runs_ = 0;
    bool stopping_ = false;
    std::unique_ptr<Process> process_;
    std::vector<std::unique_ptr<Visitor>> people_;
};

} // namespace

Outcome simulate(const Settings& settings) {
    Simulation simulation(settings);
    Ground& ground = simulation.ground;
    Outcome outcome;
    try {
        simulation.run();
    } catch (const Violation& violation) {
        outcome.broken = {violation.promise, violation.what(), ground.events()};
    } catch (const std::exception& error) {
        outcome.broken = {"no exception", error.what(), ground.events()};
    }
    outcome.trace = ground.trace.finish();
    outcome.events = ground.events();
    outcome.counts = std::move(ground.counts);
    return outcome;
}

} // namespace jaipur::simulation
