// `jaipur-server`: reads the command line, sets up the process, runs the server until a signal asks
// it to stop.
#include "server/entropy.hpp"
#include "server/log.hpp"
#include "server/net/healthcheck.hpp"
#include "server/options.hpp"
#include "server/server.hpp"
#include "server/store/memory_store.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/system/system_error.hpp>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <filesystem>
#include <iostream>
#include <memory>
#include <string>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#include <variant>

namespace {

using namespace jaipur::server;
namespace asio = boost::asio;

int fail(int code, const std::string& text) {
    std::cerr << "jaipur-server: " << text << "\n";
    return code;
}

asio::ip::tcp::endpoint tcp_endpoint(const Endpoint& endpoint) {
    return {asio::ip::make_address(endpoint.address), endpoint.port};
}

// Makes the directory where it is missing, for its owner alone. Empty: it can be written to; else
// what is wrong.
std::string prepare_directory(const std::filesystem::path& directory) {
    const auto wrong = [&](const char* what) {
        return directory.string() + ": " + what + ": " + std::strerror(errno);
    };
    std::filesystem::path made;
    for (const auto& part : directory) {
        made /= part;
        if (!std::filesystem::exists(made) && mkdir(made.c_str(), 0700) != 0 && errno != EEXIST)
            return wrong("can't be made");
    }
    std::string probe = (directory / ".probe-XXXXXX").string();
    const int descriptor = mkstemp(probe.data());
    if (descriptor < 0)
        return wrong("can't be written to");
    close(descriptor);
    unlink(probe.c_str());
    return {};
}

// Each connection is a descriptor: as many as the system lets us have.
void raise_descriptor_limit(const Limits& limits) {
    rlimit descriptors{};
    if (getrlimit(RLIMIT_NOFILE, &descriptors) != 0)
        return;
    descriptors.rlim_cur = descriptors.rlim_max;
    setrlimit(RLIMIT_NOFILE, &descriptors);
    constexpr rlim_t others = 128;
    const auto wanted = static_cast<rlim_t>(limits.connections) + others;
    if (descriptors.rlim_cur < wanted)
        log::warning("few descriptors",
                     {{"descriptors", static_cast<std::int64_t>(descriptors.rlim_cur)},
                      {"connections", std::int64_t{limits.connections}}});
}

int serve(const Serve& options) {
    log::set_level(options.log_level);
    if (options.data) {
        if (const std::string wrong = prepare_directory(*options.data); !wrong.empty())
            return fail(exit_code::cant_create, wrong);
    }
    raise_descriptor_limit(options.limits);
    std::signal(SIGPIPE, SIG_IGN);

    asio::io_context context(1);
    asio::signal_set signals(context, SIGINT, SIGTERM);
    std::unique_ptr<Server> server;
    try {
        server = std::make_unique<Server>(
            context, tcp_endpoint(options.listen), options.limits, options.allowed_origins,
            system_entropy(), [&options](Store::Answer answer) {
                const auto most = static_cast<std::size_t>(options.limits.finished_replays);
                return std::make_unique<MemoryStore>(std::move(answer), most);
            });
    } catch (const boost::system::system_error& error) {
        return fail(exit_code::unavailable,
                    "can't listen on " + to_string(options.listen) + ": " + error.code().message());
    }
    signals.async_wait([&](const boost::system::error_code& error, int) {
        if (!error)
            server->stop();
    });
    server->start();
    const auto at = server->endpoint();
    const std::string address = to_string(Endpoint{at.address().to_string(), at.port()});
    std::cout << "listening on " << address << std::endl; // flushed: somebody may wait for it
    log::info("listening", {{"address", address}});
    context.run();
    return EXIT_SUCCESS;
}

int health(const HealthCheck& options) {
    const auto health = net::check_health(tcp_endpoint(options.connect));
    return health == net::Health::Good ? EXIT_SUCCESS : EXIT_FAILURE;
}

int leave(const Leave& leave) {
    (leave.exit_code == 0 ? std::cout : std::cerr) << leave.text;
    return leave.exit_code;
}

} // namespace

int main(int argc, char** argv) {
    try {
        const auto options = parse_options(argc, argv);
        if (const auto* asked = std::get_if<Leave>(&options))
            return leave(*asked);
        if (const auto* check = std::get_if<HealthCheck>(&options))
            return health(*check);
        return serve(std::get<Serve>(options));
    } catch (const std::exception& error) {
        return fail(exit_code::software, error.what());
    }
}
