// Command lines of server and client, one argument per line: each is refused with a reason, or
// gives options within their bounds.
#include "client/console/address.hpp"
#include "client/console/app/options.hpp"
#include "client/console/safe_text.hpp"
#include "protocol/text.hpp"
#include "server/shell/options.hpp"
#include "tests/fuzz/input.hpp"
#include "tests/fuzz/spoken.hpp"

#include <array>
#include <iostream>
#include <string>
#include <vector>

namespace jaipur::fuzz {

namespace {

// Discards output during its lifetime.
class Silence {
  public:
    Silence() : out_(std::cout.rdbuf(nullptr)), error_(std::cerr.rdbuf(nullptr)) {}

    ~Silence() {
        std::cout.rdbuf(out_);
        std::cerr.rdbuf(error_);
        std::cout.clear();
        std::cerr.clear();
    }

    Silence(const Silence&) = delete;
    Silence& operator=(const Silence&) = delete;

  private:
    std::streambuf* out_;
    std::streambuf* error_;
};

std::vector<std::string> arguments(Input input) {
    std::vector<std::string> result{"jaipur"};
    while (!input.empty() && result.size() < 24) {
        std::string word(input.line());
        result.emplace_back(word.c_str()); // no argument contains a zero byte
    }
    return result;
}

void check(const server::shell::Endpoint& endpoint) {
    require(server::shell::parse_endpoint(server::shell::to_string(endpoint)) == endpoint,
            "an endpoint survives writing and reading");
}

void check(const server::core::Limits& limits) {
    using namespace std::chrono_literals;
    require(limits.message_bytes >= 1 && limits.message_bytes <= 4096, "messages have a size");
    require(limits.header_bytes >= 1 && limits.header_bytes <= 65536, "headers have a size");
    require(limits.closing_timeout > 0ms && limits.shutdown_timeout > 0ms,
            "the timeouts of an end can't be lifted");
    require(limits.control_window > 0s && limits.backlog > 0,
            "limits that can't be lifted are positive");
    for (const auto time : {limits.upgrade_timeout, limits.write_timeout, limits.message_timeout,
                            limits.ping_interval, limits.silence_timeout, limits.seat_freed_after,
                            limits.empty_room_dies_after, limits.reveal_timeout,
                            limits.ready_taken_after, limits.abandoned_after})
        require(time >= 0ms && time <= std::chrono::hours(24 * 366), "times are bounded");
    for (const int count :
         {limits.request_burst, limits.refusals_until_closed, limits.control_frames,
          limits.connections, limits.rooms, limits.spectators, limits.finished_replays})
        require(count >= 0, "no count is negative");
    require(limits.request_rate >= 0 && limits.request_rate < 1e12, "a rate is finite");
}

void check(const server::shell::Options& options) {
    if (const auto* serve = std::get_if<server::shell::Serve>(&options)) {
        check(serve->listen);
        check(serve->limits);
        if (serve->metrics)
            check(*serve->metrics);
        for (const auto& proxies : serve->trusted_proxies)
            require(proxies.bits >= 0 && proxies.bits <= 128, "a network has at most 128 bits");
        require(!serve->in_memory || !serve->data, "data is on disk or in memory");
    } else if (const auto* health = std::get_if<server::shell::HealthCheck>(&options)) {
        check(health->connect);
    } else if (const auto* leave = std::get_if<server::shell::ExitWith>(&options)) {
        require(leave->exit_code == 0 || leave->exit_code == server::shell::exit_code::usage,
                "a wrong command line has the right exit code");
        require(!leave->text.empty(), "a refusal has a text");
    }
}

void check(const client::Address& address) {
    require(!address.host.empty(), "a server has a host");
    const int port = std::stoi(address.port);
    require(port >= 1 && port <= 65535, "a server has a port");
    const std::string text = client::text_of(address);
    require(client::parse_address(text) == address, "an address survives writing and reading");
    require(client::safe(text) == text, "an address is safe for a terminal");
    require(text.starts_with("https://") == address.secure, "an address shows its encryption");
    const auto link = client::parse_room_link(client::page_link(address, "K7QX2M"));
    require(link && link->server == text, "a link to a room leads back to its server");
}

// Whatever a user pastes.
void check_link(const std::string& word) {
    const auto address = client::parse_address(word);
    if (address)
        check(*address);
    if (const auto room = client::parse_room_link(word))
        require(!room->server || (address && *room->server == client::text_of(*address)),
                "a link to a room leads to its address");
    if (const auto replay = client::parse_replay_link(word))
        require(address && replay->server == client::text_of(*address),
                "a link to a replay leads to its address");
}

void check(const client::app::Options& options) {
    check(options.address);
    require(client::parse_address(options.server) == options.address &&
                options.server.find('#') == std::string::npos,
            "the server's name is its address, without a seat's key");
    require(protocol::is_name(options.name) && client::safe(options.name) == options.name,
            "a name is valid and safe for a terminal");
    const auto& room = options.new_room;
    const int delay = room.delay.value_or(protocol::default_delay);
    require(delay >= 2 && delay <= 20 && room.seals >= 1 && room.seals <= 3 && room.grace >= 1 &&
                room.grace <= 3600 && room.patience >= 60 && room.patience <= 2592000,
            "a room's options are within their bounds");
    if (room.clock)
        require(room.clock->initial >= 1 && room.clock->initial <= 36000 &&
                    room.clock->increment >= 0 && room.clock->increment <= 300,
                "a clock is within its bounds");
    require(!options.replay || !options.replay->source.empty() || !options.start,
            "replay and start are mutually exclusive");
}

} // namespace

} // namespace jaipur::fuzz

JAIPUR_FUZZ(options_fuzz) {
    using namespace jaipur;
    using namespace jaipur::fuzz;
    Input input(data, size);
    const bool for_server = input.flag();
    const auto words = arguments(input);
    std::vector<const char*> argv;
    for (const std::string& word : words)
        argv.push_back(word.c_str());
    const int argc = static_cast<int>(argv.size());
    argv.push_back(nullptr);
    const Silence silence;
    if (for_server) {
        check(server::shell::parse_options(argc, argv.data()).options);
        return 0;
    }
    for (const std::string& word : words)
        check_link(word);
    const auto options = client::app::read_options(argc, argv.data());
    if (const auto* read = std::get_if<client::app::Options>(&options))
        check(*read);
    else
        require(std::get<int>(options) == 0 || std::get<int>(options) == 2,
                "a wrong command line has the right exit code");
    return 0;
}
