// What strangers send to the port: bytes through the real conversation over HTTP and, after an
// upgrade, through the real WebSocket, over a pair of connected sockets, in pieces of any size.
// For any input, the answers are HTTP and then WebSocket frames that a client can read, each
// delivered message is complete text within the limit, and the connection ends when its peer does.
#include "protocol/codec.hpp"
#include "server/log/log.hpp"
#include "server/net/websocket.hpp"
#include "tests/fuzz/input.hpp"
#include "tests/fuzz/spoken.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>

#include <array>
#include <chrono>
#include <exception>
#include <memory>
#include <string>
#include <sys/socket.h>
#include <unistd.h>
#include <vector>

namespace jaipur::fuzz {

namespace {

namespace asio = boost::asio;
namespace net = server::net;

constexpr std::string_view upgrade =
    "GET /ws HTTP/1.1\r\nHost: h\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
    "Sec-WebSocket-Protocol: jaipur.v1\r\n\r\n";

// What a link to a room shows; not every room is there.
std::optional<protocol::Invitation> invitation(const server::core::Address&,
                                               const std::string& room, server::core::LinkTo) {
    protocol::Invitation shown;
    shown.room = room;
    shown.owner = "<\"&'>";
    return room < "M" ? std::optional(shown) : std::nullopt;
}

// A tiny page, so that each of its encodings is sent whole.
constexpr std::array<net::PageFile, 2> page{{
    {"/",
     "text/html",
     net::Caching::Revalidate,
     {"page", "\"p\""},
     {"pag", "\"g\""},
     {"pa", "\"b\""}},
    {"/assets/a.js", "text/javascript", net::Caching::Forever, {"", "\"e\""}, {}, {}},
}};

// If Beast's read and close wait for each other, only a timeout ends both.
server::core::Limits quick_limits() {
    server::core::Limits limits;
    limits.closing_timeout = std::chrono::milliseconds(5);
    limits.address_request_burst = 4;
    return limits;
}

// The server's handling of messages here.
struct Talk {
    const server::core::Limits limits = quick_limits();
    server::core::ConnectionQuota gate{limits};
    net::Site site;
    std::vector<net::Site::ReplayFound> looked_for; // not found yet
    bool over = false;
    int closings = 0;
};

void answer_message(net::WebSocket& socket, std::string_view frame) {
    const auto request = protocol::decode(frame);
    protocol::ServerMessage reply =
        request ? protocol::ServerMessage(protocol::Ok{request->id, {}}) : request.error();
    const auto outgoing =
        server::core::encoded(std::make_shared<const protocol::ServerMessage>(std::move(reply)));
    int times = 1;
    if (request && is<protocol::ListRooms>(request->body))
        times = 100; // more than may be queued
    for (; times > 0; --times)
        socket.send(outgoing);
    socket.flush();
    if (request && is<protocol::LeaveRoom>(request->body))
        socket.close(protocol::CloseCode::ServiceRestart);
    if (request && is<protocol::Resign>(request->body))
        socket.abort();
}

asio::awaitable<void> serve(std::shared_ptr<net::WebSocket> socket, Talk& talk) {
    const auto opened = co_await socket->open(talk.site);
    if (!opened)
        co_return;
    const auto message = [&talk, here = socket.get()](std::string_view text) {
        require(text.size() <= talk.limits.message_bytes, "a message stays within its limit");
        require(is_utf8(text), "a message is valid UTF-8");
        answer_message(*here, text);
        return true;
    };
    socket->start({message, [](std::chrono::milliseconds) {},
                   [&talk] { require(++talk.closings == 1, "the end is reported once"); }});
}

asio::io_context& context() {
    static asio::io_context one(1);
    return one;
}

std::shared_ptr<net::Timekeeper> timekeeper() {
    static const auto one = std::make_shared<net::Timekeeper>(context().get_executor());
    return one;
}

// Both ends of one connection.
class Conversation {
  public:
    Conversation(bool full, bool metrics) {
        if (metrics)
            talk_.site.metrics = [] { return std::string("jaipur_up 1\n"); };
        talk_.site.page = page;
        talk_.site.preview = invitation;
        talk_.site.allowed_origins = {"https://example.org"};
        talk_.site.trusted_proxies = {*net::parse_network("::/0")};
        talk_.site.may_ask = [this](const server::core::Address& from) {
            return talk_.gate.may_ask(from, {});
        };
        talk_.site.session = [this, full](const server::core::Address& from) {
            return full ? server::core::ConnectionQuota::Refusal::Full
                        : talk_.gate.session(from, {});
        };
        talk_.site.find_replay = [this](const protocol::MatchId& match,
                                        const server::core::Address& from,
                                        net::Site::ReplayFound found) {
            auto entry = talk_.gate.download(from, 2, {});
            if (const auto* refusal = std::get_if<server::core::ConnectionQuota::Refusal>(&entry))
                return found(*refusal);
            if (match[0] == 0)
                return found({});
            if (match[0] == 1)
                return found(
                    net::FoundReplay{"{}", std::get<server::core::ConnectionQuota::Ticket>(entry)});
            talk_.looked_for.push_back(std::move(found)); // the store is slow
        };
        std::array<int, 2> ends{};
        require(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, ends.data()) ==
                    0,
                "there are sockets");
        peer_ = ends[0];
        net::Socket socket(context());
        socket.assign(asio::ip::tcp::v4(), ends[1]); // any stream works
        std::shared_ptr<void> ticket(&talk_,
                                     [](void* talk) { static_cast<Talk*>(talk)->over = true; });
        const auto connection = net::make_websocket(std::move(socket), nullptr, timekeeper(),
                                                    talk_.limits, std::move(ticket));
        asio::co_spawn(context(), serve(connection, talk_),
                       [](const std::exception_ptr& failed) { require(!failed, "no exception"); });
    }

    // In pieces of this many bytes; 0: at once.
    void send(std::string_view bytes, std::size_t piece) {
        while (!bytes.empty()) {
            const std::string_view now = bytes.substr(0, piece == 0 ? bytes.size() : piece);
            bytes.remove_prefix(now.size());
            if (::send(peer_, now.data(), now.size(), MSG_NOSIGNAL) <= 0)
                return; // it has hung up
            go_on();
        }
    }

    void find_replays() {
        for (auto& found : std::exchange(talk_.looked_for, {}))
            found(net::FoundReplay{"{\"v\":1}", {}});
        go_on();
    }

    void go_on() {
        context().restart();
        context().poll();
        std::array<char, 4096> bytes;
        for (;;) {
            const auto count = ::recv(peer_, bytes.data(), bytes.size(), 0);
            if (count <= 0)
                return;
            heard_.append(bytes.data(), static_cast<std::size_t>(count));
        }
    }

    // The peer ends its stream, or hangs up at once; then both ends are done.
    const std::string& end(bool half) {
        if (half) {
            ::shutdown(peer_, SHUT_WR);
            go_on();
        }
        find_replays();
        ::close(peer_);
        using Clock = std::chrono::steady_clock;
        const auto soon = Clock::now() + std::chrono::seconds(5);
        for (context().restart(); !talk_.over && Clock::now() < soon;)
            context().run_one_until(soon);
        require(talk_.over, "a connection ends when its peer does");
        return heard_;
    }

  private:
    Talk talk_;
    int peer_ = -1;
    std::string heard_;
};

// ---- frames, in a short form -------------------------------------------------------------------

std::string frame(std::uint8_t first, std::string_view payload, bool masked) {
    std::string bytes(1, static_cast<char>(first));
    const auto mask = static_cast<std::uint8_t>(masked ? 0x80 : 0);
    const auto push = [&](std::size_t byte) { bytes += static_cast<char>(byte & 0xff); };
    if (payload.size() < 126) {
        push(payload.size() | mask);
    } else {
        push(126u | mask);
        push(payload.size() >> 8);
        push(payload.size());
    }
    if (masked)
        bytes.append(4, '\0'); // a mask that changes nothing
    return bytes.append(payload);
}

std::string frames(Input& input) {
    std::string bytes;
    while (!input.empty()) {
        switch (static_cast<char>(input.byte())) {
        case 't':
            bytes += frame(0x81, input.line(), true);
            break;
        case 'h': {
            const std::uint8_t first = input.byte();
            bytes += frame(first, input.line(), true);
            break;
        }
        case 'c': {
            const std::uint8_t first = input.byte();
            bytes += frame(first, input.take(input.byte() % 128), true);
            break;
        }
        case 'u':
            bytes += frame(0x81, input.line(), false);
            break;
        case 'L': {
            const std::uint8_t first = input.byte();
            bytes += frame(first, std::string(input.number(2) % 5000, 'x'), true);
            break;
        }
        case 'r':
            bytes += input.line();
            break;
        default:
            break;
        }
    }
    return bytes;
}

// A request as a value, without parsing.
void answer_value(Input input) {
    net::HttpRequest request;
    request.version = input.flag() ? 11 : 10;
    request.method = input.line();
    request.target = input.line();
    while (!input.empty()) {
        std::string name(input.until(':'));
        request.headers.emplace_back(std::move(name), input.line());
    }
    net::Site site;
    site.page = page;
    site.allowed_origins = {"https://example.org"};
    site.preview = invitation;
    site.session = [](const server::core::Address&) { return std::make_shared<char>(); };
    const auto answer = net::answer(request, site);
    if (const auto* response = std::get_if<net::HttpResponse>(&answer))
        check_spoken(net::head_of(*response, net::After::Close).append(response->content()));
}

} // namespace

} // namespace jaipur::fuzz

JAIPUR_FUZZ(http_fuzz) {
    using namespace jaipur::fuzz;
    jaipur::server::log::set_level(jaipur::server::log::Level::Off);
    Input input(data, size);
    const std::uint8_t bits = input.byte();
    const std::size_t piece = input.byte();
    if (bits % 4 == 3) {
        answer_value(input);
        return 0;
    }
    Conversation conversation((bits & 16) != 0, (bits & 32) != 0);
    if (bits % 4 != 0)
        conversation.send(upgrade, 0);
    if (bits % 4 == 2)
        conversation.send(frames(input), piece);
    else
        conversation.send(input.rest(), piece);
    if ((bits & 8) != 0)
        conversation.find_replays();
    check_spoken(conversation.end((bits & 4) != 0));
    return 0;
}
