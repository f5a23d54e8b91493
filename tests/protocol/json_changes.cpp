#include "tests/protocol/json_changes.hpp"

#include <algorithm>
#include <string_view>

namespace jaipur::test {

using nlohmann::ordered_json;
using Pointer = ordered_json::json_pointer;

std::string mutated(std::string text, Random& random) {
    const auto up_to = [&](std::size_t most) { return random.below(most + 1); };
    constexpr std::string_view likely = "{}[]\",:\\0129-.eE+ntfu\x80\xed\xff ";
    for (std::size_t changes = 1 + up_to(3); changes > 0; --changes) {
        const std::size_t at = up_to(text.size());
        const std::size_t length = std::min(up_to(12), text.size() - at);
        switch (up_to(4)) {
        case 0:
            if (at < text.size())
                text[at] = static_cast<char>(up_to(255));
            break;
        case 1:
            if (at < text.size())
                text[at] = likely[up_to(likely.size() - 1)];
            break;
        case 2:
            text.erase(at, length);
            break;
        case 3:
            text.insert(text.begin() + static_cast<std::ptrdiff_t>(at),
                        likely[up_to(likely.size() - 1)]);
            break;
        default: {
            const std::string piece = text.substr(at, length);
            text.insert(up_to(text.size()), piece);
        }
        }
    }
    return text;
}

namespace {

void visit(const ordered_json& value, const Pointer& place,
           const std::function<void(const Pointer&)>& each) {
    each(place);
    if (value.is_object()) {
        for (const auto& [key, member] : value.items())
            visit(member, place / key, each);
    } else if (value.is_array()) {
        for (std::size_t i = 0; i < value.size(); ++i)
            visit(value[i], place / i, each);
    }
}

} // namespace

void for_each_value(const ordered_json& value, const std::function<void(const Pointer&)>& each) {
    visit(value, Pointer(), each);
}

} // namespace jaipur::test
