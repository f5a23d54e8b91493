#include "protocol/codec/json_reader.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace jaipur::protocol::json {

namespace {

// Builds values from what nlohmann's parser reports, and stops it at the first thing that is not
// allowed. The parser itself does not recurse, so depth is bounded by us and not by the stack.
class Builder {
  public:
    explicit Builder(int max_depth) : max_depth_(static_cast<std::size_t>(max_depth)) {}

    Value finish() { return std::move(root_); }

    bool null() { return add(nullptr); }

    bool boolean(bool value) { return add(value); }

    bool number_integer(std::int64_t value) { return add(value); }

    bool number_unsigned(std::uint64_t value) {
        constexpr std::uint64_t most = std::numeric_limits<std::int64_t>::max();
        return add(static_cast<std::int64_t>(std::min(value, most)));
    }

    bool number_float(double, const std::string& token) {
        if (token.find_first_of(".eE") != std::string::npos)
            return add(Fraction{});
        using Limits = std::numeric_limits<std::int64_t>;
        return add(token.front() == '-' ? Limits::min() : Limits::max());
    }

    bool string(std::string& text) { return add(std::move(text)); }

    bool binary(std::vector<std::uint8_t>&) { return false; } // not in JSON

    bool start_object(std::size_t) { return open(Object{}); }

    bool start_array(std::size_t) { return open(Array{}); }

    bool key(std::string& text) {
        key_ = std::move(text);
        return true;
    }

    bool end_object() {
        const auto& members = std::get<Object>(open_.back()->is);
        open_.pop_back();
        return distinct(members);
    }

    bool end_array() {
        open_.pop_back();
        return true;
    }

    template <class Exception>
    bool parse_error(std::size_t, const std::string&, const Exception&) {
        return false;
    }

  private:
    template <class T>
    bool add(T&& value) {
        place(Value{std::forward<T>(value)});
        return true;
    }

    template <class Container>
    bool open(Container container) {
        if (open_.size() == max_depth_)
            return false;
        open_.push_back(place(Value{std::move(container)}));
        return true;
    }

    // Where a value belongs: into the innermost container that is open. Its own container grows no
    // more while a value inside is open, so the pointers in `open_` stay good.
    Value* place(Value value) {
        if (open_.empty()) {
            root_ = std::move(value);
            return &root_;
        }
        if (auto* array = std::get_if<Array>(&open_.back()->is))
            return &array->emplace_back(std::move(value));
        auto& object = std::get<Object>(open_.back()->is);
        return &object.emplace_back(Member{std::move(key_), std::move(value)}).value;
    }

    bool distinct(const Object& members) {
        keys_.clear();
        for (const Member& member : members)
            keys_.push_back(member.key);
        std::sort(keys_.begin(), keys_.end());
        return std::adjacent_find(keys_.begin(), keys_.end()) == keys_.end();
    }

    std::size_t max_depth_;
    Value root_{nullptr};
    std::vector<Value*> open_;
    std::string key_;
    std::vector<std::string_view> keys_;
};

} // namespace

std::optional<Value> parse(std::string_view text, int max_depth) {
    // The parser would pass over a byte-order mark, and take a zero byte for the end.
    if (text.starts_with("\xEF\xBB\xBF") || text.find('\0') != std::string_view::npos)
        return std::nullopt;
    Builder builder(max_depth);
    if (!nlohmann::json::sax_parse(text.begin(), text.end(), &builder))
        return std::nullopt;
    return builder.finish();
}

std::int64_t Reading::integer(const Value& value, std::int64_t min, std::int64_t max) {
    const auto* number = std::get_if<std::int64_t>(&value.is);
    if (number != nullptr && *number >= min && *number <= max)
        return *number;
    fail();
    return min;
}

const std::string& Reading::text(const Value& value) {
    static const std::string none;
    if (const auto* text = std::get_if<std::string>(&value.is))
        return *text;
    fail();
    return none;
}

const Array& Reading::array(const Value& value) {
    static const Array none;
    if (const auto* items = std::get_if<Array>(&value.is))
        return *items;
    fail();
    return none;
}

const Object& Reading::object(const Value& value) {
    static const Object none;
    if (const auto* members = std::get_if<Object>(&value.is))
        return *members;
    fail();
    return none;
}

const Value* Fields::find(std::string_view key) {
    const auto member = std::ranges::find(*members_, key, &Member::key);
    if (member == members_->end())
        return nullptr;
    ++found_;
    return &member->value;
}

bool Fields::has(std::string_view key) const {
    return std::ranges::find(*members_, key, &Member::key) != members_->end();
}

} // namespace jaipur::protocol::json
