// The queue: one message for each seat, pauses, attempts, and its bound.
#include "server/push/queue.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace jaipur;
using namespace jaipur::server;
using namespace jaipur::server::push;
using namespace std::chrono_literals;
using What = core::Notice::What;

namespace {

core::Push push_for(const std::string& room, What what = What::YourTurn, Seat seat = Seat::Zero) {
    return {room, seat, 1, core::Notice{what, {"https://push.example/", {}, {}}}};
}

core::Push push_to(const std::string& host, const std::string& room) {
    core::Push push = push_for(room);
    push.notice->to.endpoint = "https://" + host + "/" + room;
    return push;
}

core::Push withdrawal(const std::string& room) {
    return {room, Seat::Zero, 0, std::nullopt};
}

Queue::Settings settings() {
    Queue::Settings result;
    result.most = 3;
    result.pause = 10s;
    result.retry = 30s;
    return result;
}

struct Waiting {
    Queue queue{settings()};
    Queue::Time now{1000s};

    bool add(const core::Push& push) {
        const auto out = queue.add(push, now);
        dropped = out ? out->room : "";
        return !out;
    }

    // The next message's room and what it says; empty: none is due.
    std::string next() {
        last = queue.next(now);
        constexpr std::array names{"turn", "start", "over", "rematch"};
        return last ? last->room + " " + names.at(static_cast<std::size_t>(last->notice->what))
                    : "";
    }

    // Ends the attempt to send the last message, which took long or didn't.
    void end(Queue::Speed speed) {
        queue.note(*last, speed, now);
        queue.sent(*last, now);
    }

    std::optional<core::Push> last;
    std::string dropped; // the room of what `add` dropped
};

} // namespace

TEST_CASE("a newer message for a seat replaces one that waits; other seats have their own") {
    Waiting waiting;
    CHECK(waiting.add(push_for("A")));
    CHECK(waiting.add(push_for("A", What::MatchOver)));
    CHECK(waiting.add(push_for("A", What::Rematch, Seat::One)));
    CHECK(waiting.queue.waiting() == 2);
    CHECK(waiting.next() == "A over");
    CHECK(waiting.next() == "A rematch");
    CHECK(waiting.next().empty());
}

TEST_CASE("a message that is out of date isn't sent") {
    Waiting waiting;
    waiting.add(push_for("A"));
    waiting.add(withdrawal("A"));
    waiting.add(withdrawal("B"));
    CHECK(waiting.next().empty());
    CHECK(waiting.queue.waiting() == 0);
    waiting.add(push_for("A"));
    CHECK(waiting.next() == "A turn");
    waiting.add(withdrawal("A")); // while it is being sent
    CHECK(waiting.queue.failed(*waiting.last, {}, waiting.now));
    waiting.now += 24h;
    CHECK(waiting.next().empty());
}

TEST_CASE("after a message for a seat, its next one waits for a while") {
    Waiting waiting;
    waiting.add(push_for("A"));
    waiting.next();
    waiting.queue.sent(*waiting.last, waiting.now);
    waiting.add(push_for("A", What::MatchOver));
    waiting.add(push_for("B"));
    CHECK(waiting.next() == "B turn");
    CHECK(waiting.next().empty());
    waiting.now += 9999ms;
    CHECK(waiting.next().empty());
    CHECK(waiting.queue.deadline() == Queue::Time(1010s));
    waiting.now += 1ms;
    CHECK(waiting.next() == "A over");
    waiting.queue.sent(*waiting.last, waiting.now);
    waiting.now += 10s;
    CHECK(waiting.next().empty());
}

TEST_CASE("a failure that may pass leads to five attempts, less and less often") {
    Waiting waiting;
    waiting.add(push_for("A"));
    CHECK(waiting.next() == "A turn");
    for (const auto pause : {30s, 120s, 480s, 1920s}) {
        CAPTURE(pause.count());
        CHECK(waiting.queue.failed(*waiting.last, {}, waiting.now));
        waiting.now += pause - 1ms;
        CHECK(waiting.next().empty());
        waiting.now += 1ms;
        CHECK(waiting.next() == "A turn");
    }
    CHECK_FALSE(waiting.queue.failed(*waiting.last, {}, waiting.now));
    waiting.now += 48h;
    CHECK(waiting.next().empty());
    CHECK_FALSE(waiting.queue.deadline()); // nothing is left
}

TEST_CASE("a service can ask for a longer wait, up to an hour") {
    for (const auto& [asked, waits] : {std::pair{5s, 30s}, {600s, 600s}, {86400s, 3600s}}) {
        CAPTURE(asked.count());
        Waiting waiting;
        waiting.add(push_for("A"));
        waiting.next();
        waiting.queue.failed(*waiting.last, asked, waiting.now);
        CHECK(waiting.queue.deadline() == waiting.now + waits);
    }
}

TEST_CASE("a newer message takes the place of one whose attempt fails, and has its own attempts") {
    Waiting waiting;
    waiting.add(push_for("A"));
    waiting.next();
    const core::Push first = *waiting.last;
    waiting.add(push_for("A", What::MatchOver));
    CHECK(waiting.next().empty()); // never two at once for a seat
    CHECK(waiting.queue.failed(first, {}, waiting.now));
    waiting.now += 10s;
    CHECK(waiting.next() == "A over");
    CHECK(waiting.queue.failed(*waiting.last, {}, waiting.now));
    waiting.now += 30s;
    CHECK(waiting.next() == "A over");
}

TEST_CASE("what has waited longest is sent first") {
    Waiting waiting;
    for (const char* room : {"C", "B", "A"}) {
        waiting.add(push_to(room, room));
        waiting.now += 1ms;
    }
    for (const char* message : {"C turn", "B turn", "A turn"})
        CHECK(waiting.next() == message);
}

TEST_CASE("two messages at once are sent to a domain; others don't wait for it") {
    Waiting waiting;
    waiting.add(push_to("slow.example", "A"));
    waiting.add(push_to("a.b.SLOW.example.:8443", "B"));
    waiting.add(push_to("www.slow.example", "C"));
    CHECK(waiting.next() == "A turn");
    const core::Push first = *waiting.last;
    CHECK(waiting.next() == "B turn");
    CHECK(waiting.next().empty());
    CHECK_FALSE(waiting.queue.deadline()); // the end of an attempt comes first
    waiting.add(push_to("quick.example", "D"));
    CHECK(waiting.next() == "D turn");
    SUBCASE("sent") {
        waiting.queue.sent(first, waiting.now);
    }
    SUBCASE("failed") {
        waiting.queue.failed(first, {}, waiting.now);
    }
    SUBCASE("replaced") {
        waiting.add(push_to("other.example", "A"));
        waiting.queue.sent(first, waiting.now);
    }
    CHECK(waiting.next() == "C turn");
}

TEST_CASE("however many domains don't answer, one that is quick gets its messages at once") {
    Queue::Settings many = settings();
    many.most = 0;
    Waiting waiting;
    waiting.queue = Queue(many);
    waiting.add(push_to("quick.example", "known"));
    waiting.next();
    waiting.end(Queue::Speed::Quick);
    const auto begun = [&] {
        int messages = 0;
        while (!waiting.next().empty())
            ++messages;
        return messages;
    };
    for (int i = 0; i < 40; ++i)
        waiting.add(push_to("silent" + std::to_string(i) + ".example", std::to_string(i)));
    CHECK(begun() == 8); // all of them are new here
    for (int i = 0; i < 3; ++i)
        waiting.add(push_to("quick.example", "Q" + std::to_string(i)));
    CHECK(waiting.next() == "Q0 turn");
    CHECK(waiting.next() == "Q1 turn");
    const core::Push second = *waiting.last;
    CHECK(waiting.next().empty()); // two at once
    waiting.last = second;
    waiting.end(Queue::Speed::Quick);
    CHECK(waiting.next() == "Q2 turn");
}

TEST_CASE("slow domains share two places, until they are quick again") {
    Queue::Settings many = settings();
    many.most = 0;
    many.pause = 0ms;
    Waiting waiting;
    waiting.queue = Queue(many);
    const auto send_all = [&](Queue::Speed speed) {
        std::vector<core::Push> sent;
        for (char room = 'A'; room <= 'D'; ++room)
            waiting.add(push_to(std::string("slow") + room + ".example", std::string(1, room)));
        while (!waiting.next().empty())
            sent.push_back(*waiting.last);
        for (const core::Push& push : sent) {
            waiting.last = push;
            waiting.end(speed);
        }
        return sent.size();
    };
    CHECK(send_all(Queue::Speed::Slow) == 4);
    CHECK(send_all(Queue::Speed::Quick) == 2);
    waiting.add(push_to("new.example", "N"));
    CHECK(send_all(Queue::Speed::Quick) == 5); // the new one, two that are quick now, and two more
}

TEST_CASE("if too many wait, messages for slow domains are dropped first") {
    Waiting waiting;
    waiting.add(push_to("slow.example", "S"));
    waiting.next();
    waiting.queue.note(*waiting.last, Queue::Speed::Slow, waiting.now);
    CHECK(waiting.queue.failed(*waiting.last, {}, waiting.now)); // waits again
    waiting.add(push_for("A"));
    waiting.add(push_for("B"));
    waiting.add(push_for("C"));
    CHECK(waiting.dropped == "S");
    CHECK(waiting.queue.waiting() == 3);
    waiting.add(push_for("D"));
    CHECK(waiting.dropped == "D");
}

TEST_CASE("the speed of a limited number of domains is remembered, the latest ones") {
    Queue::Settings few = settings();
    few.domains = 2;
    few.to_slow = 0; // so that a domain that counts as slow gets nothing
    few.pause = 0ms;
    Waiting waiting;
    waiting.queue = Queue(few);
    for (const char* host : {"one.example", "two.example", "three.example"}) {
        waiting.now += 1s;
        waiting.add(push_to(host, host));
        CHECK_FALSE(waiting.next().empty());
        waiting.end(Queue::Speed::Slow);
    }
    const auto is_known = [&](const std::string& host) {
        waiting.add(push_to(host, host));
        return waiting.next().empty();
    };
    CHECK(is_known("three.example"));
    CHECK(is_known("two.example"));
    CHECK_FALSE(is_known("one.example"));
}

TEST_CASE("all addresses count as one domain") {
    Waiting waiting;
    waiting.add(push_to("9.9.9.9", "A"));
    waiting.add(push_to("[2606:4700::1111]", "B"));
    waiting.add(push_to("8.8.8.8", "C"));
    CHECK(waiting.next() == "A turn");
    CHECK(waiting.next() == "B turn");
    CHECK(waiting.next().empty());
}

TEST_CASE("no more messages wait than allowed, but each seat's newest is taken") {
    Waiting waiting;
    for (const char* room : {"A", "B", "C"})
        CHECK(waiting.add(push_for(room)));
    CHECK_FALSE(waiting.add(push_for("D")));
    CHECK(waiting.add(push_for("C", What::MatchOver)));
    CHECK(waiting.next() == "A turn");
    CHECK(waiting.add(push_for("D")));
    CHECK(waiting.queue.waiting() == 3);
}
