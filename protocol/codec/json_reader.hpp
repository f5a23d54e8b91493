// JSON as values, and checked access to them: what is not there, of another type or out of range
// makes the whole reading fail, without an exception and without repeating what came. Private to
// the codec; which library parses is known to json_reader.cpp alone.
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
#include <variant>
#include <vector>

namespace jaipur::protocol::json {

struct Value;
struct Member;
using Array = std::vector<Value>;
using Object = std::vector<Member>; // keys are distinct

// A number with a fraction or an exponent: the protocol has none.
struct Fraction {};

struct Value {
    // Integers beyond 64 bits stand at the end of the range on their side.
    std::variant<std::nullptr_t, bool, std::int64_t, Fraction, std::string, Array, Object> is;

    bool is_null() const { return std::holds_alternative<std::nullptr_t>(is); }
};

struct Member {
    std::string key;
    Value value;
};

// The largest integer that every JSON reader takes exactly; the protocol has none beyond it.
inline constexpr std::int64_t max_integer = (std::int64_t{1} << 53) - 1;

// Strict JSON: nothing around the one value, valid UTF-8, no byte-order mark, no key twice, not
// nested deeper than `max_depth`.
std::optional<Value> parse(std::string_view text, int max_depth);

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
    const std::string& text(const Value& value);
    const Array& array(const Value& value);
    const Object& object(const Value& value);

  private:
    Unknown unknown_;
    bool good_ = true;
};

// The fields of one object. Each may be asked for once.
class Fields {
  public:
    Fields(Reading& reading, const Value& object)
        : reading_(&reading), members_(&reading.object(object)) {}

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
        if (reading_->unknown() == Unknown::Refused && found_ != members_->size())
            reading_->fail();
    }

  private:
    Reading* reading_;
    const Object* members_;
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
    if (const bool* flag = std::get_if<bool>(&value.is))
        out = *flag;
    else
        r.fail();
}

inline void read(Reading& r, const Value& value, std::string& out) {
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
    const std::string& word = r.text(value);
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
    const Array& items = r.array(value);
    if (items.size() != out.values.size())
        return r.fail();
    for (Seat seat : all_seats)
        read(r, items[index(seat)], out[seat]);
}

} // namespace jaipur::protocol::json
