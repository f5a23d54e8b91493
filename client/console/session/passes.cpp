#include "client/console/session/passes.hpp"

#include "protocol/hash.hpp"

#include <map>
#include <sstream>

namespace jaipur::client::session {

std::string to_text(const Pass& pass) {
    return "jaipur-pass 1\nserver " + pass.server + "\npass " +
           (pass.secret ? protocol::base64url(*pass.secret) : "-") + "\nworked " +
           (pass.is_accepted || pass.has_ended ? "yes" : "no") + "\n";
}

// Reads leniently, writes the result again and compares: only what `to_text` writes is a pass.
std::optional<Pass> pass_from(std::string_view text) {
    std::map<std::string, std::string> values;
    std::istringstream lines{std::string(text)};
    for (std::string key, value; std::getline(lines, key, ' ') && std::getline(lines, value);)
        values[key] = value;
    const auto secret = protocol::from_base64url<32>(values["pass"]);
    const bool worked = values["worked"] == "yes";
    const Pass pass{values["server"], secret, secret && worked, !secret && worked};
    return to_text(pass) == text ? std::optional(pass) : std::nullopt;
}

} // namespace jaipur::client::session
