// `jaipur-server`: reads the command line, sets up the process, runs the server until a signal
// stops it.
#include "server/admin/client.hpp"
#include "server/log/log.hpp"
#include "server/net/healthcheck.hpp"
#include "server/net/page.hpp"
#include "server/net/reactor.hpp"
#include "server/net/tls_context.hpp"
#include "server/shell/entropy.hpp"
#include "server/shell/exposure.hpp"
#include "server/shell/options.hpp"
#include "server/shell/postgresql.hpp"
#include "server/shell/process.hpp"
#include "server/shell/reload.hpp"
#include "server/shell/server.hpp"
#include "server/shell/storage.hpp"
#include "server/store/backup.hpp"
#include "server/store/restore.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/system/system_error.hpp>

#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <system_error>
#include <variant>
#include <vector>

namespace {

using namespace jaipur::server;
using namespace jaipur::server::shell;
namespace asio = boost::asio;

int fail(int code, const std::string& text) {
    std::cerr << "jaipur-server: " << text << "\n";
    return code;
}

// Each connection takes a descriptor. Among several servers, most connections take a second one to
// the server with their room, and about as many arrive from the other servers.
void raise_descriptor_limit(const Serve& options) {
    constexpr std::uint64_t others = 256; // connections above the limit, and what else is open
    const std::uint64_t each = options.store && options.store->cluster ? 3 : 1;
    const auto connections = std::int64_t{options.limits.connections};
    const std::uint64_t descriptors = shell::raise_descriptor_limit();
    if (descriptors < each * static_cast<std::uint64_t>(connections) + others)
        log::warning("few descriptors", {{"descriptors", static_cast<std::int64_t>(descriptors)},
                                         {"connections", connections}});
}

// SIGHUP never ends the server. Several that come at once count as one.
void reload_on_hangup(asio::signal_set& hangups, Server& server, Reloader& reloader) {
    hangups.async_wait([&](const boost::system::error_code& cancelled, int) {
        if (cancelled || server.is_stopping())
            return;
        reloader.reload(server);
        reload_on_hangup(hangups, server, reloader);
    });
}

void warn_if_exposed(const Server& server) {
    const auto exposed = public_address(server.endpoint(), addresses_of_this_machine());
    if (!exposed || server.tls_host())
        return;
    std::cout
        << "warning: " << exposed->to_string()
        << " is a public address. Without TLS, anyone between this server and its players can "
           "read and change everything, including passwords. docs/hosting.md says how to use "
           "TLS\n";
    log::warning("public address without TLS", {{"address", exposed->to_string()}});
}

// Programs wait for the first line, and read the address in it.
void announce(const Server& server) {
    const std::string address = to_string(server.endpoint());
    const auto host = server.tls_host();
    std::cout << "listening on " << address << (host ? " with TLS" : "")
              << (host && !host->empty() ? " for " + *host : "") << '\n';
    log::info("listening", {{"address", address}});
    const auto tell = [](const char* what, const char* event, const auto& endpoint) {
        if (!endpoint)
            return;
        std::cout << what << to_string(*endpoint) << '\n';
        log::info(event, {{"address", to_string(*endpoint)}});
    };
    tell("metrics on ", "metrics", server.metrics_endpoint());
    tell("redirecting from ", "redirecting", server.redirect_endpoint());
    tell("for other servers on ", "cluster", server.cluster_endpoint());
    warn_if_exposed(server);
    std::cout << std::flush;
}

int run(const Serve& options, const std::vector<std::string>& warnings, Reloader reloader) {
    log::set_level(options.log_level);
    for (const std::string& warning : warnings)
        log::warning("environment", {{"what", warning}});
    if (!options.core_dumps)
        forbid_core_dumps();
    raise_descriptor_limit(options);
    std::signal(SIGPIPE, SIG_IGN);

    asio::io_context context(1);
    asio::signal_set signals(context, SIGINT, SIGTERM), hangups(context, SIGHUP);
    release_stop_signals();
    net::require_timers_and_signals(context);
    std::unique_ptr<Server> server;
    bool stop_early = false;
    signals.async_wait([&](const boost::system::error_code& error, int) {
        if (server && !error)
            server->stop();
        stop_early = !server;
    });
    const auto make = [&](StoreHooks hooks) {
        hooks.taken_away = [&] {
            asio::post(context, [&] {
                if (server)
                    server->close_all();
            });
        };
        hooks.patient = [&] { // meanwhile, nobody else runs the context
            context.poll();
            return !stop_early;
        };
        return make_store(options, std::move(hooks));
    };
    try {
        server = std::make_unique<Server>(context, options, net::built_in_page(), system_entropy(),
                                          make);
    } catch (const store::StoreError&) {
        if (stop_early)
            return EXIT_SUCCESS;
        throw;
    } catch (const boost::system::system_error& error) {
        return fail(exit_code::unavailable,
                    "can't listen on " + to_string(options.listen) +
                        (options.metrics ? " or " + to_string(*options.metrics) : "") +
                        (options.redirect ? " or " + to_string(*options.redirect) : "") + ": " +
                        error.code().message());
    } catch (const ClusterListenError& error) {
        return fail(exit_code::unavailable, error.what());
    } catch (const AdminSocketError& error) {
        return fail(exit_code::cant_create, error.what());
    }
    server->when_stopping([&] { // they would keep the context at work, but are still caught
        signals.cancel();
        hangups.cancel();
    });
    reload_on_hangup(hangups, *server, reloader);
    server->start();
    announce(*server);
    context.run();
    hold_stop_signals(); // the last ones are too late
    return EXIT_SUCCESS;
}

int run(const HealthCheck& options) {
    const auto problem = options.tls ? net::health_problem_over_tls(options.connect)
                                     : net::health_problem(options.connect);
    return problem ? fail(EXIT_FAILURE, to_string(options.connect) + ": " + *problem)
                   : EXIT_SUCCESS;
}

std::string intact(const store::Findings& findings) {
    return "rooms: " + std::to_string(findings.intact_rooms) +
           ", replays: " + std::to_string(findings.intact_replays);
}

void print_damaged(std::ostream& to, const store::Findings& findings) {
    if (findings.missing_records > 0)
        to << (findings.structure ? "up to " : "the log lost its end: up to ")
           << findings.missing_records << " acknowledged records are missing\n";
    for (const core::RoomCode& room : findings.rooms)
        to << "damaged room: " << room << "\n";
    for (const std::string& match : findings.replays)
        to << "damaged replay: " << match << "\n";
}

int run(const Backup& options) {
    const auto findings =
        options.store ? back_up_database(*options.store, options.file)
                      : store::backup(data_directory(options.data), options.file, companions);
    if (!store::is_standard_stream(options.file))
        std::cout << "backed up to " << options.file.string() << "\n";
    print_damaged(std::cerr, findings);
    return findings.any() ? fail(exit_code::bad_data,
                                 "the backup is complete, but some of it was damaged already. "
                                 "Before you restore it, run jaipur-server salvage")
                          : EXIT_SUCCESS;
}

int run(const Check& options) {
    const auto checked = store::check(options.file ? *options.file : data_directory(options.data));
    const store::Findings& findings = checked.findings;
    if (findings.structure)
        std::cout << "damaged database: " << *findings.structure << "\n";
    print_damaged(std::cout, findings);
    if (!checked.complete && findings.structure)
        std::cout << "stop the server to see which rooms and replays are damaged\n";
    else
        std::cout << "intact " << intact(findings) << "\n";
    return findings.any() ? exit_code::bad_data : EXIT_SUCCESS;
}

int run(const Salvage& options) {
    const auto findings =
        store::salvage(options.from ? *options.from : data_directory(options.data), options.file);
    std::cout << "saved to " << options.file.string() << ": " << intact(findings) << "\n";
    print_damaged(std::cout, findings);
    return EXIT_SUCCESS;
}

int run(const Restore& options) {
    if (options.store) {
        restore_database(*options.store, options.file, options.replace);
        std::cout << "restored into the database\n";
        return EXIT_SUCCESS;
    }
    using Present = store::RestoreSettings::Present;
    const auto restored =
        store::restore(data_directory(options.data), options.file,
                       {options.replace ? Present::SetAside : Present::Refused, companions});
    const bool piped = store::is_standard_stream(options.file);
    std::cout << "restored from " << (piped ? "standard input" : options.file.string()) << "\n";
    if (restored.set_aside)
        std::cout << "the earlier database is in " << restored.set_aside->string() << "\n";
    for (const std::string& name : restored.kept)
        std::cout << "kept the existing " << name << "; the backup's wasn't restored\n";
    return EXIT_SUCCESS;
}

// In the container, the data is at /data, and nothing says so to a second process.
std::filesystem::path admin_socket(const Admin& options) {
    if (options.socket)
        return *options.socket;
    const auto usual = data_directory(options.data) / admin_socket_name;
    const auto in_container = std::filesystem::path("/data") / admin_socket_name;
    std::error_code ignored;
    const auto exists = [&](const auto& path) { return std::filesystem::exists(path, ignored); };
    return !options.data && !exists(usual) && exists(in_container) ? in_container : usual;
}

int run(const Admin& options) {
    admin::Reply reply;
    try {
        reply = admin::ask(admin_socket(options), {options.command, !options.json});
    } catch (const std::runtime_error& error) {
        return fail(exit_code::unavailable, error.what());
    }
    if (options.json)
        std::cout << reply.line << '\n';
    else if (reply.ok)
        std::cout << reply.text;
    else
        return fail(EXIT_FAILURE, reply.text.substr(0, reply.text.find_last_not_of('\n') + 1));
    return reply.ok ? EXIT_SUCCESS : EXIT_FAILURE;
}

int run(const ExitWith& exit) {
    (exit.exit_code == 0 ? std::cout : std::cerr) << exit.text;
    return exit.exit_code;
}

} // namespace

int main(int argc, char** argv) {
    hold_stop_signals();
    try {
        const auto read = [argc, argv, environment = own_environment()] {
            return parse_options(argc, argv, environment);
        };
        const Parsed parsed = read();
        if (const auto* serve = std::get_if<Serve>(&parsed.options))
            return run(*serve, parsed.warnings, Reloader(read, parsed.settings));
        release_stop_signals(); // nobody else will
        return std::visit(
            [](const auto& asked) {
                if constexpr (requires { run(asked); })
                    return run(asked);
                else
                    return exit_code::software; // Serve, which ran above
            },
            parsed.options);
    } catch (const store::StoreError& error) {
        return fail(exit_code_of(error), error.what());
    } catch (const net::TlsError& error) {
        return fail(exit_code::certificate, error.what());
    } catch (const std::filesystem::filesystem_error& error) {
        return fail(exit_code::cant_create, error.what());
    } catch (const std::exception& error) {
        return fail(exit_code::software, error.what());
    }
}
