// One table of fields per struct, used for both writing and reading:
//
//   template <>
//   inline constexpr std::tuple members<GoodsToken>{field("good", &GoodsToken::good),
//                                                   field("value", &GoodsToken::value)};
//
// The entries of a table are `field`, its variants below, or anything else that has
// `write(Writer&, const Owner&)` and `read(ObjectReader&, Owner&)`. Private to codecs.
#pragma once

#include "protocol/json/reader.hpp"
#include "protocol/json/writer.hpp"

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <variant>

namespace jaipur::protocol::json {

struct NoTable {};

template <class T>
constexpr NoTable members{};

template <class T>
concept Described = !std::same_as<std::remove_cv_t<decltype(members<T>)>, NoTable>;

// ---- how a value is written and read -----------------------------------------------------------

template <class T>
void write_value(Writer& w, const T& value) {
    write(w, value);
}

template <class T>
void read_value(Decoder& d, const Value& value, T& out) {
    read(d, value, out);
}

// By its type; a table can name another struct with the same two functions.
struct AsItIs {
    template <class T>
    static void write(Writer& w, const T& value) {
        write_value(w, value);
    }

    template <class T>
    static void read(Decoder& d, const Value& value, T& out) {
        read_value(d, value, out);
    }
};

// ---- entries of a table ------------------------------------------------------------------------

enum class Presence : std::uint8_t { Required, Defaulted, Optional, Nullable };

template <Presence Kind, std::size_t Size, class Member, class How>
class Field {
  public:
    constexpr Field(const char (&key)[Size], Member member) : key_(key), member_(member) {}

    template <class Owner>
    void write(Writer& w, const Owner& owner) const {
        const auto& value = std::invoke(member_, owner);
        if constexpr (may_be_left_out) {
            if (value == std::remove_cvref_t<decltype(value)>{})
                return;
            w.key(key_);
            How::write(w, content(value));
        } else {
            w.key(key_);
            How::write(w, value);
        }
    }

    template <class Owner>
    void read(ObjectReader& from, Owner& owner) const {
        auto& out = std::invoke(member_, owner);
        const Value* value = from.find(key_.text());
        if (value == nullptr) {
            if (Kind == Presence::Required)
                from.decoder().fail();
        } else if constexpr (!may_be_left_out) {
            How::read(from.decoder(), *value, out);
        } else if (Kind != Presence::Nullable || !value->is_null()) {
            How::read(from.decoder(), *value, filled(out));
        }
    }

  private:
    static constexpr bool may_be_left_out =
        Kind == Presence::Optional || Kind == Presence::Nullable;

    template <class T>
    static const T& content(const std::optional<T>& value) {
        return *value;
    }

    template <class T>
    static const T& content(const T& value) {
        return value; // NOLINT: the owner outlives it
    }

    template <class T>
    static T& filled(std::optional<T>& value) {
        return value.emplace();
    }

    template <class T>
    static T& filled(T& value) {
        return value;
    }

    Key<Size> key_;
    Member member_; // a pointer to member, or a function from the owner
};

// Required.
template <std::size_t Size, class Member, class How = AsItIs>
constexpr auto field(const char (&key)[Size], Member member, How = {}) {
    return Field<Presence::Required, Size, Member, How>(key, member);
}

// Always written; if it is missing, the struct's default holds.
template <std::size_t Size, class Member, class How = AsItIs>
constexpr auto defaulted(const char (&key)[Size], Member member, How = {}) {
    return Field<Presence::Defaulted, Size, Member, How>(key, member);
}

// Left out if it has no value or its type's default; null is refused.
template <std::size_t Size, class Member, class How = AsItIs>
constexpr auto optional(const char (&key)[Size], Member member, How = {}) {
    return Field<Presence::Optional, Size, Member, How>(key, member);
}

// Like `optional`, but null is accepted.
template <std::size_t Size, class Member, class How = AsItIs>
constexpr auto nullable(const char (&key)[Size], Member member, How = {}) {
    return Field<Presence::Nullable, Size, Member, How>(key, member);
}

// The first entry of a variant's alternative: its name in "type".
struct TypeName {
    std::string_view name;

    template <class Owner>
    static void write(Writer&, const Owner&) {}

    template <class Owner>
    static void read(ObjectReader&, Owner&) {}
};

constexpr TypeName type(std::string_view name) {
    return {name};
}

template <class T>
constexpr std::string_view type_name = std::get<0>(members<T>).name;

// ---- structs -----------------------------------------------------------------------------------

template <class T>
using Entries = std::remove_cv_t<decltype(members<T>)>;

// How many members T has if none is missing from its table: one per entry, unless a specialization
// says otherwise.
template <class T>
constexpr std::size_t expected_members =
    std::tuple_size_v<Entries<T>> -
    (std::same_as<std::tuple_element_t<0, Entries<T>>, TypeName> ? 1 : 0);

// Can initialize any member.
struct Anything {
    template <class T>
    operator T() const; // NOLINT: an initializer converts implicitly
};

template <class T, class... Members>
constexpr std::size_t member_count() {
    if constexpr (requires { T{Members{}..., Anything{}}; })
        return member_count<T, Members..., Anything>();
    else
        return sizeof...(Members);
}

template <class T>
constexpr const Entries<T>& table() {
    static_assert(expected_members<T> == member_count<T>(), "a member is missing from its table");
    return members<T>;
}

template <class T>
void write_members(Writer& w, const T& value) {
    if constexpr (!std::is_empty_v<T>)
        std::apply([&](const auto&... each) { (each.write(w, value), ...); }, table<T>());
}

template <class T>
void read_members(ObjectReader& from, T& out) {
    if constexpr (!std::is_empty_v<T>)
        std::apply([&](const auto&... each) { (each.read(from, out), ...); }, table<T>());
}

template <Described T>
void write(Writer& w, const T& value) {
    w.object([&] { write_members(w, value); });
}

template <Described T>
void read(Decoder& d, const Value& value, T& out) {
    ObjectReader from(d, value);
    read_members(from, out);
    from.close();
}

// ---- variants, tagged with a type name ---------------------------------------------------------

template <class... Ts>
void write_alternative(Writer& w, std::string_view key, const std::variant<Ts...>& value) {
    const auto write_one = [&]<class T>(const T& one) {
        w.key(key);
        w.word(type_name<T>);
        write_members(w, one);
    };
    std::visit(write_one, value);
}

// False if no alternative has this name.
template <class... Ts>
bool read_alternative(ObjectReader& from, std::string_view name, std::variant<Ts...>& out) {
    return ((name == type_name<Ts> && (read_members(from, out.template emplace<Ts>()), true)) ||
            ...);
}

template <class... Ts>
void write(Writer& w, const std::variant<Ts...>& value) {
    w.object([&] { write_alternative(w, "type", value); });
}

template <class... Ts>
void read(Decoder& d, const Value& value, std::variant<Ts...>& out) {
    ObjectReader from(d, value);
    std::string_view name;
    from.required("type", name);
    if (!read_alternative(from, name, out))
        d.fail();
    from.close();
}

} // namespace jaipur::protocol::json
