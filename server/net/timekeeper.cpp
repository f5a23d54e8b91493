#include "server/net/timekeeper.hpp"

#include "server/log/log.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <exception>

namespace jaipur::server::net {

using Clock = std::chrono::steady_clock;

// ---- one -------------------------------------------------------------------------------------

Timekeeper::Watch::Watch(std::shared_ptr<Timekeeper> keeper, const Liveness& liveness, Act act)
    : keeper_(std::move(keeper)), liveness_(liveness), act_(std::move(act)),
      deadline_(liveness.next()) {
    keeper_->put_down(*this);
}

Timekeeper::Watch::~Watch() {
    stop();
}

void Timekeeper::Watch::hurry() {
    if (!keeper_)
        return;
    const Instant next = liveness_.next();
    if (next >= deadline_)
        return; // looked at before that, and then put down again
    keeper_->strike_out(*this);
    deadline_ = next;
    keeper_->put_down(*this);
}

void Timekeeper::Watch::stop() {
    if (const auto keeper = std::exchange(keeper_, nullptr))
        keeper->strike_out(*this);
}

void Timekeeper::Watch::look() {
    if (const Verdict verdict = liveness_.verdict(Clock::now()); verdict != Verdict::Fine)
        act_(verdict);
    if (!keeper_)
        return;
    keeper_->strike_out(*this);
    deadline_ = liveness_.next();
    keeper_->put_down(*this);
}

// An error that one of them meets is not to be the end of the others.
void Timekeeper::Watch::look_safely() {
    try {
        look();
    } catch (const std::exception&) {
        stop();
        log::error("connection failed");
        act_(Verdict::ClosingTooSlow);
    }
}

// ---- all -------------------------------------------------------------------------------------

// On a grid that all deadlines share which are about as far away.
Instant Timekeeper::rounded(Instant deadline, Instant now) {
    const Instant::duration away = std::max(deadline - now, Instant::duration{0});
    const auto step = std::bit_floor(static_cast<std::uint64_t>((away / 128).count()));
    if (step == 0)
        return deadline;
    const auto ticks = static_cast<std::uint64_t>(deadline.time_since_epoch().count());
    return Instant(Instant::duration((ticks + step - 1) / step * step));
}

void Timekeeper::put_down(Watch& watch) {
    watch.wakes_ = rounded(watch.deadline_, Clock::now());
    watches_[watch.wakes_].push_back(watch);
    set_timer();
}

void Timekeeper::strike_out(Watch& watch) {
    if (!watch.is_linked())
        return; // there was no memory to put it down
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
    if (watches_.empty() || watches_.begin()->first >= timer_set_to_)
        return;
    timer_set_to_ = watches_.begin()->first;
    timer_.expires_at(timer_set_to_);
    timer_.async_wait([keeper = weak_from_this()](const boost::system::error_code& error) {
        if (const auto alive = keeper.lock(); alive && !error)
            alive->tick();
    });
}

void Timekeeper::tick() {
    const Instant now = Clock::now();
    timer_set_to_ = now; // not to be set anew for each one that is put down
    while (!watches_.empty() && watches_.begin()->first <= now)
        watches_.begin()->second.front().look_safely();
    timer_set_to_ = Instant::max();
    set_timer();
}

} // namespace jaipur::server::net
