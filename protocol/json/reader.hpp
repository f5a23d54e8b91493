// JSON as values, and checked access to them: a value that is missing, out of range or of another
// type makes the whole reading fail, without an exception and without repeating input. Private to
// codecs.
#pragma once

#include "common/fixed_vector.hpp"
#include "common/seat.hpp"
#include "protocol/fair.hpp"

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace jaipur::protocol::json {

// The values of a text are stored in sequence, each container before its contents.
struct Value {
    // Fraction: a number with a fraction or an exponent; the protocol doesn't use them.
    enum class Kind : std::uint8_t { Null, Boolean, Integer, Fraction, Text, Array, Object };

    std::string_view key;  // if it is in an object
    std::string_view text; // of a Text
    // An Integer (clamped to 64 bits), a Boolean as 0 or 1, or the number of items of an Array or
    // Object.
    std::int64_t number = 0;
    std::uint32_t extent = 1; // how many values it and its contents are
    Kind kind = Kind::Null;

    bool is_null() const { return kind == Kind::Null; }
};

// The items of an array, or the members of an object, which have distinct keys.
class Items {
  public:
    class Iterator {
      public:
        explicit Iterator(const Value* at) : at_(at) {}

        const Value& operator*() const { return *at_; }

        Iterator& operator++() {
            at_ += at_->extent;
            return *this;
        }

        friend bool operator==(Iterator, Iterator) = default;

      private:
        const Value* at_;
    };

    Items() = default;

    explicit Items(const Value& container)
        : first_(&container + 1), end_(&container + container.extent),
          size_(static_cast<std::size_t>(container.number)) {}

    Iterator begin() const { return Iterator(first_); }

    Iterator end() const { return Iterator(end_); }

    std::size_t size() const { return size_; }

  private:
    const Value* first_ = nullptr;
    const Value* end_ = nullptr;
    std::size_t size_ = 0;
};

// The values of a text, and their texts. Can't be copied, because values point to the texts.
class Document {
  public:
    Document(const Document&) = delete;
    Document& operator=(const Document&) = delete;
    Document(Document&&) = default;
    Document& operator=(Document&&) = default;
    ~Document() = default;

    const Value& root() const { return values_.front(); }

  private:
    friend class Builder;

    Document() = default;

    std::vector<Value> values_;
    std::vector<char> texts_;
};

// The largest integer that every JSON reader reads exactly; the protocol uses no larger ones.
inline constexpr std::int64_t max_integer = (std::int64_t{1} << 53) - 1;

// Strict JSON: a single value, valid UTF-8, no byte-order mark, no duplicate keys, nested at most
// `max_depth` deep, numbers within the range of a double.
std::optional<Document> parse(std::string_view text, int max_depth);

// Unknown fields: the server refuses them; clients ignore them, so that servers can add some.
enum class Unknown : std::uint8_t { Refused, Ignored };

// Reads the values of one message, and remembers whether all were valid.
class Decoder {
  public:
    explicit Decoder(Unknown unknown) : unknown_(unknown) {}

    Unknown unknown() const { return unknown_; }

    bool good() const { return good_; }

    void fail() { good_ = false; }

    // For a malformed text: requests have error codes for that.
    void misspelt() { well_spelt_ = false; }

    bool well_spelt() const { return well_spelt_; }

    // Both ends of the range are included.
    std::int64_t integer(const Value& value, std::int64_t min, std::int64_t max);
    std::string_view text(const Value& value);
    Items array(const Value& value);
    Items object(const Value& value);

  private:
    Unknown unknown_;
    bool good_ = true, well_spelt_ = true;
};

// The fields of one object. Ask for each at most once.
class ObjectReader {
  public:
    ObjectReader(Decoder& decoder, const Value& object)
        : decoder_(&decoder), members_(decoder.object(object)) {}

    Decoder& decoder() const { return *decoder_; }

    // Null if there is no such field.
    const Value* find(std::string_view key);

    // Doesn't count as asking for the field.
    bool has(std::string_view key) const;

    template <class T>
    void required(std::string_view key, T& out) {
        if (const Value* value = find(key))
            read(*decoder_, *value, out);
        else
            decoder_->fail();
    }

    // Call it after asking for all known fields: any other field is unknown.
    void close() {
        if (decoder_->unknown() == Unknown::Refused && found_ != members_.size())
            decoder_->fail();
    }

  private:
    Decoder* decoder_;
    Items members_;
    std::size_t found_ = 0;
};

template <std::integral T>
    requires(!std::same_as<T, bool>)
void read(Decoder& d, const Value& value, T& out) {
    constexpr std::int64_t limit = max_integer; // also for unsigned 64 bits
    constexpr auto lowest = std::numeric_limits<T>::lowest();
    constexpr auto highest = std::numeric_limits<T>::max();
    constexpr std::int64_t min = std::cmp_less(lowest, -limit) ? -limit : std::int64_t{lowest};
    constexpr std::int64_t max =
        std::cmp_greater(highest, limit) ? limit : static_cast<std::int64_t>(highest);
    out = static_cast<T>(d.integer(value, min, max));
}

inline void read(Decoder& d, const Value& value, bool& out) {
    if (value.kind == Value::Kind::Boolean)
        out = value.number != 0;
    else
        d.fail();
}

inline void read(Decoder& d, const Value& value, std::string& out) {
    out = d.text(value);
}

// Valid as long as the document.
inline void read(Decoder& d, const Value& value, std::string_view& out) {
    out = d.text(value);
}

inline void read(Decoder& d, const Value& value, Seat& out) {
    out = d.integer(value, 0, 1) == 0 ? Seat::Zero : Seat::One;
}

template <std::size_t Size>
void read(Decoder& d, const Value& value, std::array<std::uint8_t, Size>& out) {
    if (const auto bytes = from_hex<Size>(d.text(value)))
        out = *bytes;
    else
        d.fail();
}

// The last enumerator of an enum that is read by name; all from 0 on have names.
template <class Enum>
constexpr std::nullptr_t last{};

template <class Enum>
    requires std::same_as<std::remove_cv_t<decltype(last<Enum>)>, Enum>
void read(Decoder& d, const Value& value, Enum& out) {
    const std::string_view word = d.text(value);
    for (std::size_t i = 0; i <= static_cast<std::size_t>(last<Enum>); ++i) {
        if (name(static_cast<Enum>(i)) == word) {
            out = static_cast<Enum>(i);
            return;
        }
    }
    d.fail();
}

template <class T>
void read(Decoder& d, const Value& value, std::optional<T>& out) {
    if (value.is_null())
        out.reset();
    else
        read(d, value, out.emplace());
}

template <class T>
void read(Decoder& d, const Value& value, std::vector<T>& out) {
    out.clear();
    for (const Value& item : d.array(value))
        read(d, item, out.emplace_back());
}

template <class T, std::size_t Capacity>
void read(Decoder& d, const Value& value, FixedVector<T, Capacity>& out) {
    out.clear();
    for (const Value& item : d.array(value)) {
        if (out.full())
            return d.fail();
        T element{};
        read(d, item, element);
        out.push_back(element);
    }
}

template <class T>
void read(Decoder& d, const Value& value, PerSeat<T>& out) {
    const Items items = d.array(value);
    if (items.size() != out.values.size())
        return d.fail();
    auto item = items.begin();
    for (Seat seat : all_seats) {
        read(d, *item, out[seat]);
        ++item;
    }
}

} // namespace jaipur::protocol::json
