#include "bots/network.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>

#if defined(__x86_64__) && defined(__linux__) && !defined(JAIPUR_SANITIZED)
#define JAIPUR_FASTER_ON_NEWER_PROCESSORS __attribute__((target_clones("default", "avx2")))
#else
#define JAIPUR_FASTER_ON_NEWER_PROCESSORS
#endif

namespace jaipur::bots {

namespace {

constexpr std::string_view magic = "JAIPUR-VALUE-1\n";

// ---- chances ------------------------------------------------------------------------------------

constexpr int logit_one = activation_one * weight_one;
constexpr int steps_per_one = 32, steps = 12 * steps_per_one; // up to a logit of 12

constexpr double exponential(double x) { // of -12 … 0; the compiler works it out
    double term = 1, sum = 1;
    for (int i = 1; i < 80; ++i) {
        term *= -x / i;
        sum += term;
    }
    return 1 / sum;
}

constexpr std::array<int, steps + 1> chances = [] {
    std::array<int, steps + 1> table{};
    // NOLINTBEGIN(bugprone-incorrect-roundings): positive, and lround isn't constexpr
    for (int i = 0; i <= steps; ++i)
        table[static_cast<std::size_t>(i)] = static_cast<int>(
            chance_one / (1 + exponential(-static_cast<double>(i) / steps_per_one)) + 0.5);
    // NOLINTEND(bugprone-incorrect-roundings)
    return table;
}();

// ---- sums ---------------------------------------------------------------------------------------

// Several numbers in one register. Left to itself, the compiler gathers single numbers from many
// columns, which takes five times as long.
constexpr std::size_t lane = 16;
using Numbers [[gnu::vector_size(lane * sizeof(std::int16_t))]] = std::int16_t;
constexpr std::size_t parts = first_width / lane;

enum class Change : std::uint8_t { Add, Take };

template <Change change>
void change_by_column(std::array<Numbers, parts>& total, const std::int16_t* column) {
    for (std::size_t part = 0; part < parts; ++part) {
        Numbers numbers;
        std::memcpy(&numbers, column + part * lane, sizeof numbers);
        if constexpr (change == Change::Add)
            total[part] += numbers;
        else
            total[part] -= numbers;
    }
}

// The constructor of Network has made sure that 16 bits are enough for the sums of any position.
JAIPUR_FASTER_ON_NEWER_PROCESSORS
void add_columns(const std::int16_t* columns, const Features& features, FirstSums& sums) {
    std::array<Numbers, parts> total;
    std::memcpy(total.data(), sums.data(), sizeof total);
    for (const std::uint16_t feature : features)
        change_by_column<Change::Add>(total, columns + feature * first_width);
    std::memcpy(sums.data(), total.data(), sizeof total);
}

// From the sums for the features of one position to those of another.
JAIPUR_FASTER_ON_NEWER_PROCESSORS
void change_columns(const std::int16_t* columns, const Features& from, const Features& to,
                    FirstSums& sums) {
    std::array<Numbers, parts> total;
    std::memcpy(total.data(), sums.data(), sizeof total);
    for (std::size_t i = 0; i < from.size(); ++i)
        if (from[i] != to[i]) {
            // Taken first: so no sum grows too large.
            change_by_column<Change::Take>(total, columns + from[i] * first_width);
            change_by_column<Change::Add>(total, columns + to[i] * first_width);
        }
    std::memcpy(sums.data(), total.data(), sizeof total);
}

template <std::size_t width>
std::int32_t product(const std::int16_t* row, const std::int16_t* in) {
    std::int32_t sum = 0;
    for (std::size_t i = 0; i < width; ++i)
        sum += static_cast<std::int32_t>(row[i]) * in[i];
    return sum;
}

// The layers after the first, from its sums.
JAIPUR_FASTER_ON_NEWER_PROCESSORS
Value last_layers(const Network::Layers& layers, const FirstSums& sums) {
    alignas(sizeof(Numbers)) FirstSums first;
    for (std::size_t i = 0; i < first_width; ++i)
        first[i] = std::clamp<std::int16_t>(sums[i], 0, activation_one);
    alignas(sizeof(Numbers)) std::array<std::int16_t, second_width> second;
    const std::int16_t* row = layers.second.data();
    for (std::size_t i = 0; i < second_width; ++i, row += first_width)
        second[i] = static_cast<std::int16_t>(std::clamp(
            (layers.second_biases[i] + product<first_width>(row, first.data())) / weight_one, 0,
            activation_one));
    const std::int16_t* third = layers.third.data();
    return {layers.third_biases[0] + product<second_width>(third, second.data()),
            layers.third_biases[1] + product<second_width>(third + second_width, second.data())};
}

// ---- files --------------------------------------------------------------------------------------

// Little-endian, whatever the machine.
template <class Number>
void write(std::vector<std::byte>& out, Number number) {
    for (std::size_t i = 0; i < sizeof(Number); ++i)
        out.push_back(static_cast<std::byte>(static_cast<std::uint32_t>(number) >> (8 * i)));
}

class Reader {
  public:
    explicit Reader(std::span<const std::byte> file) : left_(file) {
        if (left_.size() < magic.size() ||
            std::memcmp(left_.data(), magic.data(), magic.size()) != 0)
            throw BadWeights("this file has no weights of a value network");
        left_ = left_.subspan(magic.size());
    }

    template <class Number>
    Number number() {
        if (left_.size() < sizeof(Number))
            throw BadWeights("the weights are cut off");
        std::uint32_t bits = 0;
        for (std::size_t i = 0; i < sizeof(Number); ++i)
            bits |= static_cast<std::uint32_t>(left_[i]) << (8 * i);
        left_ = left_.subspan(sizeof(Number));
        return static_cast<Number>(bits);
    }

    template <class Numbers>
    void fill(Numbers& numbers) {
        for (auto& each : numbers)
            each = number<std::remove_reference_t<decltype(each)>>();
    }

    void close() const {
        if (!left_.empty())
            throw BadWeights("more follows after the weights");
    }

  private:
    std::span<const std::byte> left_;
};

// Of each block of features, at most one is present.
void require_first_fits(const std::vector<std::int16_t>& first) {
    for (std::size_t i = 0; i < first_width; ++i) {
        int most = std::abs(first[feature_count * first_width + i]);
        for (const FeatureBlock& block : feature_blocks()) {
            int largest = 0;
            for (std::size_t feature = block.begin; feature < block.end; ++feature)
                largest = std::max(largest, std::abs(int{first[feature * first_width + i]}));
            most += largest;
        }
        if (most > std::numeric_limits<std::int16_t>::max())
            throw BadWeights("the weights of the first layer are too large");
    }
}

// What these rows are multiplied with is at most activation_one.
void require_rows_fit(std::span<const std::int16_t> rows, std::span<const std::int32_t> biases) {
    const std::size_t width = rows.size() / biases.size();
    for (std::size_t row = 0; row < biases.size(); ++row) {
        std::int64_t most = std::abs(std::int64_t{biases[row]});
        for (const std::int16_t weight : rows.subspan(row * width, width))
            most += std::abs(int{weight}) * activation_one;
        if (most > std::numeric_limits<std::int32_t>::max())
            throw BadWeights("the weights of the second or third layer are too large");
    }
}

} // namespace

int chance(int logit) {
    const auto size = static_cast<unsigned>(std::abs(logit));
    constexpr unsigned step = logit_one / steps_per_one;
    const unsigned index = size / step;
    int result = chances.back();
    if (index < steps) {
        const int low = chances[index], high = chances[index + 1];
        result = low + (high - low) * static_cast<int>(size % step) / static_cast<int>(step);
    }
    return logit < 0 ? chance_one - result : result;
}

Network::Network(std::span<const std::byte> file) {
    Reader reader(file);
    if (reader.number<std::int32_t>() != static_cast<std::int32_t>(feature_count))
        throw BadWeights("the weights are for other features");
    layers_.first.resize((feature_count + 1) * first_width);
    layers_.second.resize(second_width * first_width);
    layers_.second_biases.resize(second_width);
    layers_.third.resize(2 * second_width);
    reader.fill(layers_.first);
    reader.fill(layers_.second);
    reader.fill(layers_.second_biases);
    reader.fill(layers_.third);
    reader.fill(layers_.third_biases);
    reader.close();
    require_first_fits(layers_.first);
    require_rows_fit(layers_.second, layers_.second_biases);
    require_rows_fit(layers_.third, layers_.third_biases);
}

Value Network::value(const Features& features) const {
    return last_layers(layers_, sums(features));
}

FirstSums Network::sums(const Features& features) const {
    FirstSums sums;
    std::copy_n(layers_.first.end() - first_width, first_width, sums.begin());
    add_columns(layers_.first.data(), features, sums);
    return sums;
}

Neighbours::Neighbours(const Network& network, const Features& middle)
    : network_(network), middle_(middle), sums_(network.sums(middle)) {}

Value Neighbours::value(const Features& features) const {
    FirstSums sums = sums_;
    change_columns(network_.layers().first.data(), middle_, features, sums);
    return last_layers(network_.layers(), sums);
}

std::vector<std::byte> Network::bytes(const Layers& layers) {
    std::vector<std::byte> out;
    for (const char letter : magic)
        out.push_back(static_cast<std::byte>(letter));
    write(out, static_cast<std::int32_t>(feature_count));
    const auto write_all = [&](const auto& numbers) {
        for (const auto each : numbers)
            write(out, each);
    };
    write_all(layers.first);
    write_all(layers.second);
    write_all(layers.second_biases);
    write_all(layers.third);
    write_all(layers.third_biases);
    return out;
}

} // namespace jaipur::bots
