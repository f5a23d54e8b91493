#include "client/console/qr.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <optional>
#include <utility>

namespace jaipur::client::qr {

namespace {

// Versions 1 to 4 at level L: one block, one alignment pattern at most, no version information.
struct Version {
    int number, data, correction; // codewords

    int size() const { return 17 + 4 * number; }
};

constexpr std::array versions{Version{1, 19, 7}, Version{2, 34, 10}, Version{3, 55, 15},
                              Version{4, 80, 20}};

using Codewords = std::vector<std::uint8_t>;

std::uint8_t multiplied(std::uint8_t a, std::uint8_t b) { // in GF(256), modulo 0x11D
    unsigned product = 0;
    for (int bit = 7; bit >= 0; --bit) {
        product = (product << 1u) ^ ((product >> 7u) * 0x11Du);
        product ^= ((b >> static_cast<unsigned>(bit)) & 1u) * a;
    }
    return static_cast<std::uint8_t>(product);
}

// The remainder of a division by (x - 1)(x - 2)(x - 4)…: Reed and Solomon's code.
Codewords correction(const Codewords& data, int count) {
    Codewords divisor(static_cast<std::size_t>(count), 0);
    divisor.back() = 1;
    std::uint8_t root = 1;
    for (int i = 0; i < count; ++i) {
        for (std::size_t j = 0; j < divisor.size(); ++j) {
            divisor[j] = multiplied(divisor[j], root);
            if (j + 1 < divisor.size())
                divisor[j] = static_cast<std::uint8_t>(divisor[j] ^ divisor[j + 1]);
        }
        root = multiplied(root, 2);
    }
    Codewords rest(divisor.size(), 0);
    for (const std::uint8_t word : data) {
        const auto factor = static_cast<std::uint8_t>(word ^ rest.front());
        rest.erase(rest.begin());
        rest.push_back(0);
        for (std::size_t j = 0; j < rest.size(); ++j)
            rest[j] = static_cast<std::uint8_t>(rest[j] ^ multiplied(divisor[j], factor));
    }
    return rest;
}

// Mode and length take 12 bits, so the bytes are shifted by half a codeword.
Codewords codewords(std::string_view text, const Version& version) {
    constexpr unsigned byte_mode = 4;
    const auto length = static_cast<unsigned>(text.size());
    Codewords words{static_cast<std::uint8_t>(byte_mode << 4u | length >> 4u)};
    unsigned half = length & 15u;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        words.push_back(static_cast<std::uint8_t>(half << 4u | byte >> 4u));
        half = byte & 15u;
    }
    words.push_back(static_cast<std::uint8_t>(half << 4u)); // and the terminator, 0000
    for (bool odd = true; words.size() < static_cast<std::size_t>(version.data); odd = !odd)
        words.push_back(odd ? 0xEC : 0x11);
    for (const std::uint8_t word : correction(words, version.correction))
        words.push_back(word);
    return words;
}

class Drawing {
  public:
    explicit Drawing(const Version& version)
        : size_(version.size()), modules_(rows()), taken_(rows()) {
        for (int i = 0; i < size_; ++i) { // timing
            set(6, i, i % 2 == 0);
            set(i, 6, i % 2 == 0);
        }
        finder(3, 3);
        finder(size_ - 4, 3);
        finder(3, size_ - 4);
        if (version.number > 1)
            square(size_ - 7, size_ - 7, 2);
        write_format(0); // reserves its place
    }

    // In pairs of columns from the right, up and down in turns.
    void write(const Codewords& words) {
        std::size_t bit = 0;
        bool up = true;
        for (int right = size_ - 1; right > 0; right -= 2, up = !up) {
            if (right == 6) // the timing column
                right = 5;
            for (int i = 0; i < size_; ++i)
                for (const int x : {right, right - 1}) {
                    const int y = up ? size_ - 1 - i : i;
                    if (at(taken_, x, y) || bit >= words.size() * 8)
                        continue;
                    at(modules_, x, y) = ((words[bit / 8] >> (7 - bit % 8)) & 1) != 0;
                    ++bit;
                }
        }
    }

    // A new drawing with this mask, which makes the pattern irregular.
    Drawing masked(int mask) const {
        Drawing result = *this;
        for (int y = 0; y < size_; ++y)
            for (int x = 0; x < size_; ++x)
                if (!at(taken_, x, y) && flips(mask, x, y))
                    at(result.modules_, x, y) = !at(modules_, x, y);
        result.write_format(mask);
        return result;
    }

    int penalty() const {
        return lines_penalty(false) + lines_penalty(true) + blocks_penalty() + balance_penalty();
    }

    Modules modules() && { return std::move(modules_); }

  private:
    Modules rows() const {
        return Modules(static_cast<std::size_t>(size_),
                       std::vector<bool>(static_cast<std::size_t>(size_), false));
    }

    static std::vector<bool>::reference at(Modules& all, int x, int y) {
        return all[static_cast<std::size_t>(y)][static_cast<std::size_t>(x)];
    }

    static bool at(const Modules& all, int x, int y) {
        return all[static_cast<std::size_t>(y)][static_cast<std::size_t>(x)];
    }

    void set(int x, int y, bool dark) {
        at(modules_, x, y) = dark;
        at(taken_, x, y) = true;
    }

    // Rings around a dark centre.
    void square(int cx, int cy, int radius) {
        for (int dy = -radius; dy <= radius; ++dy)
            for (int dx = -radius; dx <= radius; ++dx) {
                const int ring = std::max(std::abs(dx), std::abs(dy));
                const int x = cx + dx, y = cy + dy;
                if (x >= 0 && x < size_ && y >= 0 && y < size_)
                    set(x, y, radius == 2 ? ring != 1 : ring != 2 && ring != 4);
            }
    }

    void finder(int cx, int cy) { square(cx, cy, 4); }

    static bool flips(int mask, int x, int y) {
        switch (mask) {
        case 0:
            return (x + y) % 2 == 0;
        case 1:
            return y % 2 == 0;
        case 2:
            return x % 3 == 0;
        case 3:
            return (x + y) % 3 == 0;
        case 4:
            return (x / 3 + y / 2) % 2 == 0;
        case 5:
            return x * y % 2 + x * y % 3 == 0;
        case 6:
            return (x * y % 2 + x * y % 3) % 2 == 0;
        default:
            return ((x + y) % 2 + x * y % 3) % 2 == 0;
        }
    }

    // Level L and the mask, twice, with their own error correction.
    void write_format(int mask) {
        constexpr unsigned level_low = 1, generator = 0x537, pattern = 0x5412;
        const unsigned data = level_low << 3u | static_cast<unsigned>(mask);
        unsigned rest = data;
        for (int i = 0; i < 10; ++i)
            rest = (rest << 1u) ^ ((rest >> 9u) * generator);
        const unsigned bits = (data << 10u | rest) ^ pattern;
        const auto bit = [&](int i) { return ((bits >> static_cast<unsigned>(i)) & 1u) != 0; };
        for (int i = 0; i < 6; ++i) {
            set(8, i, bit(i));
            set(5 - i, 8, bit(9 + i));
        }
        set(8, 7, bit(6));
        set(8, 8, bit(7));
        set(7, 8, bit(8));
        for (int i = 0; i < 8; ++i)
            set(size_ - 1 - i, 8, bit(i));
        for (int i = 8; i < 15; ++i)
            set(8, size_ - 15 + i, bit(i));
        set(8, size_ - 8, true);
    }

    // Runs of one colour, and what looks like a finder.
    int lines_penalty(bool columns) const {
        int penalty = 0;
        for (int i = 0; i < size_; ++i) {
            unsigned last = 0; // eleven modules
            int run = 0;
            std::optional<bool> colour;
            for (int j = 0; j < size_; ++j) {
                const bool dark = columns ? at(modules_, i, j) : at(modules_, j, i);
                run = dark == colour ? run + 1 : 1;
                colour = dark;
                penalty += run == 5 ? 3 : run > 5 ? 1 : 0;
                last = (last << 1u | (dark ? 1u : 0u)) & 0x7FFu;
                if (j >= 10 && (last == 0x5D0 || last == 0x05D))
                    penalty += 40;
            }
        }
        return penalty;
    }

    int blocks_penalty() const {
        int penalty = 0;
        for (int y = 0; y + 1 < size_; ++y)
            for (int x = 0; x + 1 < size_; ++x) {
                const bool dark = at(modules_, x, y);
                if (dark == at(modules_, x + 1, y) && dark == at(modules_, x, y + 1) &&
                    dark == at(modules_, x + 1, y + 1))
                    penalty += 3;
            }
        return penalty;
    }

    int balance_penalty() const {
        int dark = 0;
        for (const auto& row : modules_)
            for (const bool module : row)
                dark += module ? 1 : 0;
        const int percent = dark * 100 / (size_ * size_);
        return std::abs(percent - 50) / 5 * 10;
    }

    int size_;
    Modules modules_, taken_;
};

} // namespace

Modules encode(std::string_view text) {
    for (const Version& version : versions) {
        if (text.size() + 2 > static_cast<std::size_t>(version.data))
            continue;
        Drawing plain(version);
        plain.write(codewords(text, version));
        Drawing best = plain.masked(0);
        for (int mask = 1; mask < 8; ++mask)
            if (Drawing other = plain.masked(mask); other.penalty() < best.penalty())
                best = std::move(other);
        return std::move(best).modules();
    }
    return {};
}

std::vector<std::string> drawn(std::string_view text, Look look) {
    const Modules modules = encode(text);
    if (modules.empty())
        return {};
    const int size = static_cast<int>(modules.size()), quiet = look == Look::Ascii ? 2 : 4;
    const auto light = [&](int x, int y) {
        const bool inside = x >= 0 && x < size && y >= 0 && y < size;
        return !inside || !modules[static_cast<std::size_t>(y)][static_cast<std::size_t>(x)];
    };
    std::vector<std::string> lines;
    for (int y = -quiet; y < size + quiet; y += look == Look::Ascii ? 1 : 2) {
        std::string& line = lines.emplace_back();
        for (int x = -quiet; x < size + quiet; ++x) {
            const bool upper = light(x, y), lower = light(x, y + 1);
            if (look == Look::Ascii)
                line += upper ? "##" : "  ";
            else
                line += upper ? (lower ? "█" : "▀") : (lower ? "▄" : " ");
        }
    }
    return lines;
}

} // namespace jaipur::client::qr
