// How every fuzz target reads its input: the fuzzer's bytes, turned into numbers, texts and
// choices. Any bytes are valid; after the end, it reads zeros. Also `require`, which states what
// must be true; if it isn't, the fuzzer has found a bug. JAIPUR_FUZZ(name) { … return 0; } defines
// a target.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string_view>

// A fuzzer has one target, under libFuzzer's name; the everyday tests have all of them.
#ifdef JAIPUR_FUZZER
#define JAIPUR_FUZZ(name)                                                                          \
    extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
#else
#define JAIPUR_FUZZ(name) extern "C" int name(const std::uint8_t* data, std::size_t size)
#endif

namespace jaipur::fuzz {

class Input {
  public:
    Input(const std::uint8_t* data, std::size_t size)
        : rest_(reinterpret_cast<const char*>(data), size) {}

    explicit Input(std::string_view bytes) : rest_(bytes) {}

    bool empty() const { return rest_.empty(); }

    std::string_view rest() const { return rest_; }

    std::uint8_t byte() {
        const std::string_view one = take(1);
        return one.empty() ? std::uint8_t{0} : static_cast<std::uint8_t>(one[0]);
    }

    bool flag() { return (byte() & 1) != 0; }

    // 0 … n-1; n from 1 to 256.
    std::size_t below(std::size_t n) { return byte() % n; }

    template <class Items>
    auto& pick(Items& items) {
        return items[below(std::size(items))];
    }

    // This many bytes as a number, lowest first.
    std::uint64_t number(int bytes) {
        std::uint64_t result = 0;
        for (int i = 0; i < bytes; ++i)
            result |= std::uint64_t{byte()} << (8 * i);
        return result;
    }

    // A number of any size: mostly small, sometimes an edge case, sometimes anything.
    std::int64_t wild_number() {
        const std::uint8_t kind = byte();
        constexpr std::int64_t largest = (std::int64_t{1} << 53) - 1; // in JSON
        if (kind < 192)
            return kind;
        if (kind < 208)
            return (std::int64_t{1} << (kind - 192) * 3) - 1 + byte() % 3;
        if (kind < 240)
            return static_cast<std::int64_t>(number(kind % 8)) & largest;
        return kind < 248 ? largest : -static_cast<std::int64_t>(number(kind % 8)) % largest;
    }

    std::string_view take(std::size_t size) {
        const std::string_view taken = rest_.substr(0, size);
        rest_.remove_prefix(taken.size());
        return taken;
    }

    // Up to `end`, which is skipped.
    std::string_view until(char end) {
        const std::string_view taken = take(std::min(rest_.find(end), rest_.size()));
        take(1);
        return taken;
    }

    std::string_view line() { return until('\n'); }

  private:
    std::string_view rest_;
};

// Both the fuzzer and the everyday tests treat this as a crash.
inline void require(bool holds, std::string_view what) {
    if (holds)
        return;
    std::fprintf(stderr, "does not hold: %.*s\n", static_cast<int>(what.size()), what.data());
    std::abort();
}

} // namespace jaipur::fuzz
