// The CPU time of a message: building and writing a view, reading a request, and the client's half
// of both, over the states of random matches.
#include "protocol/codec.hpp"

#include "protocol/observe.hpp"
#include "tests/bench/figures/figure.hpp"
#include "tests/bench/load/connection.hpp"
#include "tests/protocol/played_match.hpp"

#include <ctime>
#include <utility>

namespace jaipur::bench {

namespace {

using namespace jaipur::protocol;

struct Material {
    std::vector<Match> matches; // a state for each view
    std::vector<ServerMessage> views;
    std::vector<std::string> view_texts;
    std::vector<Request> requests;
    std::vector<std::string> request_texts;
};

void add_request(Material& material, std::uint32_t ply) {
    const Action sale = Sell{Good::Cloth, 3};
    const Action exchange = Exchange{{Card::Gold, Card::Silver}, {Card::Camel, Card::Spice}};
    const std::uint64_t id = material.requests.size() + 1;
    const Request request{id, Act{ply, id % 2 == 0 ? sale : exchange, std::string(32, 'a')}};
    material.request_texts.push_back(encode(request));
    material.requests.push_back(request);
}

Material play() {
    Material material;
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
        test::play_match(seed, [&](const Match& match, const Events& events) {
            View view = observe(match, Viewer::Seat0);
            view.room = "K7QX2M";
            for (const Event& event : events)
                view.events.push_back(observe(event, Viewer::Seat0));
            material.matches.push_back(match);
            material.view_texts.push_back(encode(ServerMessage(view)));
            material.views.emplace_back(std::move(view));
            add_request(material, match.ply);
        });
    }
    return material;
}

double processor_seconds() {
    return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

// Microseconds per `work(i)`, repeated for all i below `count`; summing the results keeps the
// compiler from removing any work.
template <class Work>
double time_of(double seconds, std::size_t count, Work work) {
    std::size_t done = 0, bytes = 0;
    const double start = processor_seconds();
    double spent = 0;
    while (spent < seconds) {
        for (std::size_t i = 0; i < count; ++i)
            bytes += work(i);
        done += count;
        spent = processor_seconds() - start;
    }
    if (bytes == 0)
        fail("nothing was encoded or decoded");
    return spent * 1e6 / static_cast<double>(done);
}

class Codec : public Figure {
  public:
    std::string_view name() const override { return "codec"; }

    bool depends_on_server() const override { return false; }

    void round(const Ground& ground, Results& results) const override {
        static const Material m = play();
        const auto measure = [&](const char* key, const char* label, auto work) {
            results.add({std::string("codec/") + key, label, "µs"},
                        time_of(ground.seconds() / 5, m.views.size(), work));
        };
        measure("observe", "observe: a state to a view", [](std::size_t i) {
            const View view = observe(m.matches[i], Viewer::Seat0);
            return sizeof view;
        });
        measure("encode_view", "encode a view",
                [](std::size_t i) { return encode(m.views[i]).size(); });
        measure("decode_view", "decode a view (client)", [](std::size_t i) {
            return decode_server(m.view_texts[i]) ? m.view_texts[i].size() : std::size_t{0};
        });
        measure("encode_action", "encode an action (client)",
                [](std::size_t i) { return encode(m.requests[i]).size(); });
        measure("decode_action", "decode an action", [](std::size_t i) {
            return decode(m.request_texts[i]) ? m.request_texts[i].size() : std::size_t{0};
        });
    }
};

} // namespace

std::unique_ptr<Figure> make_codec() {
    return std::make_unique<Codec>();
}

} // namespace jaipur::bench
