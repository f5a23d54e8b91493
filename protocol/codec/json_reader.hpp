// JSON as values, and checked access to them: what is not there, of another type or out of range
// makes the whole reading fail, without an exception and without repeating what came. Private to
// the codec.
#pragma once

#include "common/card.hpp"
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
#include <utility>
#include <vector>

namespace jaipur::protocol::json {

// The values of a text lie one after the other, each container before what is in it.
struct Value {
    // Fraction: a number with a fraction or an exponent, of which the protocol has none.
    enum class Kind : std::uint8_t { Null, Boolean, Integer, Fraction, Text, Array, Object };

    std::string_view key;  // where it stands in an object
    std::string_view text; // of a Text
    // An Integer (beyond 64 bits: the end of the range on its side), a Boolean as 0 or 1; how many
    // items an Array or Object has.
    std::int64_t number = 0;
    std::uint32_t extent = 1; // so many values are it and what is in it
    Kind kind = Kind::Null;

    bool is_null() const { return kind == Kind::Null; }
};

// What is in an array, or in an object, where keys are distinct.
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

// The values of a text, and what they say. To be moved, not copied: values see the texts where they
// lie.
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

// The largest integer that every JSON reader takes exactly; the protocol has none beyond it.
inline constexpr std::int64_t max_integer = (std::int64_t{1} << 53) - 1;

// Strict JSON: nothing around the one value, valid UTF-8, no byte-order mark, no key twice, not
// nested deeper than `max_depth`, no number beyond what a double holds.
std::optional<Document> parse(std::string_view text, int max_depth);

// Fields that a reader does not know: the server refuses them, clients let a server grow.
enum class Unknown : std::uint8_t { Refused, PassedOver };

// What is read of one message, and whether it was all as it should be.
class Reading {
  public:
    explicit Reading(Unknown unknown) : unknown_(unknown) {}

    Unknown unknown() const { return unknown_; }

    bool good() const { return good_; }

    void fail() { good_ = false; }

    // A range, both ends included.
    std::int64_t integer(const Value& value, std::int64_t min, std::int64_t max);
    std::string_view text(const Value& value);
    Items array(const Value& value);
    Items object(const Value& value);

  private:
    Unknown unknown_;
    bool good_ = true;
};

// The fields of one object. Each may be asked for once.
class Fields {
  public:
    Fields(Reading& reading, const Value& object)
        : reading_(&reading), members_(reading.object(object)) {}

    Reading& reading() const { return *reading_; }

    // Null where there is no such field.
    const Value* find(std::string_view key);

    // Only looks; the field is still to be asked for.
    bool has(std::string_view key) const;

    template <class T>
    void required(std::string_view key, T& out) {
        if (const Value* value = find(key))
            read(*reading_, *value, out);
        else
            reading_->fail();
    }

    // As `required`, by a function of the same shape as `read`.
    template <class T>
    void required_by(std::string_view key, T& out, void (*reader)(Reading&, const Value&, T&)) {
        if (const Value* value = find(key))
            reader(*reading_, *value, out);
        else
            reading_->fail();
    }

    void required_integer(std::string_view key, int min, int max, int& out) {
        if (const Value* value = find(key))
            out = static_cast<int>(reading_->integer(*value, min, max));
        else
            reading_->fail();
    }

    // Left as it is where there is no such field; for std::optional, null is refused.
    template <class T>
    void optional(std::string_view key, T& out) {
        if (const Value* value = find(key))
            read(*reading_, *value, out);
    }

    template <class T>
    void optional(std::string_view key, std::optional<T>& out) {
        if (const Value* value = find(key))
            read(*reading_, *value, out.emplace());
    }

    // May be null, and may be absent, which is the same.
    template <class T>
    void nullable(std::string_view key, std::optional<T>& out) {
        const Value* value = find(key);
        if (value != nullptr && !value->is_null())
            read(*reading_, *value, out.emplace());
    }

    void optional_integer(std::string_view key, int min, int max, int& out) {
        if (const Value* value = find(key))
            out = static_cast<int>(reading_->integer(*value, min, max));
    }

    // All has been asked for: what else there is is unknown.
    void close() {
        if (reading_->unknown() == Unknown::Refused && found_ != members_.size())
            reading_->fail();
    }

  private:
    Reading* reading_;
    Items members_;
    std::size_t found_ = 0;
};

template <std::integral T>
    requires(!std::same_as<T, bool>)
void read(Reading& r, const Value& value, T& out) {
    constexpr std::int64_t limit = max_integer; // also of unsigned 64 bits
    constexpr auto lowest = std::numeric_limits<T>::lowest();
    constexpr auto highest = std::numeric_limits<T>::max();
    constexpr std::int64_t min = std::cmp_less(lowest, -limit) ? -limit : std::int64_t{lowest};
    constexpr std::int64_t max =
        std::cmp_greater(highest, limit) ? limit : static_cast<std::int64_t>(highest);
    out = static_cast<T>(r.integer(value, min, max));
}

inline void read(Reading& r, const Value& value, bool& out) {
    if (value.kind == Value::Kind::Boolean)
        out = value.number != 0;
    else
        r.fail();
}

inline void read(Reading& r, const Value& value, std::string& out) {
    out = r.text(value);
}

// As long as the text that is read is there.
inline void read(Reading& r, const Value& value, std::string_view& out) {
    out = r.text(value);
}

inline void read(Reading& r, const Value& value, Seat& out) {
    out = r.integer(value, 0, 1) == 0 ? Seat::Zero : Seat::One;
}

template <std::size_t Size>
void read(Reading& r, const Value& value, std::array<std::uint8_t, Size>& out) {
    if (const auto bytes = from_hex<Size>(r.text(value)))
        out = *bytes;
    else
        r.fail();
}

// The enumerator from 0 to `last` whose name this is.
template <class Enum>
void read_named(Reading& r, const Value& value, Enum last, Enum& out) {
    const std::string_view word = r.text(value);
    for (std::size_t i = 0; i <= static_cast<std::size_t>(last); ++i) {
        if (name(static_cast<Enum>(i)) == word) {
            out = static_cast<Enum>(i);
            return;
        }
    }
    r.fail();
}

inline void read(Reading& r, const Value& value, Card& out) {
    read_named(r, value, Card::Camel, out);
}

inline void read(Reading& r, const Value& value, Good& out) {
    read_named(r, value, Good::Leather, out);
}

template <class T>
void read(Reading& r, const Value& value, std::optional<T>& out) {
    if (value.is_null())
        out.reset();
    else
        read(r, value, out.emplace());
}

template <class T>
void read(Reading& r, const Value& value, std::vector<T>& out) {
    out.clear();
    for (const Value& item : r.array(value))
        read(r, item, out.emplace_back());
}

template <class T, std::size_t Capacity>
void read(Reading& r, const Value& value, FixedVector<T, Capacity>& out) {
    out.clear();
    for (const Value& item : r.array(value)) {
        if (out.full())
            return r.fail();
        T element{};
        read(r, item, element);
        out.push_back(element);
    }
}

template <class T>
void read(Reading& r, const Value& value, PerSeat<T>& out) {
    const Items items = r.array(value);
    if (items.size() != out.values.size())
        return r.fail();
    auto item = items.begin();
    for (Seat seat : all_seats) {
        read(r, *item, out[seat]);
        ++item;
    }
}

} // namespace jaipur::protocol::json
