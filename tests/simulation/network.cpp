#include "tests/simulation/network.hpp"

#include <algorithm>
#include <utility>

namespace jaipur::simulation {

namespace {

constexpr Micros late_is{500ms}; // counted as late

} // namespace

Network::Line* Network::find(LineId id) {
    const auto found = lines_.find(id);
    return found == lines_.end() ? nullptr : &found->second;
}

// When what is sent now arrives: never before what was sent before it.
Micros Network::arrival(Line& line, Side from) {
    Micros delay = weather_.latency + between(random_, 0us, weather_.jitter);
    if (weather_.delayed_one_in != 0 && random_.one_in(weather_.delayed_one_in))
        delay += between(random_, 0us, weather_.delay);
    if (delay > late_is)
        ground_.count("late bytes");
    Micros at = ground_.now() + delay;
    if (const auto clogged = clogged_until_.find(line.machine); clogged != clogged_until_.end())
        at = std::max(at, clogged->second + delay);
    Pipe& pipe = line.from(from);
    pipe.last = std::max(at, pipe.last);
    return pipe.last;
}

LineId Network::dial(End& client, Machine from) {
    const LineId id = ++last_line_;
    Line& line = lines_[id];
    line.machine = from;
    line.client = &client;
    ground_.at(arrival(line, Side::Client), "dial", [this, id] {
        Line* there = find(id);
        if (!there || !there->client || !has_power_)
            return;
        if (!accept_)
            return end_later(id, Side::Client, Ended::Refused, arrival(*there, Side::Server));
        there->server = accept_(id, there->machine);
        ground_.at(arrival(*there, Side::Server), "opened", [this, id] {
            Line* opened = find(id);
            if (opened && opened->client && !opened->to_client.dead)
                opened->client->opened(id);
        });
    });
    return id;
}

void Network::send(LineId id, Side from, std::string bytes) {
    Line* line = find(id);
    if (!line || !line->end(from) || bytes.empty())
        return;
    if (line->from(from).dead)
        return;
    if (from == Side::Client && !line->server && has_power_) // its process is gone
        return end_later(id, Side::Client, Ended::Reset, arrival(*line, from));
    if (weather_.lost_one_in != 0 && random_.one_in(weather_.lost_one_in))
        return lose(id, from, std::move(bytes));
    line->from(from).on_its_way += bytes.size();
    while (!bytes.empty()) {
        const std::size_t part =
            random_.one_in(12) ? 1 + random_.below(bytes.size()) : bytes.size();
        std::string first = bytes.substr(0, part);
        bytes.erase(0, part);
        ground_.at(arrival(*line, from), "bytes",
                   [this, id, from, text = std::move(first)] { deliver(id, from, text); });
    }
}

// Only a part of it arrives, or nothing; then the connection breaks.
void Network::lose(LineId id, Side from, std::string bytes) {
    Line& line = *find(id);
    bytes.resize(random_.below(bytes.size()));
    line.from(from).on_its_way += bytes.size();
    const Micros at = arrival(line, from);
    if (!bytes.empty())
        ground_.at(at, "bytes",
                   [this, id, from, text = std::move(bytes)] { deliver(id, from, text); });
    const auto kind = static_cast<Cut>(random_.one_in(2) ? 0 : random_.below(4));
    ground_.at(at, "cut", [this, id, kind] { cut(id, kind); });
}

void Network::deliver(LineId id, Side from, const std::string& bytes) {
    Line* line = find(id);
    if (!line || line->from(from).dead)
        return;
    line->from(from).on_its_way -= bytes.size();
    if (End* end = line->end(other(from))) {
        ground_.trace.add(bytes);
        end->arrived(id, bytes);
    }
    line = find(id);
    if (End* sender = line ? line->end(from) : nullptr)
        sender->drained(id);
}

void Network::end_later(LineId id, Side side, Ended how, Micros when) {
    ground_.at(when, "end", [this, id, side, how] {
        Line* line = find(id);
        if (End* end = line ? std::exchange(line->end(side), nullptr) : nullptr)
            end->ended(id, how);
        forget_if_over(id);
    });
}

void Network::close(LineId id, Side from) {
    Line* line = find(id);
    if (!line || !line->end(from))
        return;
    line->end(from) = nullptr;
    line->from(other(from)).dead = true; // nobody reads it
    if (!line->from(from).dead)
        end_later(id, other(from), Ended::Closed, arrival(*line, from));
    forget_if_over(id);
}

void Network::reset(LineId id, Side from) {
    Line* line = find(id);
    if (!line || !line->end(from))
        return;
    line->end(from) = nullptr;
    const bool arrives = !line->from(from).dead;
    const Micros at = arrival(*line, from);
    line->to_client.dead = line->to_server.dead = true;
    if (arrives)
        end_later(id, other(from), Ended::Reset, at);
    forget_if_over(id);
}

void Network::forget_if_over(LineId id) {
    const auto found = lines_.find(id);
    if (found != lines_.end() && !found->second.client && !found->second.server)
        lines_.erase(found);
}

std::size_t Network::on_its_way(LineId id, Side from) const {
    const auto found = lines_.find(id);
    if (found == lines_.end())
        return 0;
    return from == Side::Client ? found->second.to_server.on_its_way
                                : found->second.to_client.on_its_way;
}

// ---- the server's machine ----------------------------------------------------------------------

void Network::server_died() {
    accept_ = nullptr;
    std::vector<LineId> open;
    for (const auto& [id, line] : lines_)
        if (line.server)
            open.push_back(id);
    for (const LineId id : open)
        reset(id, Side::Server);
}

void Network::power_off() {
    accept_ = nullptr;
    has_power_ = false;
    std::vector<LineId> open;
    for (auto& [id, line] : lines_) {
        line.server = nullptr;
        line.to_client.dead = true; // what is on its way in, the machine will not know
        open.push_back(id);
    }
    for (const LineId id : open)
        forget_if_over(id);
}

// ---- faults ------------------------------------------------------------------------------------

void Network::cut(LineId id, Cut kind) {
    Line* line = find(id);
    if (!line || (line->to_client.dead && line->to_server.dead))
        return;
    line->to_client.dead = line->to_server.dead = true;
    const bool client_learns = kind == Cut::BothLearn || kind == Cut::ClientLearns;
    const bool server_learns = kind == Cut::BothLearn || kind == Cut::ServerLearns;
    if (client_learns)
        end_later(id, Side::Client, Ended::Reset, arrival(*line, Side::Server));
    if (server_learns)
        end_later(id, Side::Server, Ended::Reset, arrival(*line, Side::Client));
    constexpr std::string_view names[] = {"cut: both learn", "cut: the client believes it lives",
                                          "cut: the server believes it lives",
                                          "cut: both believe it lives"};
    ground_.count(names[static_cast<std::size_t>(kind)]);
    ground_.tell("line ", id, " ", names[static_cast<std::size_t>(kind)]);
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
