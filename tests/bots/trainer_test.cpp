// The trainer: slopes, rounding, self-play, checkpoints, and runs that can be repeated.
#include "bots/trainer/calibrate.hpp"
#include "bots/trainer/checkpoint.hpp"
#include "bots/trainer/float_network.hpp"
#include "bots/trainer/learner.hpp"
#include "bots/trainer/pace.hpp"
#include "bots/trainer/self_play.hpp"
#include "bots/trainer/team.hpp"
#include "tests/support/proof.hpp"
#include "tests/support/random.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <limits>
#include <stdexcept>
#include <string>
#include <sys/resource.h>
#include <unistd.h>
#include <vector>

using namespace jaipur;
using namespace jaipur::bots;
using namespace jaipur::bots::trainer;

namespace {

std::vector<Sample> samples(const Weights& weights, int rounds, double trace) {
    std::vector<Sample> result;
    Dice random(1);
    for (int i = 0; i < rounds; ++i)
        self_play(weights, {0.1, trace}, random, result);
    return result;
}

class Folder {
  public:
    Folder()
        : path_(std::filesystem::temp_directory_path() / ("jaipur-" + std::to_string(getpid()))) {
        std::filesystem::create_directory(path_);
    }

    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;

    ~Folder() { std::filesystem::remove_all(path_); }

    std::filesystem::path file(const char* name) const { return path_ / name; }

  private:
    std::filesystem::path path_;
};

bool equal(const Weights& one, const Weights& two) {
    return one.first == two.first && one.second == two.second && one.third == two.third;
}

} // namespace

TEST_CASE("slopes are those that small changes of each weight show") {
    Weights weights = random_weights(3);
    const auto played = samples(weights, 2, 0.9);
    Sample sample = played[played.size() / 2];
    sample.chance = 0.8f;
    sample.margin = 0.3f;
    Weights slopes = no_weights();
    const auto first = add_slopes(weights, sample, slopes).first;
    const auto check = [&](std::vector<float>& layer, const std::vector<float>& slope,
                           std::size_t i) {
        constexpr float step = 2e-3f;
        const float before = layer[i];
        layer[i] = before + step;
        const float more = loss(weights, sample);
        layer[i] = before - step;
        const float less = loss(weights, sample);
        layer[i] = before;
        CHECK((more - less) / (2 * step) == doctest::Approx(slope[i]).epsilon(0.05).scale(0.02));
    };
    jaipur::test::Random random(1);
    int moving = 0;
    for (int i = 0; i < 60; ++i) {
        const std::size_t column = sample.features[random.below(sample.features.size())];
        const std::size_t row = random.below(first_width);
        const std::size_t at = column * first_width + row;
        slopes.first[at] = first[row];
        moving += first[row] != 0 ? 1 : 0;
        check(weights.first, slopes.first, at);
        check(weights.second, slopes.second, random.below(weights.second.size()));
        check(weights.third, slopes.third, random.below(weights.third.size()));
    }
    CHECK(moving > 10);
}

TEST_CASE("a step of the optimizer makes the loss smaller, and leaves absent features alone") {
    Weights weights = random_weights(1);
    const Weights before = weights;
    Moments moments = no_moments();
    const auto played = samples(weights, 1, 0.9);
    const std::vector<const Sample*> batch{&played[3], &played[7]};
    const float first = loss(weights, played[3]) + loss(weights, played[7]);
    Team team(1);
    Optimizer optimizer(weights, moments, team);
    for (int i = 0; i < 5; ++i)
        optimizer.step(batch, 1e-3f);
    CHECK(loss(weights, played[3]) + loss(weights, played[7]) < first);
    for (std::size_t column = 0; column < feature_count; ++column) {
        const auto has = [&](const Sample* sample) {
            return std::ranges::find(sample->features, column) != sample->features.end();
        };
        const bool same = std::equal(
            weights.first.begin() + static_cast<std::ptrdiff_t>(column * first_width),
            weights.first.begin() + static_cast<std::ptrdiff_t>((column + 1) * first_width),
            before.first.begin() + static_cast<std::ptrdiff_t>(column * first_width));
        REQUIRE((same || has(batch[0]) || has(batch[1])));
    }
}

TEST_CASE("a team does each part of each task once") {
    Team team(3);
    for (std::size_t count = 0; count < 500; ++count) {
        std::vector<int> done(count);
        team.share(count, [&](std::size_t i) { ++done[i]; });
        REQUIRE(std::ranges::count(done, 1) == std::ssize(done));
    }
}

TEST_CASE("chances that are too extreme are calibrated, and then stay nearly as they are" *
          doctest::skip(!jaipur::test::long_form())) {
    Weights weights = random_weights(1);
    Team team(2);
    calibrate(weights, 300, 1, team);
    for (std::size_t i = 0; i < second_width; ++i)
        weights.third[i] *= 3;
    float& bias = weights.third[2 * second_width];
    bias = 3 * bias + 1;
    const Line line = calibrate(weights, 300, 1, team);
    CHECK(line.slope < 0.5f);
    CHECK(line.constant < -0.2f);
    // Not exactly: actions that end the round have exact chances, so now it chooses others.
    const Line again = calibrate(weights, 300, 1, team);
    CHECK(again.slope == doctest::Approx(1).epsilon(0.2));
    CHECK(again.constant == doctest::Approx(0).scale(1).epsilon(0.1));
}

TEST_CASE("the network with whole numbers says nearly what the trained one says") {
    const Weights weights = random_weights(1);
    const Network network(Network::bytes(rounded(weights)));
    for (const Sample& sample : samples(weights, 3, 0.9)) {
        const Estimate exact = estimate(weights, sample.features);
        const Value whole = network.value(sample.features);
        constexpr double one = activation_one * weight_one;
        CHECK(whole.logit / one ==
              doctest::Approx(static_cast<double>(exact.logit)).epsilon(0.02).scale(1));
        CHECK(whole.margin / one ==
              doctest::Approx(static_cast<double>(exact.margin)).epsilon(0.02).scale(1));
    }
}

TEST_CASE("weights read back from whole numbers make the same whole numbers") {
    const auto layers = rounded(random_weights(2));
    const auto bytes = Network::bytes(layers);
    CHECK(Network::bytes(rounded(weights_of(Network(bytes).layers()))) == bytes);
}

TEST_CASE(
    "without exploration and with a full trace, targets are the result, seen by each player") {
    const Weights weights = random_weights(1);
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        std::vector<Sample> played;
        Dice random(seed);
        self_play(weights, {0, 1}, random, played);
        REQUIRE(played.size() > 10);
        for (std::size_t i = 1; i < played.size(); ++i) {
            CHECK(played[i].chance == 1 - played[i - 1].chance);
            CHECK(played[i].margin.value() == -played[i - 1].margin.value());
        }
        const float chance = played[0].chance;
        CHECK((chance == 0 || chance == 0.5f || chance == 1));
    }
}

TEST_CASE("without exploration and a trace, a target is what the next position is worth") {
    const Weights weights = random_weights(1);
    std::vector<Sample> played; // the last position first
    Dice random(1);
    self_play(weights, {0, 0}, random, played);
    REQUIRE(played.size() > 10);
    for (std::size_t i = 1; i < played.size(); ++i)
        CHECK(played[i].chance ==
              doctest::Approx(1 - chance(estimate(weights, played[i - 1].features).logit)));
}

TEST_CASE("what a search finds about the actions that it didn't choose are samples, too") {
    const Network network(Network::bytes(rounded(random_weights(1))));
    std::vector<Sample> played;
    Dice random(2);
    play_by_search(network, {.exploration = 0.1, .trace = 0.5, .worlds = 2}, random, played);
    std::ptrdiff_t chosen = 0; // one of each decision has a margin, too
    for (const Sample& sample : played) {
        CHECK(sample.chance >= 0);
        CHECK(sample.chance <= 1);
        chosen += sample.margin ? 1 : 0;
    }
    CHECK(chosen > 10);
    CHECK(std::ssize(played) > 3 * chosen);
}

TEST_CASE("against a fixed opponent, only one player's positions are samples") {
    const Weights weights = random_weights(1);
    const Network opponent(Network::bytes(rounded(random_weights(2))));
    std::vector<Sample> played;
    Dice random(1);
    play_against(opponent, weights, {0, 1}, random, played);
    REQUIRE(played.size() > 5);
    for (const Sample& sample : played)
        CHECK(sample.chance == played[0].chance);
}

TEST_CASE("a checkpoint survives a round trip, replaces the old one, and a cut one is refused") {
    const Folder folder;
    const auto file = folder.file("run.ck");
    Checkpoint checkpoint{random_weights(1), no_moments(), 12345};
    checkpoint.moments.steps = 7;
    checkpoint.moments.second = random_weights(2);
    save({random_weights(5), no_moments(), 1}, file);
    save(checkpoint, file);
    CHECK(!std::filesystem::exists(folder.file("run.ck.unfinished")));
    const Checkpoint read = load(file);
    CHECK(read.rounds == 12345);
    CHECK(read.moments.steps == 7);
    CHECK(equal(read.weights, checkpoint.weights));
    CHECK(equal(read.moments.first, checkpoint.moments.first));
    CHECK(equal(read.moments.second, checkpoint.moments.second));

    std::filesystem::resize_file(file, std::filesystem::file_size(file) - 1);
    CHECK_THROWS_AS(load(file), std::runtime_error);
    save(checkpoint, file);
    std::ofstream(file, std::ios::app) << "x";
    CHECK_THROWS_AS(load(file), std::runtime_error);
    CHECK_THROWS_AS(load(folder.file("none.ck")), std::runtime_error);
    // While the new file is being written, the old one is still whole: it is replaced at the end.
    std::filesystem::create_directory(folder.file("run.ck.unfinished"));
    std::filesystem::remove(file);
    std::ofstream(file) << "old";
    CHECK_THROWS_AS(save(checkpoint, file), std::runtime_error);
    CHECK(std::filesystem::file_size(file) == 3);
}

TEST_CASE("a checkpoint with a number that isn't finite is refused") {
    const Folder folder;
    const auto file = folder.file("run.ck");
    Checkpoint checkpoint{random_weights(1), no_moments(), 12345};
    checkpoint.moments.second.third.back() = std::numeric_limits<float>::infinity();
    save(checkpoint, file);
    CHECK_THROWS_WITH_AS(load(file),
                         (file.string() + ": a checkpoint with numbers that aren't finite").c_str(),
                         std::runtime_error);
}

TEST_CASE("only one run uses a checkpoint, and what can't be written is noticed at once") {
    const Folder folder;
    const auto file = folder.file("run.ck");
    {
        const Claim claim(file);
        CHECK_THROWS_WITH_AS(Claim{file}, (file.string() + ": another run uses it").c_str(),
                             std::runtime_error);
        CHECK_NOTHROW(Claim{folder.file("other.ck")});
    }
    CHECK_NOTHROW(Claim{file});
    CHECK_THROWS_AS(Claim{folder.file("none") / "run.ck"}, std::runtime_error);
}

TEST_CASE("a full disk leaves the old checkpoint and no other file") {
    const Folder folder;
    const auto file = folder.file("run.ck");
    std::ofstream(file) << "old";
    std::signal(SIGXFSZ, SIG_IGN); // so that a write fails instead
    const rlimit before = [] {
        rlimit limit{};
        getrlimit(RLIMIT_FSIZE, &limit);
        return limit;
    }();
    const rlimit small{100000, before.rlim_max};
    setrlimit(RLIMIT_FSIZE, &small);
    CHECK_THROWS_AS(save({random_weights(1), no_moments(), 1}, file), std::runtime_error);
    setrlimit(RLIMIT_FSIZE, &before);
    CHECK(std::filesystem::file_size(file) == 3);
    CHECK_FALSE(std::filesystem::exists(folder.file("run.ck.unfinished")));
}

TEST_CASE("the same plan makes the same weights, on one thread and on two") {
    const auto train = [](int threads, std::uint64_t seed) {
        TrainingPlan plan;
        plan.rounds = 1;
        plan.threads = threads;
        plan.seed = seed;
        plan.rounds_at_a_time = 16;
        Learner learner({random_weights(1), no_moments(), 0}, plan);
        learner.advance();
        CHECK(learner.is_done());
        return learner.checkpoint().weights;
    };
    const Weights one = train(1, 1);
    CHECK(equal(one, train(2, 1)));
    CHECK(!equal(one, train(2, 2)));
    CHECK(!equal(one, random_weights(1)));
}

TEST_CASE("a pause doesn't change the pace") {
    Pace pace;
    CHECK(pace.speed() == 0);
    for (int i = 0; i < 10; ++i)
        pace.add(256, 0.5);
    pace.add(256, 3600);
    CHECK(pace.speed() == doctest::Approx(512));
}
