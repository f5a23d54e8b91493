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
        const auto entry = std::make_shared<Entry>(shared_from_this(), ++last_, admission);
        const auto connection = make(std::shared_ptr<void>(entry));
        all_.emplace(entry->id, connection);
        return connection;
    }

    // Takes the admission out of the ticket, so that the ticket can end.
    static core::ConnectionQuota::Ticket give_up(const std::shared_ptr<void>& ticket) {
        return std::exchange(static_cast<Entry*>(ticket.get())->admission, nullptr);
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
    struct Entry {
        Entry(std::shared_ptr<OpenConnections> its_place, std::uint64_t its_id,
              core::ConnectionQuota::Ticket its_admission)
            : place(std::move(its_place)), id(its_id), admission(std::move(its_admission)) {}

        Entry(const Entry&) = delete;
        Entry& operator=(const Entry&) = delete;

        ~Entry() { place->all_.erase(id); }

        std::shared_ptr<OpenConnections> place;
        std::uint64_t id;
        core::ConnectionQuota::Ticket admission;
    };

    std::map<std::uint64_t, std::weak_ptr<net::SessionConnection>> all_;
    std::uint64_t last_ = 0;
};

} // namespace jaipur::server::shell
