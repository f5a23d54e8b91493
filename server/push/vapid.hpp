// Tells a push service who sends a message (RFC 8292): a token, signed with the server's key. It is
// valid for one service and half a day.
#pragma once

#include "server/push/crypto.hpp"

#include <chrono>
#include <string>
#include <string_view>

namespace jaipur::server::push {

class Vapid {
  public:
    // `subject`: how the push service reaches the operator, a mailto: or https: URI.
    Vapid(KeyPair key, std::string subject);

    // The key that browsers subscribe with, in base64url.
    std::string public_key() const;
    // The header `Authorization` for the push service with this origin.
    std::string authorization(std::string_view origin, std::chrono::sys_seconds now) const;

  private:
    KeyPair key_;
    std::string subject_;
};

// Whether this text can be a subject: a mailto: or https: URI that needs no escaping.
bool is_subject(std::string_view text);

} // namespace jaipur::server::push
