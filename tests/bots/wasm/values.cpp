// Prints what the network thinks of every action in some random rounds, so that the same program,
// built for another machine, can be compared.
//
// usage: values WEIGHTS
#include "bots/evaluate.hpp"
#include "bots/random.hpp"
#include "bots/search.hpp"
#include "bots/world.hpp"

#include <cstdio>
#include <cstdlib>
#include <vector>

#ifdef __wasi__
// Debian's library for WASI has neither exceptions nor threads: where one would be thrown, the
// program ends, and what a thread owns stays until then.
extern "C" {
void* __cxa_allocate_exception(std::size_t) { // NOLINT: the compiler calls it
    std::abort();
}

void __cxa_throw(void*, void*, void (*)(void*)) { // NOLINT
    std::abort();
}

int __cxa_thread_atexit(void (*)(void*), void*, void*) { // NOLINT
    return 0;
}
}
#endif

using namespace jaipur;
using namespace jaipur::bots;

namespace {

std::vector<std::byte> contents(const char* file) {
    std::vector<std::byte> bytes;
    std::FILE* in = std::fopen(file, "rb");
    if (in == nullptr)
        std::exit(2);
    for (int byte = std::fgetc(in); byte != EOF; byte = std::fgetc(in))
        bytes.push_back(static_cast<std::byte>(byte));
    std::fclose(in);
    return bytes;
}

// A fixed number of worlds, because a budget of time would differ.
std::size_t searched(const Network& network, const World& world, const std::vector<Option>& all) {
    Dice dice(1);
    int asked = 0;
    const Action found =
        search(network, world.position(), {}, dice, [&] { return asked++ / 10.0; });
    for (std::size_t i = 0; i < all.size(); ++i)
        if (all[i].action == found)
            return i;
    return all.size();
}

} // namespace

int main(int count, char** words) {
    if (count != 2)
        return 2;
    const Network network(contents(words[1]));
    Dice dice(1);
    int position = 0;
    for (int round = 0; round < 10; ++round)
        for (World world(shuffled_deal(dice), Seat::Zero); !world.ended();) {
            const auto all = options(network, world.position());
            for (const Option& option : all) {
                const Value value = network.value(features(option.then));
                std::printf("%d %d %d,", option.chance, value.logit, value.margin);
            }
            if (++position % 20 == 0) // slow
                std::printf(" %zu", searched(network, world, all));
            std::printf("\n");
            const Option& chosen = all[below(all.size() > 3 ? 3 : all.size(), dice)];
            world.play(chosen.action, chosen.then);
        }
}
