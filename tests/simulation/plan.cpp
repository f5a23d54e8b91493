#include "tests/simulation/plan.hpp"

namespace jaipur::simulation {

namespace {

class Planner {
  public:
    explicit Planner(std::uint64_t seed)
        : random_(stream(seed, 1)), slowness_(stream(seed, 5)), days_(stream(seed, 6)) {}

    Plan plan() {
        const std::size_t people = size();
        while (plan_.people.size() < people)
            add_table();
        if (random_.one_in(3))
            for (std::size_t more = 1 + random_.below(2); more > 0; --more)
                add(Kind::Vandal, 0);
        plan_.is_crowded = random_.one_in(12);
        weather();
        return std::move(plan_);
    }

  private:
    // Most runs are small.
    std::size_t size() {
        if (random_.one_in(400))
            return 100 + random_.below(100);
        if (random_.one_in(40))
            return 12 + random_.below(40);
        return 2 + random_.below(5);
    }

    void add_table() {
        const std::size_t table = plan_.tables.size();
        plan_.tables.push_back({options()});
        auto& options = plan_.tables.back().options;
        if (slowness_.one_in(4))
            options.patience = static_cast<int>(60 + slowness_.below(20));
        else if (!options.clock && days_.one_in(12))
            options.patience = day.count();
        if (random_.one_in(6)) {
            add(Kind::Quick, table);
            return add(Kind::Quick, table);
        }
        add(Kind::Host, table);
        if (random_.one_in(5))
            options.bot = protocol::bot_levels[plan_.tables.size() % protocol::bot_levels.size()];
        else
            add(random_.one_in(4) ? Kind::Raw : Kind::Guest, table);
        if (random_.one_in(3))
            for (std::size_t more = 1 + random_.below(2); more > 0; --more)
                add(Kind::Spectator, table);
    }

    protocol::CreateOptions options() {
        protocol::CreateOptions options;
        options.is_public = random_.one_in(2);
        options.spectators = static_cast<protocol::SpectatorMode>(random_.below(3));
        if (!random_.one_in(3))
            options.delay = static_cast<int>(2 + random_.below(5));
        if (random_.one_in(4))
            options.clock = protocol::ClockOptions{static_cast<int>(5 + random_.below(100)),
                                                   static_cast<int>(random_.below(4))};
        options.seals = random_.one_in(6) ? static_cast<int>(2 + random_.below(2)) : 1;
        if (random_.one_in(5))
            options.password = "sesame";
        options.grace = static_cast<int>(random_.one_in(2) ? 1 + random_.below(20) : 120);
        return options;
    }

    void add(Kind kind, std::size_t table) {
        Person person;
        person.kind = kind;
        person.table = table;
        person.matches = random_.one_in(6) ? 2 : 1;
        person.pace = between(random_, 150ms, random_.one_in(4) ? 2000ms : 700ms);
        person.habit = random_.pick(test::all_habits);
        person.bot_one_in = 1 + random_.below(3);
        if (random_.one_in(15))
            person.chats_one_in = 2;
        if (random_.one_in(4))
            person.crashes_one_in = 40 + random_.below(200);
        if (random_.one_in(20)) {
            person.vanishes = true;
            person.crashes_one_in = 60;
        }
        if (random_.one_in(8))
            person.resigns_one_in = 100;
        if (random_.one_in(8))
            person.leaves_one_in = 60;
        if (random_.one_in(3))
            person.errs_one_in = 15;
        const bool hurried =
            plan_.tables[table].options.patience < protocol::CreateOptions{}.patience;
        if (hurried && slowness_.one_in(2))
            person.dawdles_one_in = 20;
        person.is_kind = hurried && slowness_.one_in(2);
        plan_.people.push_back(person);
    }

    void weather() {
        Weather& weather = plan_.weather;
        NetworkWeather& network = weather.network;
        network.latency = between(random_, 200us, random_.one_in(5) ? 300ms : 30ms);
        network.jitter = between(random_, 0us, random_.one_in(5) ? 500ms : 20ms);
        weather.disk.latency = between(random_, 100us, random_.one_in(4) ? 150ms : 8ms);
        if (random_.one_in(10))
            return; // good weather
        weather.storm = between(random_, 20s, 120s);
        if (!random_.one_in(4))
            network.lost_one_in = 40 + random_.below(400);
        if (random_.one_in(3))
            network.delayed_one_in = 20 + random_.below(100);
        if (random_.one_in(3))
            weather.clog_every = between(random_, 5s, 40s);
        if (random_.one_in(2))
            weather.down_every = between(random_, 10s, 60s);
        if (random_.one_in(3))
            weather.window = 1 << 10;
        disk(weather.disk);
    }

    void disk(DiskWeather& disk) {
        if (random_.one_in(3))
            disk.late_one_in = 5 + random_.below(50);
        if (random_.one_in(8))
            disk.delay = 12s;
        if (random_.one_in(5))
            disk.full_one_in = 30 + random_.below(100);
        if (random_.one_in(6))
            disk.fails_one_in = 50 + random_.below(200);
    }

    Random random_, slowness_, days_;
    Plan plan_;
};

} // namespace

Plan plan_of(std::uint64_t seed) {
    return Planner(seed).plan();
}

} // namespace jaipur::simulation
