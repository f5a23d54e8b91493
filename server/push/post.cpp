#include "server/push/post.hpp"

#include "server/net/as_values.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/ip/address.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/host_name_verification.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>
#include <openssl/ssl.h>

#include <charconv>
#include <memory>
#include <system_error>
#include <vector>

namespace jaipur::server::push {

namespace {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using asio::ip::tcp;
using net::as_values;

constexpr std::uint32_t most_header = 8 << 10; // bytes of an answer's

// How long the service keeps a message for a browser that is offline. The same for all rooms: it
// would tell the service how long their players may take for a move.
constexpr std::chrono::seconds time_to_live = std::chrono::days{7};

// What the deadline ends.
struct Attempt {
    Attempt(const asio::any_io_executor& executor, asio::ssl::context& tls)
        : stream(executor, tls), deadline(executor) {}

    void end() {
        boost::system::error_code ignored;
        stream.lowest_layer().close(ignored);
    }

    asio::ssl::stream<tcp::socket> stream;
    asio::steady_timer deadline;
    bool over = false; // before anything that could hang
};

// Sets the TLS server name (SNI). The macro has an old-style cast.
bool set_server_name(SSL* tls, std::string host) {
    return SSL_ctrl(tls, SSL_CTRL_SET_TLSEXT_HOSTNAME, TLSEXT_NAMETYPE_host_name, host.data()) == 1;
}

bool expect_host(asio::ssl::stream<tcp::socket>& stream, const std::string& host) {
    boost::system::error_code failed;
    stream.set_verify_mode(asio::ssl::verify_peer, failed);
    if (!failed)
        stream.set_verify_callback(asio::ssl::host_name_verification(host), failed);
    boost::system::error_code is_name;
    asio::ip::make_address(host, is_name);
    return !failed && (!is_name || set_server_name(stream.native_handle(), host));
}

http::request<http::string_body> request_for(const Posting& posting) {
    http::request<http::string_body> request(http::verb::post, posting.to.target, 11);
    constexpr std::size_t scheme = 8; // "https://"
    request.set(http::field::host, posting.to.origin.substr(scheme));
    request.set(http::field::authorization, posting.authorization);
    request.set(http::field::content_type, "application/octet-stream");
    request.set(http::field::content_encoding, "aes128gcm");
    request.set("TTL", std::to_string(time_to_live.count()));
    request.set("Urgency", "normal");
    request.set("Topic", posting.topic);
    request.set(http::field::connection, "close");
    request.body() = posting.body;
    request.prepare_payload();
    return request;
}

// Only as a number of seconds; a date would need their clock.
std::optional<std::chrono::seconds> retry_after(boost::beast::string_view text) {
    unsigned seconds = 0;
    const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
    const bool fits = error == std::errc{} && rest == text.data() + text.size();
    return fits ? std::optional(std::chrono::seconds(seconds)) : std::nullopt;
}

// The addresses of the host that the server may connect to. Blocks the thread.
asio::awaitable<std::optional<std::vector<tcp::endpoint>>> resolve(const Endpoint& to,
                                                                   const Reach& reach) {
    tcp::resolver names(co_await asio::this_coro::executor);
    boost::system::error_code failed;
    const auto found =
        names.resolve(to.host, std::to_string(to.port), tcp::resolver::numeric_service, failed);
    if (failed)
        co_return std::nullopt;
    std::vector<tcp::endpoint> result;
    for (const auto& entry : found)
        if (reach.contains(entry.endpoint().address(), entry.endpoint().port()))
            result.push_back(entry.endpoint());
    co_return result;
}

asio::awaitable<bool> connect(Attempt& attempt, const std::vector<tcp::endpoint>& addresses) {
    auto& socket = attempt.stream.lowest_layer();
    for (const tcp::endpoint& address : addresses) {
        boost::system::error_code ignored;
        socket.close(ignored);
        const auto [failed] = co_await socket.async_connect(address, as_values);
        if (attempt.over)
            co_return false;
        if (!failed)
            co_return true;
    }
    co_return false;
}

// On a connection to an address that was checked.
asio::awaitable<Answer> exchange(Attempt& attempt, const Posting& posting) {
    if (!expect_host(attempt.stream, posting.to.host))
        co_return Answer{};
    const auto [untrusted] =
        co_await attempt.stream.async_handshake(asio::ssl::stream_base::client, as_values);
    if (untrusted)
        co_return Answer{};
    const auto request = request_for(posting);
    const auto [not_sent, sent] = co_await http::async_write(attempt.stream, request, as_values);
    if (not_sent)
        co_return Answer{};
    boost::beast::flat_buffer buffer(most_header);
    http::response_parser<http::empty_body> answer;
    answer.header_limit(most_header);
    const auto [not_read, read] =
        co_await http::async_read_header(attempt.stream, buffer, answer, as_values);
    if (not_read)
        co_return Answer{};
    const auto& header = answer.get();
    co_return Answer{Answer::Kind::Answered, static_cast<int>(header.result_int()),
                     retry_after(header[http::field::retry_after])};
}

} // namespace

asio::awaitable<Answer> post(const Posting& posting, const Reach& reach, asio::ssl::context& tls,
                             asio::thread_pool& look_up, std::chrono::milliseconds timeout) {
    const auto executor = co_await asio::this_coro::executor;
    // The timer's handler may run after this coroutine.
    const auto attempt = std::make_shared<Attempt>(executor, tls);
    attempt->deadline.expires_after(timeout);
    attempt->deadline.async_wait([attempt](const boost::system::error_code& cancelled) {
        if (cancelled)
            return;
        attempt->over = true;
        attempt->end();
    });
    Answer answer;
    // Asio's own resolver has a single thread: a slow name server would delay all messages.
    const auto addresses =
        co_await asio::co_spawn(look_up, resolve(posting.to, reach), asio::use_awaitable);
    if (addresses && addresses->empty())
        answer.kind = Answer::Kind::Forbidden;
    else if (addresses && !attempt->over) {
        const bool connected = co_await connect(*attempt, *addresses);
        if (connected)
            answer = co_await exchange(*attempt, posting);
    }
    attempt->deadline.cancel();
    attempt->end();
    co_return answer;
}

} // namespace jaipur::server::push
