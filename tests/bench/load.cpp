// A load generator: plays legal moves in many rooms of a running server, as fast as the server
// answers or at a given rate, and says how many there were and how long they took.
//
// It knows of the game only what it finds in the text of a view, and of WebSockets only what a
// well-behaved peer needs: it is made to cost less than the server that it drives. One thread.
#include "tests/bench/load_line.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>
#include <optional>
#include <queue>
#include <string>
#include <string_view>
#include <sys/epoll.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;

using jaipur::bench::fail;
using jaipur::bench::Line;

// The text after `"name":` in an object without spaces, from its first occurrence on.
std::string_view after(std::string_view json, std::string_view name) {
    const auto at = json.find(name);
    return at == std::string_view::npos ? std::string_view{} : json.substr(at + name.size());
}

std::optional<std::uint64_t> number(std::string_view text) {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc{} ? std::optional(value) : std::nullopt;
}

std::string_view quoted(std::string_view text) {
    if (text.empty() || text.front() != '"')
        return {};
    text.remove_prefix(1);
    return text.substr(0, text.find('"'));
}

// Any legal action by the view's `legal`: a sale of all there is, a take, the camels. Empty: only
// an exchange is left, and the round is given up.
std::string action_of(std::string_view view) {
    const auto legal = after(view, R"("legal":{)");
    const auto sell = after(legal, R"("sell":{)");
    const auto good = quoted(sell);
    const auto most = number(after(sell, R"("max":)"));
    if (!good.empty() && most && *most >= 2)
        return R"({"type":"sell","good":")" + std::string(good) + R"(","count":)" +
               std::to_string(*most) + "}";
    if (const auto card = quoted(after(legal, R"("take":[)")); !card.empty())
        return R"({"type":"take","card":")" + std::string(card) + R"("})";
    if (!good.empty() && most)
        return R"({"type":"sell","good":")" + std::string(good) + R"(","count":)" +
               std::to_string(*most) + "}";
    if (after(legal, R"("take_camels":)").starts_with("true"))
        return R"({"type":"take_camels"})";
    return {};
}

struct Seat {
    explicit Seat(std::uint16_t port) : line(port) {}

    Line line;
    Clock::time_point asked;
};

struct Numbers {
    std::vector<float> milliseconds; // from an act to its ok
    std::uint64_t other_requests = 0;
};

// All rooms; each seat follows its own views and nothing else.
class Load {
  public:
    Load(std::uint16_t port, int rooms, double moves_a_second) : epoll_(epoll_create1(0)) {
        if (moves_a_second > 0)
            pause_ = std::chrono::duration_cast<Clock::duration>(
                std::chrono::duration<double>(rooms / moves_a_second));
        for (int room = 0; room < rooms; ++room)
            open(port);
    }

    ~Load() { close(epoll_); }

    Load(const Load&) = delete;
    Load& operator=(const Load&) = delete;

    Numbers run(double seconds) {
        numbers_ = {};
        const auto end = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                            std::chrono::duration<double>(seconds));
        while (Clock::now() < end)
            turn();
        return std::move(numbers_);
    }

  private:
    struct Later {
        Clock::time_point at;
        Seat* seat;
        std::string request;

        bool operator<(const Later& other) const { return at > other.at; }
    };

    void open(std::uint16_t port) {
        auto first = std::make_unique<Seat>(port);
        auto second = std::make_unique<Seat>(port);
        std::string code;
        const auto listen = [&](std::string_view message) {
            if (message.starts_with(R"({"type":"error")"))
                fail(std::string(message));
            if (code.empty())
                code = quoted(after(message, R"("room":)"));
        };
        first->line.ask(R"({"type":"create_room","id":0,"name":"A","options":{"seals":3}})");
        while (code.empty())
            first->line.receive(listen);
        second->line.ask(R"({"type":"join_room","id":0,"name":"B","room":")" + code + "\"}");
        first->line.ask(R"({"type":"ready","id":0})"); // the second is, when it sees its first view
        for (auto* seat : {&first, &second}) {
            epoll_event event{};
            event.events = EPOLLIN;
            event.data.ptr = seat->get();
            epoll_ctl(epoll_, EPOLL_CTL_ADD, (*seat)->line.descriptor(), &event);
        }
        seats_.push_back(std::move(first));
        seats_.push_back(std::move(second));
    }

    void turn() {
        int wait = 100;
        while (!later_.empty() && later_.top().at <= Clock::now()) {
            const Later due = later_.top();
            later_.pop();
            act(*due.seat, due.request);
        }
        if (!later_.empty())
            wait = static_cast<int>(std::clamp<std::int64_t>(
                std::chrono::ceil<std::chrono::milliseconds>(later_.top().at - Clock::now())
                    .count(),
                0, 100));
        std::array<epoll_event, 64> events; // NOLINT: filled
        const int count = epoll_wait(epoll_, events.data(), static_cast<int>(events.size()), wait);
        for (int i = 0; i < count; ++i) {
            auto& seat = *static_cast<Seat*>(events[static_cast<std::size_t>(i)].data.ptr);
            seat.line.receive([&](std::string_view message) { take(seat, message); });
        }
    }

    void take(Seat& seat, std::string_view message) {
        // What is played has the id 1, all else 0.
        const bool of_a_move = number(after(message, R"("re":)")) == 1;
        if (message.starts_with(R"({"type":"ok")")) {
            if (of_a_move)
                numbers_.milliseconds.push_back(
                    std::chrono::duration<float, std::milli>(Clock::now() - seat.asked).count());
        } else if (message.starts_with(R"({"type":"error")")) {
            // Both were ready before this one asked again: no harm.
            if (of_a_move || message.find("not_playing") == std::string_view::npos)
                fail(std::string(message));
        } else if (message.starts_with(R"({"type":"view")")) {
            follow(seat, message);
        }
    }

    void follow(Seat& seat, std::string_view view) {
        const auto phase = quoted(after(view, R"("phase":)"));
        if (phase == "playing") {
            const auto you = number(after(view, R"("you":)"));
            if (number(after(view, R"("turn":)")) == you)
                play(seat, view);
            return;
        }
        const bool over = phase == "match_over";
        seat.line.ask(over ? R"({"type":"rematch","id":0})" : R"({"type":"ready","id":0})");
        ++numbers_.other_requests;
    }

    void play(Seat& seat, std::string_view view) {
        const std::string action = action_of(view);
        const auto ply = number(after(view, R"("ply":)"));
        std::string request = action.empty() || !ply
                                  ? R"({"type":"resign","id":1})"
                                  : R"({"type":"act","id":1,"ply":)" + std::to_string(*ply) +
                                        R"(,"action":)" + action + "}";
        if (pause_ == Clock::duration{}) {
            act(seat, request);
            return;
        }
        // Spread over the pause, so that rooms do not march in step.
        spread_ = spread_ * 6364136223846793005U + 1442695040888963407U;
        const auto part = static_cast<double>(spread_ >> 40U) / static_cast<double>(1U << 24U);
        const auto wait = std::chrono::duration_cast<Clock::duration>(pause_ * (0.5 + part));
        later_.push({Clock::now() + wait, &seat, std::move(request)});
    }

    void act(Seat& seat, const std::string& request) {
        seat.asked = Clock::now();
        seat.line.ask(request);
    }

    int epoll_;
    Clock::duration pause_{};
    std::uint64_t spread_ = 1;
    std::vector<std::unique_ptr<Seat>> seats_;
    std::priority_queue<Later> later_;
    Numbers numbers_;
};

void print(const char* what, std::vector<float>& all, double seconds) {
    std::sort(all.begin(), all.end());
    const auto part = [&](double share) {
        return all.empty() ? 0.0
                           : static_cast<double>(all[static_cast<std::size_t>(
                                 static_cast<double>(all.size() - 1) * share)]);
    };
    std::printf(R"({"what":"%s","moves":%zu,"seconds":%.2f,"p50":%.3f,"p99":%.3f,"max":%.3f})"
                "\n",
                what, all.size(), seconds, part(0.5), part(0.99), part(1.0));
    std::fflush(stdout);
}

} // namespace

// usage: load PORT ROOMS SECONDS [MOVES-A-SECOND]: plays a second to warm up, prints `ready`, then
// the numbers.
int main(int argc, char** argv) {
    try {
        if (argc < 4) {
            std::fputs("usage: load PORT ROOMS SECONDS [MOVES-A-SECOND]\n", stderr);
            return 64;
        }
        const double seconds = std::atof(argv[3]);
        Load load(static_cast<std::uint16_t>(std::atoi(argv[1])), std::atoi(argv[2]),
                  argc > 4 ? std::atof(argv[4]) : 0);
        load.run(1);
        std::puts("ready");
        std::fflush(stdout);
        Numbers numbers = load.run(seconds);
        print("load", numbers.milliseconds, seconds);
        return 0;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "load: %s\n", error.what());
        return 1;
    }
}
