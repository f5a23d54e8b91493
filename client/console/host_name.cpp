#include "client/console/host_name.hpp"

#include "client/console/safe_text.hpp"
#include "protocol/text.hpp"

#include <algorithm>

namespace jaipur::client {

namespace {

bool is_ascii(std::string_view text) {
    return std::all_of(text.begin(), text.end(),
                       [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

// Name servers know only small letters. Of Latin-1, Latin Extended-A, Greek and Cyrillic.
char32_t small(char32_t c) {
    if ((c >= U'A' && c <= U'Z') || (c >= 0xC0 && c <= 0xDE && c != 0xD7) ||
        (c >= 0x391 && c <= 0x3A9) || (c >= 0x410 && c <= 0x42F))
        return c + 0x20;
    if (c >= 0x400 && c <= 0x40F)
        return c + 0x50;
    if (c >= 0x388 && c <= 0x38A)
        return c + 0x25;
    if (c == 0x386 || c == 0x38C)
        return c == 0x386 ? 0x3AC : 0x3CC;
    const bool even_is_capital = (c >= 0x100 && c <= 0x137) || (c >= 0x14A && c <= 0x177);
    const bool odd_is_capital = (c >= 0x139 && c <= 0x148) || (c >= 0x179 && c <= 0x17E);
    return (even_is_capital && c % 2 == 0) || (odd_is_capital && c % 2 == 1) ? c + 1 : c;
}

// The constants, names and steps are those of RFC 3492.
constexpr std::uint32_t base = 36, t_min = 1, t_max = 26, skew = 38, damp = 700;
constexpr std::uint32_t initial_bias = 72, initial_n = 0x80;

std::uint32_t adapt(std::uint32_t delta, std::uint32_t points, bool first) {
    delta = first ? delta / damp : delta / 2;
    delta += delta / points;
    std::uint32_t k = 0;
    for (; delta > (base - t_min) * t_max / 2; k += base)
        delta /= base - t_min;
    return k + (base - t_min + 1) * delta / (delta + skew);
}

char digit(std::uint32_t value) {
    return static_cast<char>(value < 26 ? 'a' + value : '0' + (value - 26));
}

void append_number(std::string& text, std::uint32_t delta, std::uint32_t bias) {
    for (std::uint32_t k = base;; k += base) {
        const std::uint32_t t = k <= bias ? t_min : std::min(k - bias, t_max);
        if (delta < t)
            break;
        text += digit(t + (delta - t) % (base - t));
        delta = (delta - t) / (base - t);
    }
    text += digit(delta);
}

// At most 63 code points, so nothing overflows.
std::string punycode(const std::u32string& label) {
    std::string result;
    for (const char32_t c : label)
        if (c < initial_n)
            result += static_cast<char>(c);
    const auto basic = static_cast<std::uint32_t>(result.size());
    if (basic > 0)
        result += '-';
    std::uint32_t n = initial_n, delta = 0, bias = initial_bias;
    for (std::uint32_t done = basic; done < label.size(); ++delta, ++n) {
        char32_t next = 0x110000;
        for (const char32_t c : label)
            if (c >= n)
                next = std::min(next, c);
        delta += (next - n) * (done + 1);
        n = next;
        for (const char32_t c : label) {
            delta += c < n ? 1 : 0;
            if (c != n)
                continue;
            append_number(result, delta, bias);
            bias = adapt(delta, done + 1, done == basic);
            delta = 0;
            ++done;
        }
    }
    return result;
}

} // namespace

std::optional<std::string> ascii_host(std::string_view host) {
    constexpr std::size_t longest_label = 63;
    if (is_ascii(host))
        return std::string(host);
    std::string result;
    for (;;) {
        const std::size_t dot = std::min(host.find('.'), host.size());
        const std::string_view label = host.substr(0, dot);
        auto letters = protocol::code_points(label);
        if (!letters || letters->size() > longest_label)
            return std::nullopt;
        std::transform(letters->begin(), letters->end(), letters->begin(), small);
        result += is_ascii(label) ? lower(label) : "xn--" + punycode(*letters);
        if (dot == host.size())
            return result;
        result += '.';
        host.remove_prefix(dot + 1);
    }
}

} // namespace jaipur::client
