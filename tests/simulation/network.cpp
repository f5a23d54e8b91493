#include "tests/simulation/network.hpp"

#include <algorithm>
#include <utility>

namespace jaipur::simulation {

namespace {

constexpr Micros late_message{500ms}; // counted as late

} // namespace

Network::Link* Network::find(LinkId id) {
    const auto found = links_.find(id);
    return found == links_.end() ? nullptr : &found->second;
}

// When data sent now arrives: never before earlier data.
Micros Network::arrival(Link& link, Side from) {
    Micros delay = weather_.latency + between(random_, 0us, weather_.jitter);
    if (weather_.delayed_one_in != 0 && random_.one_in(weather_.delayed_one_in))
        delay += between(random_, 0us, weather_.delay);
    if (delay > late_message)
        ground_.count("late bytes");
    Micros at = ground_.now() + delay;
    if (const auto clogged = clogged_until_.find(link.machine); clogged != clogged_until_.end())
        at = std::max(at, clogged->second + delay);
    Pipe& pipe = link.from(from);
    pipe.last = std::max(at, pipe.last);
    return pipe.last;
}

LinkId Network::dial(End& client, Machine from) {
    const LinkId id = ++last_link_;
    Link& link = links_[id];
    link.machine = from;
    link.client = &client;
    ground_.at(arrival(link, Side::Client), "dial", [this, id] {
        Link* there = find(id);
        if (!there || !there->client || !has_power_)
            return;
        if (!accept_)
            return end_later(id, Side::Client, Ended::Refused, arrival(*there, Side::Server));
        there->server = accept_(id, there->machine);
        ground_.at(arrival(*there, Side::Server), "opened", [this, id] {
            Link* opened = find(id);
            if (opened && opened->client && !opened->to_client.dead)
                opened->client->opened(id);
        });
    });
    return id;
}

void Network::send(LinkId id, Side from, std::string bytes) {
    Link* link = find(id);
    if (!link || !link->end(from) || bytes.empty())
        return;
    if (link->from(from).dead)
        return;
    if (from == Side::Client && !link->server && has_power_) // its process is gone
        return end_later(id, Side::Client, Ended::Reset, arrival(*link, from));
    if (weather_.lost_one_in != 0 && random_.one_in(weather_.lost_one_in))
        return lose(id, from, std::move(bytes));
    link->from(from).on_its_way += bytes.size();
    while (!bytes.empty()) {
        const std::size_t part =
            random_.one_in(12) ? 1 + random_.below(bytes.size()) : bytes.size();
        std::string first = bytes.substr(0, part);
        bytes.erase(0, part);
        ground_.at(arrival(*link, from), "bytes",
                   [this, id, from, text = std::move(first)] { deliver(id, from, text); });
    }
}

// Part of it arrives, or nothing; then the connection breaks.
void Network::lose(LinkId id, Side from, std::string bytes) {
    Link& link = *find(id);
    bytes.resize(random_.below(bytes.size()));
    link.from(from).on_its_way += bytes.size();
    const Micros at = arrival(link, from);
    if (!bytes.empty())
        ground_.at(at, "bytes",
                   [this, id, from, text = std::move(bytes)] { deliver(id, from, text); });
    const auto kind = static_cast<Cut>(random_.one_in(2) ? 0 : random_.below(4));
    ground_.at(at, "cut", [this, id, kind] { cut(id, kind); });
}

void Network::deliver(LinkId id, Side from, const std::string& bytes) {
    Link* link = find(id);
    if (!link || link->from(from).dead)
        return;
    link->from(from).on_its_way -= bytes.size();
    if (End* end = link->end(other(from))) {
        ground_.trace.add(bytes);
        end->arrived(id, bytes);
    }
    link = find(id);
    if (End* sender = link ? link->end(from) : nullptr)
        sender->drained(id);
}

void Network::end_later(LinkId id, Side side, Ended how, Micros when) {
    ground_.at(when, "end", [this, id, side, how] {
        Link* link = find(id);
        if (End* end = link ? std::exchange(link->end(side), nullptr) : nullptr)
            end->ended(id, how);
        forget_if_over(id);
    });
}

void Network::close(LinkId id, Side from) {
    Link* link = find(id);
    if (!link || !link->end(from))
        return;
    link->end(from) = nullptr;
    link->from(other(from)).dead = true; // nobody reads it
    if (!link->from(from).dead)
        end_later(id, other(from), Ended::Closed, arrival(*link, from));
    forget_if_over(id);
}

void Network::reset(LinkId id, Side from) {
    Link* link = find(id);
    if (!link || !link->end(from))
        return;
    link->end(from) = nullptr;
    const bool arrives = !link->from(from).dead;
    const Micros at = arrival(*link, from);
    link->to_client.dead = link->to_server.dead = true;
    if (arrives)
        end_later(id, other(from), Ended::Reset, at);
    forget_if_over(id);
}

void Network::forget_if_over(LinkId id) {
    const auto found = links_.find(id);
    if (found != links_.end() && !found->second.client && !found->second.server)
        links_.erase(found);
}

std::size_t Network::on_its_way(LinkId id, Side from) const {
    const auto found = links_.find(id);
    if (found == links_.end())
        return 0;
    return from == Side::Client ? found->second.to_server.on_its_way
                                : found->second.to_client.on_its_way;
}

// ---- the server's machine ----------------------------------------------------------------------

void Network::server_died() {
    accept_ = nullptr;
    std::vector<LinkId> open;
    for (const auto& [id, link] : links_)
        if (link.server)
            open.push_back(id);
    for (const LinkId id : open)
        reset(id, Side::Server);
}

void Network::power_off() {
    accept_ = nullptr;
    has_power_ = false;
    std::vector<LinkId> open;
    for (auto& [id, link] : links_) {
        link.server = nullptr;
        link.to_client.dead = true; // the machine won't recognize incoming data
        open.push_back(id);
    }
    for (const LinkId id : open)
        forget_if_over(id);
}

// ---- faults ------------------------------------------------------------------------------

void Network::cut(LinkId id, Cut kind) {
    Link* link = find(id);
    if (!link || (link->to_client.dead && link->to_server.dead))
        return;
    link->to_client.dead = link->to_server.dead = true;
    const bool client_learns = kind == Cut::BothLearn || kind == Cut::ClientLearns;
    const bool server_learns = kind == Cut::BothLearn || kind == Cut::ServerLearns;
    if (client_learns)
        end_later(id, Side::Client, Ended::Reset, arrival(*link, Side::Server));
    if (server_learns)
        end_later(id, Side::Server, Ended::Reset, arrival(*link, Side::Client));
    constexpr std::string_view names[] = {"cut: both notice", "cut: the client doesn't notice",
                                          "cut: the server doesn't notice", "cut: nobody notices"};
    ground_.count(names[static_cast<std::size_t>(kind)]);
    ground_.tell("link ", id, " ", names[static_cast<std::size_t>(kind)]);
}

void Network::clog(Machine client, Micros time) {
    ground_.count("clogged machine");
    ground_.tell("machine ", client, " clogged for ", time.count() / 1000, "ms");
    clogged_until_[client] = ground_.now() + time;
}

void Network::calm() {
    weather_.lost_one_in = weather_.delayed_one_in = 0;
}

} // namespace jaipur::simulation
