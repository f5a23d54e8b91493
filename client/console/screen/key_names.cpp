// Names of keys and views in the user's language.
#include "client/console/screen/ui.hpp"
#include "client/console/translation.hpp"

#include <algorithm>
#include <array>

namespace jaipur::client::screen {

std::string title(AfterRound shown) {
    return shown == AfterRound::Summary ? _("summary") : _("board");
}

std::string key_names(std::string_view keys) {
    constexpr std::array named{
        p_mark("a key", "Enter"), p_mark("a key", "Space"), p_mark("a key", "Esc"),
        p_mark("a key", "PgUp"),  p_mark("a key", "PgDn"),  p_mark("a key", "Home"),
        p_mark("a key", "End"),   p_mark("a key", "Del"),   p_mark("a key", "Backspace")};
    std::string result;
    while (!keys.empty()) {
        const std::size_t end = std::min(keys.find(' '), keys.size());
        const std::string_view key = keys.substr(0, end);
        const auto* const found =
            std::ranges::find(named, key, [](const char* name) { return std::string_view(name); });
        result += (result.empty() ? "" : " ") +
                  (found == named.end() ? std::string(key) : p_("a key", *found));
        keys.remove_prefix(std::min(end + 1, keys.size()));
    }
    return result;
}

} // namespace jaipur::client::screen
