#include "server/core/names/distinct.hpp"

#include "protocol/limits.hpp"
#include "protocol/text.hpp"
#include "server/core/names/look_alikes.hpp"

#include <algorithm>
#include <unordered_map>

namespace jaipur::server::core {

namespace {

const std::unordered_map<char32_t, std::u32string_view>& by_character() {
    static const auto table = [] {
        std::unordered_map<char32_t, std::u32string_view> result;
        for (const auto& [looks_like, characters] : look_alikes)
            for (const char32_t c : characters)
                result.emplace(c, looks_like);
        return result;
    }();
    return table;
}

std::string without_spaces_around(const std::u32string& points) {
    const auto shows = [](char32_t c) { return !protocol::is_blank(c); };
    const auto first = std::ranges::find_if(points, shows);
    const auto last = std::ranges::find_if(points.rbegin(), points.rend(), shows).base();
    std::string result;
    for (auto c = first; c < last; ++c)
        protocol::append_utf8(result, *c);
    return result;
}

std::string numbered(const std::string& name, int number) {
    const std::string behind = " " + std::to_string(number);
    std::u32string points = *protocol::code_points(name);
    const auto most = static_cast<std::size_t>(protocol::name_bounds.max) - behind.size();
    points.resize(std::min(points.size(), most));
    return without_spaces_around(points) + behind;
}

} // namespace

std::string plain_form(std::string_view name) {
    std::string result;
    for (const char32_t c : protocol::code_points(name).value_or(std::u32string())) {
        if (is_mark(c) || protocol::is_blank(c))
            continue;
        if (const auto known = by_character().find(c); known != by_character().end())
            for (const char32_t letter : known->second)
                protocol::append_utf8(result, letter);
        else
            protocol::append_utf8(result, c);
    }
    return result;
}

std::string distinct_name(const std::string& name, const std::vector<std::string>& taken) {
    const auto looks_taken = [&](const std::string& candidate) {
        return std::ranges::any_of(taken, [plain = plain_form(candidate)](const auto& other) {
            return plain_form(other) == plain;
        });
    };
    std::string result = name;
    for (int number = 2; looks_taken(result); ++number)
        result = numbered(name, number);
    return result;
}

} // namespace jaipur::server::core
