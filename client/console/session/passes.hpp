// The passes that let this user into private servers. They outlive the program. It must not know
// where they are kept.
#pragma once

#include "protocol/fair.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace jaipur::client::session {

struct Pass {
    std::string server; // as `text_of` writes its address
    std::optional<protocol::Secret> secret;
    // The server has accepted it. Without a secret: it accepted one that it no longer does.
    bool worked = false;

    bool is_nothing() const { return !secret && !worked; }

    friend bool operator==(const Pass&, const Pass&) = default;
};

// One line per value: "key value".
std::string to_text(const Pass& pass);
std::optional<Pass> pass_from(std::string_view text);

class Passes {
  public:
    virtual ~Passes() = default;

    virtual Pass load(const std::string& server) = 0;
    // Changes the pass to this server while no other program can, and returns it.
    virtual Pass change(const std::string& server, const std::function<void(Pass&)>& how) = 0;

    // What went wrong since the last call, in sentences.
    virtual std::vector<std::string> complaints() = 0;
};

} // namespace jaipur::client::session
