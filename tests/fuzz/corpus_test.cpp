// The everyday run of the fuzzers: every input that they have gathered, and every one that ever
// found something, goes through its target once more, on the program that people build. Each target
// is a source of its own that libFuzzer calls by the same name; here they go by their own.
#include "tests/fuzz/input.hpp"
#include "tests/support/proof.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace fs = std::filesystem;

#define JAIPUR_TARGET(name) extern "C" int name(const std::uint8_t* data, std::size_t size);
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

std::vector<fs::path> inputs(const std::string& target) {
    std::vector<fs::path> files;
    for (const char* folder : {"corpus", "found"}) {
        const fs::path where = fs::path(JAIPUR_FUZZ_FOLDER) / folder / target;
        if (!fs::exists(where))
            continue;
        for (const auto& entry : fs::directory_iterator(where))
            files.push_back(entry.path());
    }
    std::ranges::sort(files);
    return files;
}

std::string content(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    REQUIRE(in.good());
    return {std::istreambuf_iterator<char>(in), {}};
}

} // namespace

// So few mean that the files are somewhere else, or gone.
constexpr std::size_t fewest = 40;

TEST_CASE("no input that a fuzzer has gathered breaks anything") {
    using Clock = std::chrono::steady_clock;
    std::size_t total = 0;
    for (const Target& target : targets()) {
        CAPTURE(target.name);
        const auto begin = Clock::now();
        const auto files = inputs(target.name);
        for (const fs::path& file : files) {
            CAPTURE(file.string()); // told where it crashes
            const std::string bytes = content(file);
            target.run(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
        }
        REQUIRE(files.size() >= fewest);
        total += files.size();
        const auto took =
            std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - begin);
        MESSAGE(target.name, ": ", files.size(), " inputs in ", took.count(), " ms");
    }
    test::proved("P10", "fuzz corpora",
                 std::to_string(targets().size()) + " targets, " + test::grouped(total) +
                     " inputs");
}

} // namespace jaipur::fuzz
