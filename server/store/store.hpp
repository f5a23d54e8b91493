// Where records become durable. The core never sees this; the server hands records over and passes
// the answers back.
#pragma once

#include "server/lobby.hpp"
#include "server/record.hpp"

#include <cstdint>
#include <functional>
#include <vector>

namespace jaipur::server {

class Store {
  public:
    // Called once for each record, in the order of their numbers, perhaps on another thread and
    // perhaps before `append` returns.
    using Answer = std::function<void(std::uint64_t record, Stored result)>;

    virtual ~Store() = default;
    virtual void append(std::vector<Record> records) = 0;
};

} // namespace jaipur::server
