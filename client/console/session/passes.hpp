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
    bool is_accepted = false; // the server has let us in with it
    bool has_ended = false;   // an accepted one is gone; there is no secret

    bool is_nothing() const { return !secret && !has_ended; }

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
