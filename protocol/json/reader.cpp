#include "protocol/json/reader.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace jaipur::protocol::json {

namespace {

bool distinct(Items members) {
    constexpr std::size_t few = 8;
    if (members.size() <= few) {
        for (auto one = members.begin(); one != members.end(); ++one)
            for (auto other = members.begin(); other != one; ++other)
                if ((*one).key == (*other).key)
                    return false;
        return true;
    }
    std::vector<std::string_view> keys;
    for (const Value& member : members)
        keys.push_back(member.key);
    std::ranges::sort(keys);
    return std::ranges::adjacent_find(keys) == keys.end();
}

} // namespace

// Stores what nlohmann's parser reports, and stops it at the first violation. The parser doesn't
// recurse, so the stack doesn't limit the depth; `max_depth` does.
class Builder {
  public:
    Builder(std::size_t text_size, int max_depth)
        : max_depth_(static_cast<std::size_t>(max_depth)) {
        constexpr std::size_t usual = 32; // values
        document_.values_.reserve(usual);
        document_.texts_.reserve(text_size); // unescaping never lengthens a text
    }

    Document finish() { return std::move(document_); }

    bool null() { return add(Kind::Null, 0); }

    bool boolean(bool value) { return add(Kind::Boolean, value ? 1 : 0); }

    bool number_integer(std::int64_t value) { return add(Kind::Integer, value); }

    bool number_unsigned(std::uint64_t value) {
        constexpr std::uint64_t most = Range::max();
        return add(Kind::Integer, static_cast<std::int64_t>(std::min(value, most)));
    }

    bool number_float(double, const std::string& token) {
        if (token.find_first_of(".eE") != std::string::npos)
            return add(Kind::Fraction, 0);
        return add(Kind::Integer, token.front() == '-' ? Range::min() : Range::max());
    }

    bool string(const std::string& text) {
        const std::string_view kept = keep(text);
        add(Kind::Text, 0);
        document_.values_.back().text = kept;
        return true;
    }

    static bool binary(std::vector<std::uint8_t>&) { return false; } // not in JSON

    bool start_object(std::size_t) { return open(Kind::Object); }

    bool start_array(std::size_t) { return open(Kind::Array); }

    bool key(const std::string& text) {
        key_ = keep(text);
        return true;
    }

    bool end_object() { return distinct(Items(close())); }

    bool end_array() {
        close();
        return true;
    }

    template <class Exception>
    static bool parse_error(std::size_t, const std::string&, const Exception&) {
        return false;
    }

  private:
    using Kind = Value::Kind;
    using Range = std::numeric_limits<std::int64_t>;

    bool add(Kind kind, std::int64_t number) {
        if (!open_.empty())
            ++document_.values_[open_.back()].number;
        Value& value = document_.values_.emplace_back();
        value.key = std::exchange(key_, {});
        value.kind = kind;
        value.number = number;
        return true;
    }

    bool open(Kind kind) {
        if (open_.size() == max_depth_)
            return false;
        add(kind, 0);
        open_.push_back(document_.values_.size() - 1);
        return true;
    }

    const Value& close() {
        Value& container = document_.values_[open_.back()];
        container.extent = static_cast<std::uint32_t>(document_.values_.size() - open_.back());
        open_.pop_back();
        return container;
    }

    std::string_view keep(const std::string& text) {
        std::vector<char>& texts = document_.texts_;
        texts.insert(texts.end(), text.begin(), text.end());
        return {texts.data() + texts.size() - text.size(), text.size()};
    }

    std::size_t max_depth_;
    Document document_;
    std::vector<std::size_t> open_; // indexes of the containers not yet closed
    std::string_view key_;
};

std::optional<Document> parse(std::string_view text, int max_depth) {
    // The parser would skip a byte-order mark, and stop at a zero byte.
    if (text.starts_with("\xEF\xBB\xBF") || text.find('\0') != std::string_view::npos)
        return std::nullopt;
    Builder builder(text.size(), max_depth);
    if (!nlohmann::json::sax_parse(text.begin(), text.end(), &builder))
        return std::nullopt;
    return builder.finish();
}

std::int64_t Decoder::integer(const Value& value, std::int64_t min, std::int64_t max) {
    if (value.kind == Value::Kind::Integer && value.number >= min && value.number <= max)
        return value.number;
    fail();
    return min;
}

std::string_view Decoder::text(const Value& value) {
    if (value.kind == Value::Kind::Text)
        return value.text;
    fail();
    return {};
}

Items Decoder::array(const Value& value) {
    if (value.kind == Value::Kind::Array)
        return Items(value);
    fail();
    return {};
}

Items Decoder::object(const Value& value) {
    if (value.kind == Value::Kind::Object)
        return Items(value);
    fail();
    return {};
}

const Value* ObjectReader::find(std::string_view key) {
    for (const Value& member : members_)
        if (member.key == key) {
            ++found_;
            return &member;
        }
    return nullptr;
}

bool ObjectReader::has(std::string_view key) const {
    for (const Value& member : members_)
        if (member.key == key)
            return true;
    return false;
}

} // namespace jaipur::protocol::json
