#include "tests/bench/load/lives.hpp"

#include "tests/bench/load/view_text.hpp"

namespace jaipur::bench {

namespace {

constexpr std::uint64_t leaving_id = 2;

// A closed connection keeps its port for a minute, so many addresses take turns.
constexpr std::uint64_t addresses = 32;

} // namespace

Lives::Told Lives::run(std::uint64_t lives, double seconds) {
    told_ = {};
    begun_ = 0;
    const auto start = Clock::now();
    const auto end = start + seconds_of(seconds);
    const auto more = [&] { return begun_ < lives && Clock::now() < end; };
    while (!lives_.empty() || more()) {
        while (more() && lives_.size() < static_cast<std::size_t>(plan_.at_once))
            begin();
        epoll_.wait(Clock::now() + seconds_of(1),
                    [this](void* what) { readable(*static_cast<Seat*>(what)); });
        // Not earlier: epoll may have reported both connections at once.
        std::erase_if(lives_, [&](const auto& life) { return life->over && ends(*life, more()); });
    }
    told_.seconds = seconds_since(start);
    return told_;
}

// False: they open another room.
bool Lives::ends(Life& life, bool more) {
    ++told_.lives;
    if (!plan_.stay || !more)
        return true;
    ++begun_;
    life.over = false;
    life.code.clear();
    for (const auto& seat : life.seats)
        seat->left = false;
    greet(*life.seats[0]);
    return false;
}

void Lives::begin() {
    ++begun_;
    Life& life = *lives_.emplace_back(std::make_unique<Life>());
    life.seats[0] = enter(life, 0);
}

std::unique_ptr<Lives::Seat> Lives::enter(Life& life, int index) {
    auto seat = std::make_unique<Seat>(port_, 2 + static_cast<int>(connections_++ % addresses),
                                       life, index);
    epoll_.add(seat->connection.descriptor(), seat.get());
    return seat;
}

void Lives::readable(Seat& seat) {
    if (seat.left)
        return;
    seat.connection.receive([&](std::string_view message) { take(seat, message); });
    if (seat.greeted || !seat.connection.is_open())
        return;
    seat.greeted = true;
    greet(seat);
}

void Lives::greet(Seat& seat) {
    if (&seat == seat.life.seats[0].get())
        seat.connection.ask(R"({"type":"create_room","id":0,"name":"A","options":{"seals":)" +
                            std::to_string(plan_.seals) + "}}");
    else
        seat.connection.ask(R"({"type":"join_room","id":0,"name":"B","room":")" + seat.life.code +
                            "\"}");
}

void Lives::take(Seat& seat, std::string_view message) {
    if (is_type(message, "error"))
        fail(std::string(message));
    if (is_type(message, "ok")) {
        answered(seat, message);
    } else if (is_type(message, "view")) {
        follow(seat, message);
    } else if (is_type(message, "table")) {
        seat.connection.ask(seat.shuffle.reveal());
    } else if (is_type(message, "room")) {
        if (const auto ready = seat.shuffle.ready(message))
            seat.connection.ask(*ready);
    }
}

void Lives::answered(Seat& seat, std::string_view message) {
    Life& life = seat.life;
    if (number(after(message, R"("re":)")) == leaving_id) {
        seat.left = true;
        life.over = life.seats[0]->left && life.seats[1]->left;
    } else if (life.code.empty()) {
        life.code = quoted(after(message, R"("room":)"));
        if (life.seats[1] == nullptr)
            life.seats[1] = enter(life, 1);
        else
            greet(*life.seats[1]);
    }
}

void Lives::follow(Seat& seat, std::string_view view) {
    const auto phase = quoted(after(view, R"("phase":)"));
    if (phase == "match_over") {
        seat.connection.ask(R"({"type":"leave_room","id":2})");
    } else if (phase == "round_over") {
        seat.connection.ask(R"({"type":"ready","id":0})");
    } else if (is_my_turn(view)) {
        if (number(after(view, R"("ply":)")) >= plan_.plies)
            return seat.connection.ask(R"({"type":"resign","id":1})");
        const auto choice = chooser_.choose(view);
        if (!choice)
            fail("no legal action: " + std::string(view));
        ++told_.moves;
        seat.connection.ask(move_request(view, *choice, 1));
    }
}

} // namespace jaipur::bench
