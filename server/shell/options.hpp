// What the server is told to do, as a value: by its command line, environment and configuration
// file.
#pragma once

#include "server/admin/command.hpp"
#include "server/core/limits.hpp"
#include "server/core/lobby/guests.hpp"
#include "server/log/log.hpp"
#include "server/net/forwarded.hpp"
#include "server/net/tls_context.hpp"
#include "server/shell/endpoint.hpp"
#include "server/shell/settings.hpp"

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace jaipur::server::shell {

// `jaipur-server`
struct Serve {
    Endpoint listen{boost::asio::ip::address_v4::loopback(), 7777};
    std::optional<std::filesystem::path> data; // empty: the default directory
    bool in_memory = false;                    // nothing is stored; excludes `data`

    struct Database {
        std::string connection; // as libpq reads it; it may contain a password
        bool single = false;    // the operator knows that only one machine has the data
        std::optional<std::chrono::seconds> lease;

        // One of several servers with this database.
        struct Cluster {
            std::string address;               // HOST:PORT, where the others reach it
            std::optional<std::string> name;   // empty: from the host and the process
            std::optional<Endpoint> listen;    // for the others; empty: at `address`
            std::filesystem::path secret_file; // the same secret for all
            std::string secret;                // from that file
            friend bool operator==(const Cluster&, const Cluster&) = default;
        };

        std::optional<Cluster> cluster; // empty: it works alone

        // One that works alone ends with its lease, so it waits for a slow failover; in a cluster
        // others take over.
        std::chrono::milliseconds lease_time() const {
            return lease ? *lease : std::chrono::milliseconds(cluster ? 3'500 : 40'000);
        }

        friend bool operator==(const Database&, const Database&) = default;
    };

    std::optional<Database> store;            // in PostgreSQL; excludes `data` and `in_memory`
    std::chrono::days retain{0};              // how long to keep replays, while running; 0: forever
    std::vector<std::string> allowed_origins; // lower case
    std::vector<net::Network> trusted_proxies;
    std::optional<net::TlsFiles> tls; // empty: plain connections
    std::optional<Endpoint> redirect; // from plain HTTP to TLS
    std::optional<Endpoint> metrics;  // on this machine

    struct Push {
        std::string subject; // how push services reach the operator
        std::vector<net::Network> allowed;
        std::optional<std::filesystem::path> certificates;
        friend bool operator==(const Push&, const Push&) = default;
    };

    std::optional<Push> push; // empty: no messages
    core::Privacy privacy;
    std::optional<std::filesystem::path> password_file;
    std::optional<std::string> password;   // of the server, from that file; empty: it has none
    std::optional<std::string> public_url; // for links; empty: from its address
    int threads = 1;                       // each has a part of all rooms
    int bot_threads = 1;                   // that think for bots, for each of these
    bool core_dumps = false;
    // Empty: in the data directory, if there is one; "none": nowhere.
    std::optional<std::filesystem::path> admin_socket;
    log::Level log_level = log::Level::Info;
    core::Limits limits;
    friend bool operator==(const Serve&, const Serve&) = default;
};

// Why a server with these options can't have several threads; empty: it can.
std::optional<std::string_view> objection_to_threads(const Serve& serve);

// `jaipur-server healthcheck`
struct HealthCheck {
    Endpoint connect = Serve{}.listen;
    bool tls = false;
};

// `jaipur-server backup`
struct Backup {
    std::filesystem::path file; // "-": standard output
    std::optional<std::filesystem::path> data;
    std::optional<Serve::Database> store; // instead of a data directory
};

// `jaipur-server restore`
struct Restore {
    std::filesystem::path file; // "-": standard input
    std::optional<std::filesystem::path> data;
    std::optional<Serve::Database> store; // instead of a data directory
    bool replace = false;
};

// `jaipur-server check`
struct Check {
    std::optional<std::filesystem::path> file; // empty: the data directory
    std::optional<std::filesystem::path> data;
};

// `jaipur-server salvage`
struct Salvage {
    std::filesystem::path file;
    std::optional<std::filesystem::path> from; // empty: the data directory
    std::optional<std::filesystem::path> data;
};

// `jaipur-server admin`
struct Admin {
    std::optional<std::filesystem::path> data;
    std::optional<std::filesystem::path> socket; // empty: in the data directory
    bool json = false;
    admin::Command command;
};

// Nothing to run: prints help, the version or an error.
struct ExitWith {
    int exit_code = 0;
    std::string text;
};

namespace exit_code {
inline constexpr int usage = 64;       // EX_USAGE: invalid command line or configuration
inline constexpr int bad_data = 65;    // EX_DATAERR: damaged, or not a database of this server
inline constexpr int certificate = 66; // EX_NOINPUT: the TLS certificate or its key can't be used
inline constexpr int unavailable = 69; // EX_UNAVAILABLE: can't listen on the address
inline constexpr int software = 70;    // EX_SOFTWARE: a bug
inline constexpr int cant_create = 73; // EX_CANTCREAT: the data directory, or a file, can't be used
inline constexpr int io = 74;          // EX_IOERR: disk I/O error, or disk full at startup
inline constexpr int try_again = 75;   // EX_TEMPFAIL: the database of --store is out of reach, or
                                       // another server has taken over
inline constexpr int newer = 78;       // EX_CONFIG: a newer server wrote the database
} // namespace exit_code

using Options = std::variant<Serve, HealthCheck, Backup, Restore, Check, Salvage, Admin, ExitWith>;

struct Parsed {
    Options options;
    Settings settings;                 // in effect; empty if there is an error
    std::vector<std::string> warnings; // about the environment
};

// Reads the configuration file, if one is named.
Parsed parse_options(int argc, const char* const* argv, const Environment& environment = {});

} // namespace jaipur::server::shell
