// Writes JSON directly into a string, without a document in between: each action sends everybody a
// view, so the server spends most of its time here. Field names are literals of the codec; texts
// are escaped and must be valid UTF-8. Private to codecs.
#pragma once

#include "common/fixed_vector.hpp"
#include "common/seat.hpp"
#include "protocol/fair.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace jaipur::protocol::json {

// A key, quoted at compile time.
template <std::size_t Size>
class Key {
  public:
    constexpr explicit Key(const char (&text)[Size]) {
        quoted_.front() = '"';
        std::copy_n(text, Size - 1, quoted_.begin() + 1);
        quoted_[Size] = '"';
        quoted_[Size + 1] = ':';
    }

    constexpr std::string_view text() const { return {quoted_.data() + 1, Size - 1}; }

    constexpr std::string_view quoted() const { return {quoted_.data(), Size + 2}; }

  private:
    std::array<char, Size + 2> quoted_{};
};

class Writer {
  public:
    Writer() = default;
    ~Writer() = default;
    Writer(const Writer&) = delete;
    Writer& operator=(const Writer&) = delete;

    // The one value that has been written.
    std::string finish() const { return std::string(since(0)); }

    std::size_t size() const { return static_cast<std::size_t>(to_ - start_); }

    // The value that has been written from there on.
    std::string_view since(std::size_t size) const { return {start_ + size, to_ - 1}; }

    template <class Fields>
    void object(Fields fields) {
        open('{');
        fields();
        close('}');
    }

    template <class Items, class Each>
    void array(const Items& items, Each each) {
        open('[');
        for (const auto& item : items)
            each(item);
        close(']');
    }

    template <std::size_t Size>
    void key(const Key<Size>& key) {
        to_ = copy(key.quoted(), claim(key.quoted().size()));
    }

    void key(std::string_view name) {
        char* to = claim(name.size() + 3);
        *to++ = '"';
        to = copy(name, to);
        *to++ = '"';
        *to++ = ':';
        to_ = to;
    }

    // A field of the current object; finds `write` by argument-dependent lookup.
    template <class T>
    void field(std::string_view name, const T& value) {
        key(name);
        write(*this, value);
    }

    // A value that is JSON already: a literal, or what `since` returned.
    void plain(std::string_view token) {
        char* to = copy(token, claim(token.size() + 1));
        *to++ = ',';
        to_ = to;
    }

    // A text that needs no escaping: a name in the protocol.
    void word(std::string_view text) {
        char* to = claim(text.size() + 3);
        *to++ = '"';
        to = copy(text, to);
        *to++ = '"';
        *to++ = ',';
        to_ = to;
    }

    void text(std::string_view utf8);
    void hex(std::span<const std::uint8_t> bytes);

    template <std::integral Integer>
    void number(Integer value) {
        constexpr std::size_t longest = 21;
        char* to = claim(longest + 1);
        if (value >= 0 && value < 10) // like nearly all numbers in a view
            *to++ = static_cast<char>('0' + value);
        else
            to = std::to_chars(to, to + longest, value).ptr;
        *to++ = ',';
        to_ = to;
    }

  private:
    void open(char bracket) {
        char* to = claim(1);
        *to++ = bracket;
        to_ = to;
    }

    void close(char bracket) {
        char* to = claim(2);
        if (to[-1] == ',') // after the last value inside
            --to;
        *to++ = bracket;
        *to++ = ',';
        to_ = to;
    }

    // Where to write this many bytes. Every value ends with a comma for the next one; the end of
    // its container removes it.
    char* claim(std::size_t bytes) {
        if (static_cast<std::size_t>(end_ - to_) < bytes)
            grow(bytes);
        return to_;
    }

    void grow(std::size_t bytes);

    static char* copy(std::string_view from, char* to) {
        std::memcpy(to, from.data(), from.size()); // inlined for a key, unlike std::copy
        return to + from.size();
    }

    std::array<char, 4096> small_; // enough for most messages
    std::vector<char> large_;
    char* start_ = small_.data();
    char* to_ = start_;
    char* end_ = start_ + small_.size();
};

template <std::integral T>
    requires(!std::same_as<T, bool>)
void write(Writer& w, T value) {
    w.number(value);
}

template <std::same_as<bool> T>
void write(Writer& w, T value) {
    w.plain(value ? "true" : "false");
}

inline void write(Writer& w, std::string_view text) {
    w.text(text);
}

inline void write(Writer& w, Seat seat) {
    w.number(index(seat));
}

template <std::size_t Size>
void write(Writer& w, const std::array<std::uint8_t, Size>& bytes) {
    w.hex(bytes);
}

// Anything with a name on the wire: cards, goods, phases, reasons …
template <class Enum>
    requires requires(Enum value) {
        { name(value) } -> std::same_as<std::string_view>;
    }
void write(Writer& w, Enum value) {
    w.word(name(value));
}

template <class T>
void write(Writer& w, const std::optional<T>& value) {
    if (value)
        write(w, *value);
    else
        w.plain("null");
}

template <class T>
void write(Writer& w, const std::vector<T>& items) {
    w.array(items, [&w](const T& item) { write(w, item); });
}

template <class T, std::size_t Capacity>
void write(Writer& w, const FixedVector<T, Capacity>& items) {
    w.array(items, [&w](const T& item) { write(w, item); });
}

template <class T>
void write(Writer& w, const PerSeat<T>& both) {
    w.array(both.values, [&w](const T& item) { write(w, item); });
}

} // namespace jaipur::protocol::json
