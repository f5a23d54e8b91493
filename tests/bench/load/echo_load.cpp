#include "tests/bench/load/echo_load.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

namespace jaipur::bench {

namespace {

// As long as a typical move.
constexpr std::string_view message =
    R"({"type":"act","id":1,"ply":22,"action":{"type":"sell","good":"leather","count":3}})";

float milliseconds(Clock::duration duration) {
    return std::chrono::duration<float, std::milli>(duration).count();
}

} // namespace

EchoLoad::EchoLoad(Port port, int connections) {
    for (int i = 0; i < connections; ++i) {
        Peer& peer = *peers_.emplace_back(std::make_unique<Peer>(port));
        peer.number = peers_.size() - 1;
        peer.connection.wait_until_open();
        epoll_.add(peer.connection.descriptor(), &peer);
    }
}

Numbers EchoLoad::run(double seconds, double rate) {
    numbers_ = {};
    const auto start = Clock::now();
    const auto end = start + seconds_of(seconds);
    schedule_.begin(peers_.size(), rate, start);
    running_ = true;
    for (const auto& peer : peers_) {
        peer->owed = false;
        peer->free = start;
        if (!schedule_.paced()) {
            peer->due = start;
            say(*peer);
        }
    }
    while (Clock::now() < end) {
        serve_schedule();
        pump(std::min(end, schedule_.next()));
    }
    running_ = false; // but still sends the owed messages
    while (waiting_ > 0)
        pump(Clock::time_point::max());
    numbers_.seconds = seconds_since(start);
    return std::move(numbers_);
}

void EchoLoad::serve_schedule() {
    const auto now = Clock::now();
    while (const auto who = schedule_.due(now)) {
        Peer& peer = *peers_[*who];
        peer.owed = true;
        if (!peer.waits)
            say(peer);
    }
}

void EchoLoad::say(Peer& peer) {
    if (std::exchange(peer.owed, false)) {
        peer.due = schedule_.due_of(peer.number);
        numbers_.late_ms.push_back(milliseconds(Clock::now() - std::max(peer.due, peer.free)));
        schedule_.served(peer.number);
    }
    peer.waits = true;
    ++waiting_;
    peer.connection.ask(message);
}

void EchoLoad::answered(Peer& peer) {
    const auto now = Clock::now();
    peer.waits = false;
    --waiting_;
    ++numbers_.moves;
    numbers_.view_ms.push_back(milliseconds(now - peer.due));
    peer.free = now;
    if (peer.owed) {
        say(peer);
    } else if (running_ && !schedule_.paced()) {
        peer.due = now;
        say(peer);
    }
}

void EchoLoad::pump(Clock::time_point until) {
    epoll_.wait(until, [this](void* what) {
        Peer& peer = *static_cast<Peer*>(what);
        peer.connection.receive([&](std::string_view) { answered(peer); });
    });
}

} // namespace jaipur::bench
