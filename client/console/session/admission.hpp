// Which pass a client shows to a private server, and what becomes of it. Pure. It must not know how
// requests are sent.
#pragma once

#include "client/console/session/passes.hpp"
#include "protocol/message.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace jaipur::client::session {

class Admission {
  public:
    using Entropy = std::function<void(std::span<std::uint8_t>)>;

    Admission(const std::string& server, Passes& passes, Entropy entropy);

    // Shows the pass that we have; nothing if we have none, or the server refused it.
    std::optional<protocol::Enter> show();
    // Gets in with the password or an invitation. The pass is kept first: the answer may be lost.
    protocol::Enter get_in(decltype(protocol::Enter::with) with);

    void accepted(const protocol::Enter& enter);
    // Drops the pass, unless the refusal is temporary, or is that of a guess with a pass that has
    // worked meanwhile.
    void refused(const protocol::Enter& enter, protocol::ErrorCode code);
    // We had a pass that worked, and have none now.
    bool has_ended();

  private:
    std::string server_;
    Passes& passes_;
    Entropy entropy_;
    std::vector<protocol::Secret> refused_; // even if they couldn't be dropped
};

} // namespace jaipur::client::session
