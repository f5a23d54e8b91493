#include "server/net/liveness.hpp"

#include <algorithm>
#include <charconv>
#include <system_error>

namespace jaipur::server::net {

namespace {

// As a deadline: no need to look again. (Not Instant::max(), to which nothing could be added.)
constexpr std::chrono::hours never{24 * 365};

bool lifted(std::chrono::milliseconds limit) {
    return limit.count() == 0;
}

} // namespace

Liveness::Liveness(const core::Limits& limits, Instant now)
    : limits_(&limits), stage_since_(now), reads_since_(now), heard_(now), pinged_(now) {}

void Liveness::request_awaited(Instant now) {
    stage_since_ = now;
    answering_ = false;
    write_begun_.reset();
}

void Liveness::answering(Instant now) {
    answering_ = true;
    write_begun_ = now;
}

void Liveness::upgraded(Instant now) {
    stage_ = Stage::Open;
    write_begun_.reset();
    stage_since_ = heard_ = pinged_ = now;
    reads_since_ = now;
    frames_ = {};
}

void Liveness::closing(Instant now) {
    if (stage_ == Stage::Closing)
        return;
    stage_ = Stage::Closing;
    stage_since_ = now;
}

void Liveness::received(std::span<const std::uint8_t> bytes, Instant now) {
    heard_ = now;
    if (stage_ == Stage::Open)
        frames_.feed(bytes, now);
}

void Liveness::reading_waits() {
    reads_since_.reset();
}

void Liveness::reading_goes_on(Instant now) {
    reads_since_ = now;
}

void Liveness::write_begins(Instant now) {
    if (!answering_)
        write_begun_ = now;
}

void Liveness::write_ends() {
    if (!answering_)
        write_begun_.reset();
}

void Liveness::ping_waits() {
    ping_waits_ = true;
}

std::string Liveness::ping(Instant now) {
    ping_waits_ = false;
    pinged_ = now;
    return std::to_string(++pings_sent_);
}

Liveness::Control Liveness::peer_pinged(Instant now) {
    if (limits_->control_frames == 0)
        return Control::Fine;
    std::erase_if(control_frames_, [&](Instant at) { return now - at >= limits_->control_window; });
    control_frames_.push_back(now);
    return control_frames_.size() > static_cast<std::size_t>(limits_->control_frames)
               ? Control::TooMany
               : Control::Fine;
}

Liveness::Ponged Liveness::peer_ponged(std::string_view payload, Instant now) {
    std::uint64_t number = 0;
    const char* const end = payload.data() + payload.size();
    const auto [rest, error] = std::from_chars(payload.data(), end, number);
    const bool answers =
        error == std::errc{} && rest == end && number > pings_answered_ && number <= pings_sent_;
    if (!answers)
        return {peer_pinged(now), std::nullopt}; // an unsolicited pong counts as a ping
    pings_answered_ = number;
    if (number != pings_sent_)
        return {Control::Fine, std::nullopt};
    return {Control::Fine, std::chrono::round<std::chrono::milliseconds>(now - pinged_)};
}

// (The window of control frames still gets older: that allows a few more.)
void Liveness::did_not_run(Instant::duration time, Instant now) {
    // Don't put off what was noted after the server ran again.
    const auto later = [&](Instant at) { return std::max(at, std::min(at + time, now)); };
    stage_since_ = later(stage_since_);
    heard_ = later(heard_);
    pinged_ = later(pinged_);
    if (reads_since_)
        reads_since_ = later(*reads_since_);
    if (write_begun_)
        write_begun_ = later(*write_begun_);
    if (frames_.begun())
        frames_.begun_at(later(*frames_.begun()));
}

Liveness::Deadline Liveness::nearest() const {
    Deadline nearest{stage_since_ + never, Verdict::Fine};
    const auto consider = [&](Instant since, std::chrono::milliseconds limit, Verdict verdict) {
        if (!lifted(limit) && since + limit < nearest.at)
            nearest = {since + limit, verdict};
    };
    if (stage_ == Stage::Closing) {
        consider(stage_since_, limits_->closing_timeout, Verdict::ClosingTooSlow);
        return nearest;
    }
    if (write_begun_)
        consider(*write_begun_, limits_->write_timeout, Verdict::WriteBlocked);
    if (stage_ == Stage::Http) {
        if (!answering_)
            consider(stage_since_, limits_->upgrade_timeout, Verdict::UpgradeTooSlow);
        return nearest;
    }
    if (reads_since_) {
        consider(std::max(heard_, *reads_since_), limits_->silence_timeout, Verdict::Silent);
        // Empty fragments never make a message too large, and cost us as much as any others.
        if (frames_.begun() && frames_.fragments() > 2 * limits_->message_bytes)
            return {*frames_.begun(), Verdict::MessageTooSlow};
        if (frames_.begun())
            consider(std::max(*frames_.begun(), *reads_since_), limits_->message_timeout,
                     Verdict::MessageTooSlow);
    }
    if (!ping_waits_)
        consider(pinged_, limits_->ping_interval, Verdict::PingDue);
    return nearest;
}

Verdict Liveness::verdict(Instant now) const {
    const Deadline deadline = nearest();
    return now < deadline.at ? Verdict::Fine : deadline.verdict;
}

Instant Liveness::next() const {
    return nearest().at;
}

} // namespace jaipur::server::net
