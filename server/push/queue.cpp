#include "server/push/queue.hpp"

#include "server/push/endpoint.hpp"

#include <algorithm>

namespace jaipur::server::push {

namespace {

constexpr Queue::Duration longest_wait = std::chrono::hours{1};

// What counts as one receiver: the last two labels of the host's name, because anyone can make up
// any number of names in their domain. All addresses count as one, because some people have many,
// and no push service is known by its address.
std::string domain_of(const core::Push& push) {
    const auto endpoint = parse_endpoint(push.notice->to.endpoint);
    std::string host = endpoint ? endpoint->host : "";
    if (host.ends_with('.'))
        host.pop_back();
    const auto last = host.rfind('.');
    const auto top = last == std::string::npos ? 0 : last + 1;
    if (host.find(':') != std::string::npos ||
        host.find_first_not_of("0123456789", top) == std::string::npos)
        return "address";
    const auto before = top < 2 ? std::string::npos : host.rfind('.', top - 2);
    return before == std::string::npos ? host : host.substr(before + 1);
}

} // namespace

void Queue::put(Entry& entry, core::Push push, Time due) {
    take_out(entry);
    entry.domain = domain_of(push);
    entry.push = std::move(push);
    entry.due = due;
    ++waiting_;
}

void Queue::take_out(Entry& entry) {
    if (entry.push)
        --waiting_;
    entry.push.reset();
    entry.due = entry.free_from;
}

Queue::Speed Queue::speed_of(const std::string& domain) const {
    const auto found = domains_.find(domain);
    return found == domains_.end() ? Speed::Unknown : found->second.speed;
}

// The one that waits longest from now, as after several failures.
std::optional<core::Push> Queue::drop_slow() {
    Entry* last = nullptr;
    for (auto& [key, entry] : entries_)
        if (entry.push && speed_of(entry.domain) == Speed::Slow && (!last || entry.due > last->due))
            last = &entry;
    if (!last)
        return std::nullopt;
    core::Push push = *std::move(last->push);
    take_out(*last);
    return push;
}

std::optional<core::Push> Queue::add(core::Push push, Time now) {
    const Key key{push.room, push.seat};
    auto found = entries_.find(key);
    if (!push.notice) {
        if (found == entries_.end())
            return std::nullopt;
        take_out(found->second);
        found->second.withdrawn = true;
        return std::nullopt;
    }
    std::optional<core::Push> dropped;
    const bool replaces = found != entries_.end() && found->second.push;
    if (!replaces && settings_.most > 0 && waiting_ >= settings_.most) {
        dropped = drop_slow();
        if (!dropped)
            return push;
    }
    if (found == entries_.end())
        found = entries_.emplace(key, Entry{}).first;
    Entry& entry = found->second;
    entry.attempts = 0;
    entry.withdrawn = true; // the one that is being sent, if any
    put(entry, std::move(push), std::max(now, entry.free_from));
    return dropped;
}

bool Queue::may_begin(const Entry& entry) const {
    if (!entry.push || entry.sending)
        return false;
    const auto there = domains_.find(entry.domain);
    const auto [busy, speed] = there == domains_.end()
                                   ? std::pair(0, Speed::Unknown)
                                   : std::pair(there->second.busy, there->second.speed);
    const auto [others, quick, slow] = busy_;
    return busy < settings_.per_domain && others + quick + slow < settings_.at_once &&
           (speed == Speed::Quick || others + slow < settings_.to_others) &&
           (speed != Speed::Slow || slow < settings_.to_slow);
}

std::optional<core::Push> Queue::next(Time now) {
    std::erase_if(entries_, [now](const auto& item) {
        const Entry& entry = item.second;
        return !entry.push && !entry.sending && entry.due <= now;
    });
    Entry* first = nullptr;
    for (auto& [key, entry] : entries_)
        if (may_begin(entry) && entry.due <= now && (!first || entry.due < first->due))
            first = &entry;
    if (!first)
        return std::nullopt;
    core::Push push = *std::move(first->push);
    take_out(*first);
    ++first->attempts;
    first->sending = {first->domain, speed_of(first->domain)};
    first->withdrawn = false;
    ++domains_[first->domain].busy;
    ++busy_[static_cast<std::size_t>(first->sending->speed)];
    return push;
}

void Queue::note(const core::Push& push, Speed speed, Time now) {
    Domain& domain = domains_.at(entries_.at({push.room, push.seat}).sending->domain);
    domain.speed = speed;
    domain.noted = now;
    forget_domains();
}

// Those of which nothing was heard for longest.
void Queue::forget_domains() {
    std::erase_if(domains_, [](const auto& item) {
        return item.second.busy == 0 && item.second.speed == Speed::Unknown;
    });
    while (domains_.size() > settings_.domains) {
        auto oldest = domains_.end();
        for (auto each = domains_.begin(); each != domains_.end(); ++each)
            if (each->second.busy == 0 &&
                (oldest == domains_.end() || each->second.noted < oldest->second.noted))
                oldest = each;
        if (oldest == domains_.end())
            return; // all are busy: few
        domains_.erase(oldest);
    }
}

Queue::Entry& Queue::end_of_attempt(const core::Push& push, Time now) {
    Entry& entry = entries_.at({push.room, push.seat});
    --domains_.at(entry.sending->domain).busy;
    --busy_[static_cast<std::size_t>(entry.sending->speed)];
    entry.sending.reset();
    entry.free_from = now + settings_.pause;
    entry.due = std::max(entry.due, entry.free_from);
    forget_domains();
    return entry;
}

void Queue::sent(const core::Push& push, Time now) {
    end_of_attempt(push, now);
}

bool Queue::failed(core::Push push, std::optional<Duration> after, Time now) {
    Entry& entry = end_of_attempt(push, now);
    if (entry.push || entry.withdrawn || entry.attempts >= settings_.attempts)
        return entry.push || entry.withdrawn; // a newer one, or none, takes its place
    Duration wait = settings_.retry;
    for (int i = 1; i < entry.attempts; ++i)
        wait = std::min(wait * 4, longest_wait);
    wait = std::clamp(after.value_or(wait), wait, std::max(wait, longest_wait));
    put(entry, std::move(push), std::max(now + wait, entry.free_from));
    return true;
}

std::optional<Queue::Time> Queue::deadline() const {
    std::optional<Time> first;
    for (const auto& [key, entry] : entries_) {
        const bool ends = !entry.push && !entry.sending;
        if ((ends || may_begin(entry)) && (!first || entry.due < *first))
            first = entry.due;
    }
    return first;
}

} // namespace jaipur::server::push
