// The settings of a running server, read again: what can change does, the rest waits for the next
// start. A broken configuration changes nothing.
#pragma once

#include "server/shell/options.hpp"

#include <functional>
#include <string>
#include <utility>

namespace jaipur::server::shell {

class Server;

// Whether a setting takes effect without a restart.
bool changes_while_running(const std::string& setting);

// What is different, in the format of the configuration file.
struct Changes {
    std::string taken_over, after_restart;
};

class Reloader {
  public:
    using Read = std::function<Parsed()>;

    // `read` reads everything as at the start, where it gave `running`.
    Reloader(Read read, Settings running) : read_(std::move(read)), running_(std::move(running)) {}

    // Never throws: it ends no server.
    void reload(Server& server) noexcept;

    // From now on these settings are running, as far as they can change.
    Changes take_over(const Settings& wanted);

  private:
    void reload_from(const Parsed& parsed, Server& server);

    Read read_;
    Settings running_;
};

} // namespace jaipur::server::shell
