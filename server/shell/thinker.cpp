#include "server/shell/thinker.hpp"

#include "bots/play/timed.hpp"
#include "server/log/log.hpp"
#include "server/shell/process.hpp"

#include <boost/asio/post.hpp>

#include <array>
#include <bit>
#include <chrono>
#include <exception>
#include <stdexcept>
#include <system_error>
#include <typeinfo>
#include <utility>

namespace jaipur::server::shell {

namespace asio = boost::asio;
using std::chrono::steady_clock;

namespace {

// About the longest that a bot waits for its turn to think: less than people need for a move.
constexpr double longest_wait = 500; // ms

// Matches at a level that only another release knows go on at the default level.
const bots::Level& level_of(const core::ToThink& what) {
    const bots::Level* found = bots::find_level(what.level);
    return found ? *found : *bots::find_level(protocol::default_bot);
}

} // namespace

Thinker::Thinker(asio::any_io_executor executor, int threads, core::Entropy entropy, Answer answer)
    : executor_(std::move(executor)), entropy_(std::move(entropy)), answer_(std::move(answer)),
      threads_(threads), thoughts_(threads), open_(thoughts_.get_executor()) {
    bots::trained_network();
    for (const bots::Level& level : bots::levels())
        times_[level.name];
    try {
        for (int i = 0; i < threads; ++i)
            running_.emplace_back([this] {
                give_way();
                thoughts_.run();
            });
    } catch (const std::system_error& error) {
        stop(); // the threads before it would never end
        throw std::runtime_error("can't start a thread: " + error.code().message());
    }
}

Thinker::~Thinker() {
    stop();
}

void Thinker::think(core::ToThink what) {
    if (what.at_once) {
        asio::post(executor_, [this, what = std::move(what)] {
            bots::Level level = level_of(what);
            level.milliseconds = 0; // it takes what looks best at first
            answer_(answer(what, level, 0));
        });
        return;
    }
    ++waiting_;
    asio::post(thoughts_, [this, what = std::move(what)] {
        if (stopped_)
            return;
        const bots::Level& level = level_of(what);
        const auto begun = steady_clock::now();
        const core::Thought thought = answer(what, level, longest_wait * threads_ / waiting_);
        const auto took = steady_clock::now() - begun;
        --waiting_;
        asio::post(executor_, [this, thought, took, name = level.name] {
            times_.at(name).add(took);
            answer_(thought);
        });
    });
}

core::Thought Thinker::answer(const core::ToThink& what, const bots::Level& level,
                              double at_most) const {
    core::Thought thought{what.room, what.view.match, what.view.ply, {}};
    try {
        thought.action = bots::think(level, what.view, what.round, draw_seed(), at_most);
    } catch (const std::exception& error) {
        log::error("a bot can't think", {{"type", typeid(error).name()}});
        thought.action = bots::choose_greedily(*protocol::turn_of(what.view));
    }
    return thought;
}

std::uint64_t Thinker::draw_seed() const {
    return std::bit_cast<std::uint64_t>(core::draw<std::array<std::uint8_t, 8>>(entropy_));
}

void Thinker::stop() {
    stopped_ = true;
    thoughts_.stop();
}

} // namespace jaipur::server::shell
