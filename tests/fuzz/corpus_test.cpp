// The everyday run of the fuzzers: every collected input, and every one that ever found a bug, goes
// through its target again, in an ordinary build.
#include "tests/fuzz/input.hpp"
#include "tests/support/proof.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace fs = std::filesystem;

#define JAIPUR_TARGET(name) JAIPUR_FUZZ(name);
JAIPUR_FUZZ_TARGETS
#undef JAIPUR_TARGET

namespace jaipur::fuzz {

namespace {

struct Target {
    std::string name;
    int (*run)(const std::uint8_t*, std::size_t);
};

const std::vector<Target>& targets() {
#define JAIPUR_TARGET(name) {#name, name},
    static const std::vector<Target> all{JAIPUR_FUZZ_TARGETS};
#undef JAIPUR_TARGET
    return all;
}

struct Sample {
    std::string name; // where it is
    std::string bytes;
};

// A corpus line: backslashes and bytes outside printable ASCII are written as \xNN.
std::string unescaped(std::string_view line) {
    std::string bytes;
    while (!line.empty()) {
        const std::size_t length = line[0] == '\\' ? 4 : 1;
        REQUIRE(line.size() >= length);
        bytes += length == 1
                     ? line[0]
                     : static_cast<char>(std::stoi(std::string(line.substr(2, 2)), nullptr, 16));
        line.remove_prefix(length);
    }
    return bytes;
}

std::ifstream opened(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    REQUIRE(in.good());
    return in;
}

std::vector<Sample> inputs(const std::string& target) {
    const fs::path folder = JAIPUR_FUZZ_FOLDER;
    const fs::path corpus = folder / "corpus" / (target + ".txt"),
                   found = folder / "found" / target;
    std::vector<Sample> all;
    std::ifstream lines = opened(corpus);
    for (std::string line; std::getline(lines, line);)
        all.push_back({corpus.string() + ":" + std::to_string(all.size() + 1), unescaped(line)});
    if (fs::exists(found)) {
        for (const auto& entry : fs::directory_iterator(found)) {
            std::ifstream in = opened(entry.path());
            all.push_back({entry.path().string(), {std::istreambuf_iterator<char>(in), {}}});
        }
    }
    return all;
}

} // namespace

// With fewer, most would be missing.
constexpr std::size_t fewest = 40;

TEST_CASE("no collected fuzzer input breaks anything") {
    using Clock = std::chrono::steady_clock;
    std::size_t total = 0;
    for (const Target& target : targets()) {
        CAPTURE(target.name);
        const auto begin = Clock::now();
        const auto all = inputs(target.name);
        for (const Sample& sample : all) {
            CAPTURE(sample.name); // printed on a crash
            target.run(reinterpret_cast<const std::uint8_t*>(sample.bytes.data()),
                       sample.bytes.size());
        }
        REQUIRE(all.size() >= fewest);
        total += all.size();
        const auto took =
            std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - begin);
        MESSAGE(target.name, ": ", all.size(), " inputs in ", took.count(), " ms");
    }
    test::proved("P10", "fuzz corpora",
                 std::to_string(targets().size()) + " targets, " + test::grouped(total) +
                     " inputs");
}

} // namespace jaipur::fuzz
