#include "tests/bench/ground.hpp"

#include <cstdlib>
#include <utility>

namespace jaipur::bench {

namespace fs = std::filesystem;

namespace {

// Where Debian installs Node.js libraries; not every node searches there.
constexpr auto node_path = "/usr/share/nodejs:/usr/lib/nodejs";

constexpr int record_bytes = 120; // of a move

bool node_has_ws() {
    const std::string command = "NODE_PATH=\"" + std::string(node_path) +
                                ":$NODE_PATH\" node -e 'require(\"ws\").WebSocketServer.name' "
                                ">/dev/null 2>&1";
    return std::system(command.c_str()) == 0; // NOLINT: a constant command
}

// One thread is the default, which older builds know without the option.
std::vector<std::string> with_threads(std::vector<std::string> options, int threads) {
    if (threads > 1)
        options.push_back("--threads=" + std::to_string(threads));
    return options;
}

} // namespace

Ground::Ground(Plan plan) : plan_(std::move(plan)), descriptors_(raise_descriptor_limit()) {}

fs::path Ground::fresh_folder() const {
    static int count = 0;
    const fs::path folder = plan_.folder / std::to_string(++count);
    fs::create_directory(folder);
    return folder;
}

Process Ground::server(std::vector<std::string> options) const {
    std::vector<std::string> command{plan_.server.string(), "--listen",
                                     "127.0.0.1:0",         "--no-limits",
                                     "--log-level=error",   "--empty-room-dies-after=1s"};
    command.insert(command.end(), options.begin(), options.end());
    command.insert(command.end(), plan_.more.begin(), plan_.more.end());
    return Process(command, log());
}

Process Ground::in_memory_server(int threads) const {
    return server(with_threads({"--in-memory"}, threads));
}

Process Ground::tls_server() const {
    const std::filesystem::path folder = fresh_folder();
    const std::string key = (folder / "key.pem").string();
    const std::string certificate = (folder / "certificate.pem").string();
    run_to_end({"openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt",
                "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj", "/CN=localhost",
                "-keyout", key, "-out", certificate},
               log());
    return server({"--in-memory", "--tls-cert", certificate, "--tls-key", key});
}

Process Ground::durable_server(const fs::path& data, int threads) const {
    return server(with_threads({"--data", data.string()}, threads));
}

void Ground::back_up(const fs::path& data, const fs::path& file) const {
    run_to_end({plan_.server.string(), "backup", file.string(), "--data", data.string()}, log());
}

Process Ground::reference(const std::string& name, std::vector<std::string> options) const {
    const fs::path program = fs::read_symlink("/proc/self/exe").parent_path() / name;
    options.insert(options.begin(), program.string());
    return Process(options, log());
}

Process Ground::floor(int view) const {
    return reference("floor", {std::to_string(view)});
}

Process Ground::floor(int view, const fs::path& folder) const {
    return reference("floor", {std::to_string(view), (folder / "floor.log").string(),
                               std::to_string(record_bytes)});
}

Process Ground::epoll_echo() const {
    return reference("epoll_echo", {std::to_string(view_bytes)});
}

Process Ground::beast_echo() const {
    return reference("beast_echo", {std::to_string(view_bytes)});
}

Process Ground::node(const std::string& program) const {
    static const bool there = node_has_ws();
    if (!there)
        throw Skipped(
            "Node.js: the program or its library ws is missing (packages nodejs, node-ws)");
    const char* const others = std::getenv("NODE_PATH");
    const std::string path = node_path + (others == nullptr ? "" : ":" + std::string(others));
    return Process({"node", JAIPUR_REFERENCE "/" + program}, log(), {"NODE_PATH=" + path});
}

} // namespace jaipur::bench
