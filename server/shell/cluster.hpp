// One of several servers with one database (docs/cluster.md): which slots it takes and gives up.
// server_cluster.cpp has it, if the server was built with PostgreSQL.
#pragma once

#include "server/core/owners.hpp"
#include "server/core/slots.hpp"
#include "server/shell/options.hpp"

#include <optional>
#include <string>

namespace jaipur::server::shell {

class Cluster {
  public:
    Cluster() = default;
    virtual ~Cluster() = default;
    Cluster(const Cluster&) = delete;
    Cluster& operator=(const Cluster&) = delete;

    // From then on it looks at the other servers, and takes its share.
    virtual void start() = 0;
    virtual void stop() = 0;
    virtual void reload(const Serve& options) = 0;

    // The store has lost this slot.
    virtual void lost(core::Slot slot) = 0;
    // Gives up slots whose leases may have ended. Call it before anything is decided: this process
    // may have been frozen.
    virtual void check_leases() = 0;

    // While draining, other servers take its slots, if there are any.
    virtual void drain(bool on) = 0;
    virtual bool has_heirs() const = 0;
    // They know that this server drains, and it knows which of them drain, too: it gives up its
    // first rooms now.
    virtual bool hands_over() const = 0;
    // It has given up all its rooms.
    virtual bool is_empty() const = 0;
    // It is reading the rooms of some slots.
    virtual bool is_adopting() const = 0;

    virtual bool is_ready() const = 0;
    virtual const core::Owners& owners() const = 0;
    // The server that keeps what exists once (`core::guests_slot`), if any does.
    virtual std::optional<std::string> keeper_of_guests() const = 0;
    virtual std::string metrics_text() const = 0;
};

} // namespace jaipur::server::shell
