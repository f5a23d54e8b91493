// All connections that hold a descriptor.
#pragma once

#include "server/core/connection_quota.hpp"
#include "server/net/session_connection.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

namespace jaipur::server::shell {

// Connections hold tickets, which remove them from here, maybe after the server is gone.
class OpenConnections : public std::enable_shared_from_this<OpenConnections> {
  public:
    // `make` gets the connection's ticket, and returns the connection. `admission` lives as long as
    // the connection.
    template <class Make>
    auto add(core::ConnectionQuota::Ticket admission, Make make) {
        const std::uint64_t id = ++last_;
        // Not null; only its destruction matters.
        const std::shared_ptr<void> ticket(
            this, [self = shared_from_this(), id, admission](void*) { self->all_.erase(id); });
        const auto connection = make(ticket);
        all_.emplace(id, connection);
        return connection;
    }

    std::vector<std::shared_ptr<net::SessionConnection>> all() const {
        std::vector<std::shared_ptr<net::SessionConnection>> result;
        for (const auto& [id, connection] : all_)
            if (auto alive = connection.lock())
                result.push_back(std::move(alive));
        return result;
    }

    bool empty() const { return all_.empty(); }

  private:
    std::map<std::uint64_t, std::weak_ptr<net::SessionConnection>> all_;
    std::uint64_t last_ = 0;
};

} // namespace jaipur::server::shell
