// Writes JSON straight into a string, without a document in between: a view goes out for every
// action to everybody, so this is where the server's time goes. Names of fields are literals of the
// codec; texts are escaped and must be valid UTF-8. Private to the codec.
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
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace jaipur::protocol::json {

class Writer {
  public:
    explicit Writer(std::size_t expected_size) : out_(expected_size, '\0') {}

    std::string finish() {
        out_.resize(size_);
        return std::move(out_);
    }

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

    void key(std::string_view name) {
        char* to = separated(name.size() + 3);
        *to++ = '"';
        to = copy(name, to);
        *to++ = '"';
        *to++ = ':';
        comma_ = false;
    }

    // A field of the object that is being written; `write` is found beside the Writer.
    template <class T>
    void field(std::string_view name, const T& value) {
        key(name);
        write(*this, value);
    }

    // A field that is left out where there is no value.
    template <class T>
    void optional_field(std::string_view name, const std::optional<T>& value) {
        if (value)
            field(name, *value);
    }

    // A value that needs no escaping: a number, a literal.
    void plain(std::string_view token) {
        copy(token, separated(token.size()));
        comma_ = true;
    }

    // A text that is known to need no escaping: a name of the protocol, hex.
    void word(std::string_view text) {
        char* to = separated(text.size() + 2);
        *to++ = '"';
        to = copy(text, to);
        *to = '"';
        comma_ = true;
    }

    void text(std::string_view utf8);

    template <std::integral Integer>
    void number(Integer value) {
        std::array<char, 24> digits;
        const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
        plain({digits.data(), static_cast<std::size_t>(end - digits.data())});
    }

  private:
    void open(char bracket) {
        *separated(1) = bracket;
        comma_ = false;
    }

    void close(char bracket) {
        *claim(1) = bracket;
        comma_ = true;
    }

    // Room for so many bytes at the end. The string is longer than what is written, so that
    // writing is no more than copying; `finish` cuts it.
    char* claim(std::size_t bytes) {
        if (out_.size() - size_ < bytes)
            out_.resize(2 * out_.size() + bytes);
        char* room = out_.data() + size_;
        size_ += bytes;
        return room;
    }

    // The same, behind a comma where a value stands before.
    char* separated(std::size_t bytes) {
        if (!comma_)
            return claim(bytes);
        char* room = claim(bytes + 1);
        *room = ',';
        return room + 1;
    }

    static char* copy(std::string_view from, char* to) {
        return std::copy(from.begin(), from.end(), to);
    }

    std::string out_;
    std::size_t size_ = 0;
    bool comma_ = false; // whether the next value follows another one
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

inline void write(Writer& w, std::nullptr_t) {
    w.plain("null");
}

inline void write(Writer& w, std::string_view text) {
    w.text(text);
}

inline void write(Writer& w, Seat seat) {
    w.number(index(seat));
}

template <std::size_t Size>
void write(Writer& w, const std::array<std::uint8_t, Size>& bytes) {
    w.word(hex(bytes));
}

// Whatever has a name on the wire: cards, goods, phases, reasons …
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
