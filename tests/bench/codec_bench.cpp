// What a message costs: making a view and writing it, reading a request, and the client's halves of
// both, over the states of matches played at random. `codec_bench [SECONDS]`, in a release build.
// Time is the processor's, so that a busy machine does not change the figures much.
#include "protocol/codec.hpp"
#include "protocol/observe.hpp"
#include "tests/protocol/played_match.hpp"

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace jaipur;
using namespace jaipur::protocol;

struct Material {
    std::vector<Match> matches; // a state for each view
    std::vector<ServerMessage> views;
    std::vector<std::string> view_texts;
    std::vector<Request> requests;
    std::vector<std::string> request_texts;
};

Material play() {
    Material material;
    std::uint64_t id = 0;
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
        test::play_match(seed, [&](const Match& match, const Events& events) {
            View view = observe(match, Viewer::Seat0);
            view.room = "K7QX2M";
            for (const Event& event : events)
                view.events.push_back(observe(event, Viewer::Seat0));
            material.matches.push_back(match);
            material.view_texts.push_back(encode(ServerMessage(view)));
            material.views.emplace_back(std::move(view));
            const Action sale = Sell{Good::Cloth, 3};
            const Action exchange =
                Exchange{{Card::Gold, Card::Silver}, {Card::Camel, Card::Spice}};
            ++id;
            const Request request{
                id, Act{match.ply, id % 2 == 0 ? sale : exchange, std::string(32, 'a')}};
            material.request_texts.push_back(encode(request));
            material.requests.push_back(request);
        });
    }
    return material;
}

double processor_seconds() {
    return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

// Does `work(i)` for all i below `count`, again and again; its sums keep the compiler from leaving
// anything out.
template <class Work>
void measure(const char* what, double seconds, std::size_t count, Work work) {
    std::size_t done = 0, bytes = 0;
    const double start = processor_seconds();
    double spent = 0;
    while (spent < seconds) {
        for (std::size_t i = 0; i < count; ++i)
            bytes += work(i);
        done += count;
        spent = processor_seconds() - start;
    }
    std::printf("%-34s %7.2f us   %6.0f bytes\n", what, spent * 1e6 / static_cast<double>(done),
                static_cast<double>(bytes) / static_cast<double>(done));
}

} // namespace

int main(int argc, char** argv) {
    const double seconds = argc > 1 ? std::atof(argv[1]) : 1.0;
    const Material m = play();
    const std::size_t count = m.views.size();
    measure("observe: a state to a view", seconds, count, [&](std::size_t i) {
        const View view = observe(m.matches[i], Viewer::Seat0);
        return sizeof view;
    });
    measure("encode a view", seconds, count,
            [&](std::size_t i) { return encode(m.views[i]).size(); });
    measure("decode a view (client)", seconds, count, [&](std::size_t i) {
        return decode_server(m.view_texts[i]) ? m.view_texts[i].size() : std::size_t{0};
    });
    measure("encode an action (client)", seconds, count,
            [&](std::size_t i) { return encode(m.requests[i]).size(); });
    measure("decode an action", seconds, count, [&](std::size_t i) {
        return decode(m.request_texts[i]) ? m.request_texts[i].size() : std::size_t{0};
    });
}
