// The server's private key for push messages, in four rows of `meta`. Browsers that subscribe with
// it accept no messages signed with another key. Every backup has it. (A table for it would need a
// new schema, which older servers refuse.)
#pragma once

#include "server/store/store.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace jaipur::server::store {

class Connection;

// Empty if there is none, or if a part of it is damaged.
std::optional<PushSecret> stored_push_secret(Connection& connection);
void set_push_secret(Connection& connection, const PushSecret& secret);

// Reassembles it from rows found anywhere.
class FoundPushSecret {
  public:
    // Ignores other rows, and rows found before.
    void add(std::string_view name, std::int64_t value);
    std::optional<PushSecret> secret() const;

  private:
    static constexpr std::size_t parts = 4;
    std::array<std::optional<std::int64_t>, parts> parts_;
};

} // namespace jaipur::server::store
