#include "server/net/timekeeper.hpp"

#include "server/core/time.hpp"
#include "server/log/log.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <exception>

namespace jaipur::server::net {

using Clock = std::chrono::steady_clock;

// ---- one watch -------------------------------------------------------------------------------

Timekeeper::Watch::Watch(std::shared_ptr<Timekeeper> keeper, Liveness& liveness, Act act)
    : liveness_(liveness), act_(std::move(act)) {
    start(std::move(keeper));
}

Timekeeper::Watch::~Watch() {
    stop();
}

void Timekeeper::Watch::hurry() {
    if (!keeper_)
        return;
    const Instant next = liveness_.next();
    if (next >= deadline_)
        return; // it wakes before that anyway
    keeper_->remove(*this);
    deadline_ = next;
    keeper_->add(*this);
}

void Timekeeper::Watch::start(std::shared_ptr<Timekeeper> keeper) {
    keeper_ = std::move(keeper);
    deadline_ = liveness_.next();
    if (keeper_->watches_.empty())
        keeper_->last_look_ = Clock::now(); // until now there was nothing to look for
    keeper_->add(*this);
}

void Timekeeper::Watch::stop() {
    if (const auto keeper = std::exchange(keeper_, nullptr))
        keeper->remove(*this);
}

void Timekeeper::Watch::check() {
    if (const Verdict verdict = liveness_.verdict(Clock::now()); verdict != Verdict::Fine)
        act_(verdict);
    if (!keeper_)
        return;
    keeper_->remove(*this);
    deadline_ = liveness_.next();
    keeper_->add(*this);
}

// An error in one connection must not end the others.
void Timekeeper::Watch::check_safely() {
    try {
        check();
    } catch (const std::exception&) {
        stop();
        log::error("connection failed");
        act_(Verdict::ClosingTooSlow);
    }
}

// ---- all of them -----------------------------------------------------------------------------

// Deadlines that are about equally far away are rounded up to the same grid.
Instant Timekeeper::rounded(Instant deadline, Instant now) {
    const Instant::duration away = std::max(deadline - now, Instant::duration{0});
    const auto step = std::bit_floor(static_cast<std::uint64_t>((away / 128).count()));
    if (step == 0)
        return deadline;
    const auto ticks = static_cast<std::uint64_t>(deadline.time_since_epoch().count());
    return Instant(Instant::duration((ticks + step - 1) / step * step));
}

void Timekeeper::add(Watch& watch) {
    watch.wakes_ = rounded(watch.deadline_, Clock::now());
    watches_[watch.wakes_].push_back(watch);
    set_timer();
}

void Timekeeper::remove(Watch& watch) {
    if (!watch.is_linked())
        return; // adding it had failed for lack of memory
    const auto found = watches_.find(watch.wakes_);
    found->second.erase(found->second.iterator_to(watch));
    if (found->second.empty())
        watches_.erase(found);
    if (watches_.empty()) {
        timer_.cancel();
        timer_set_to_ = Instant::max();
    }
}

void Timekeeper::set_timer() {
    if (watches_.empty())
        return;
    const Instant next = std::min(watches_.begin()->first, last_look_ + core::look_every);
    if (next >= timer_set_to_)
        return;
    timer_set_to_ = next;
    timer_.expires_at(timer_set_to_);
    timer_.async_wait([keeper = weak_from_this()](const boost::system::error_code& error) {
        if (const auto alive = keeper.lock(); alive && !error)
            alive->tick();
    });
}

void Timekeeper::tick() {
    const Instant now = Clock::now();
    timer_set_to_ = now; // don't set the timer for each watch that is added again
    look(now);
    while (!watches_.empty() && watches_.begin()->first <= now)
        watches_.begin()->second.front().check_safely();
    timer_set_to_ = Instant::max();
    set_timer();
}

void Timekeeper::look(Instant now) {
    const auto gap = now - std::exchange(last_look_, now);
    if (gap <= core::longest_gap)
        return;
    for (auto& [wakes, watches] : watches_)
        for (Watch& watch : watches)
            watch.liveness_.did_not_run(gap - core::longest_gap, now);
}

} // namespace jaipur::server::net
