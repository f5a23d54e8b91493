#include "server/net/http_conversation.hpp"

#include "server/net/as_values.hpp"
#include "server/net/link_answer.hpp"

#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/error.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>

#include <array>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace jaipur::server::net {

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using Clock = std::chrono::steady_clock;
using ErrorCode = boost::system::error_code;
using Parser = http::request_parser<http::empty_body>;

HttpRequest plain_request(const http::request<http::empty_body>& request) {
    HttpRequest result;
    result.method = request.method_string();
    result.target = request.target();
    result.version = static_cast<int>(request.version());
    for (const auto& field : request)
        result.headers.emplace_back(field.name_string(), field.value());
    return result;
}

core::Address client_of(const HttpRequest& request, Wire& wire, const Site& site) {
    ErrorCode gone; // if the peer is gone, the next read reports it
    const auto peer = wire.socket().remote_endpoint(gone).address();
    return client_address(peer, words(request, "x-forwarded-for"), site.trusted_proxies);
}

Scheme scheme_of(const Wire& wire) {
    return wire.has_tls() ? Scheme::Https : Scheme::Http;
}

bool is_http_error(const ErrorCode& error) {
    return error.category() == make_error_code(http::error::bad_method).category();
}

// The answer to a request that couldn't be parsed; nothing if the peer is gone.
std::optional<HttpResponse> complaint(const ErrorCode& error) {
    if (!is_http_error(error) || error == http::error::end_of_stream ||
        error == http::error::partial_message)
        return std::nullopt;
    if (error == http::error::header_limit || error == http::error::buffer_overflow)
        return plain(431, "The headers are too long.");
    return plain(400, "This is not an HTTP request.");
}

// Waits for the store's answer, or until the connection ends.
asio::awaitable<ReplayResult> find_replay(Wire& wire, const Site& site, protocol::MatchId match,
                                          core::Address client) {
    struct Search {
        asio::steady_timer done; // cancelled by the answer
        std::optional<ReplayResult> result;
    };

    const auto search = std::make_shared<Search>(
        Search{asio::steady_timer(wire.get_executor(), asio::steady_timer::time_point::max()), {}});
    site.find_replay(match, client, [search](ReplayResult result) {
        search->result = std::move(result);
        search->done.cancel();
    });
    while (!search->result && wire.socket().is_open())
        co_await search->done.async_wait(as_values);
    co_return std::move(search->result).value_or(ReplayResult());
}

constexpr std::size_t piece_size = 64 << 10;

// False: the connection failed. The write timeout applies to each piece, so that a client can't
// stretch it by reading a byte now and then. A small body is sent with its head, in one packet.
asio::awaitable<bool> write_in_pieces(Wire& wire, Liveness& liveness, std::string_view head,
                                      std::string_view body) {
    do {
        const std::string_view piece = body.substr(0, piece_size);
        const std::array parts{asio::buffer(head.data(), head.size()),
                               asio::buffer(piece.data(), piece.size())};
        liveness.answering(Clock::now());
        const auto [error, size] = co_await asio::async_write(wire, parts, as_values);
        if (error)
            co_return false;
        head = {};
        body.remove_prefix(piece.size());
    } while (!body.empty());
    co_return true;
}

enum class Then : bool { End, NextRequest };

asio::awaitable<Then> respond(Wire& wire, Liveness& liveness, const Parser& parser,
                              const HttpResponse& response) {
    // 429 closes the connection; otherwise one connection could send requests without end.
    const bool keeps = response.status != 429 && !response.is_last && parser.is_header_done() &&
                       parser.is_done() && parser.get().keep_alive();
    const bool head = parser.is_header_done() && parser.get().method() == http::verb::head;
    const std::string bytes =
        head_of(response, keeps ? After::KeepAlive : After::Close, scheme_of(wire));
    const std::string_view body = head ? std::string_view{} : response.content();
    const bool taken = co_await write_in_pieces(wire, liveness, bytes, body);
    if (!taken)
        co_return Then::End;
    if (keeps)
        co_return Then::NextRequest;
    co_await wire.async_drain(as_values);
    co_return Then::End;
}

} // namespace

asio::awaitable<std::optional<GrantedUpgrade>> converse_over_http(Wire& wire, Liveness& liveness,
                                                                  Timekeeper::Watch& watch,
                                                                  const core::Limits& limits,
                                                                  const Site& site) {
    beast::flat_buffer buffer(limits.header_bytes);
    for (;;) {
        Parser parser;
        parser.header_limit(static_cast<std::uint32_t>(limits.header_bytes));
        parser.body_limit(boost::none); // no body is ever read
        const auto [error, size] =
            co_await http::async_read_header(wire, buffer, parser, as_values);
        if (error) {
            if (const auto response = complaint(error))
                co_await respond(wire, liveness, parser, *response);
            co_return std::nullopt;
        }
        HttpRequest request = plain_request(parser.get());
        request.from = client_of(request, wire, site);
        request.scheme = scheme_of(wire);
        HttpAnswer reply = answer(request, site);
        // A client must wait for the answer before it sends WebSocket frames.
        const bool more_came = buffer.size() > 0 || !parser.is_done();
        if (std::holds_alternative<Upgrade>(reply) && more_came)
            reply = plain(400, "Nothing may follow an upgrade request.");
        if (auto* upgrade = std::get_if<Upgrade>(&reply))
            co_return GrantedUpgrade{std::move(request), std::move(*upgrade)};
        if (const auto* wants = std::get_if<WantsReplay>(&reply)) {
            liveness.answering(Clock::now());
            auto found = co_await find_replay(wire, site, wants->match, request.from);
            reply = wants->page ? replay_previewed(found, *wants->page, site)
                                : replay_found(std::move(found));
        }
        const auto then = co_await respond(wire, liveness, parser, std::get<HttpResponse>(reply));
        if (then == Then::End)
            co_return std::nullopt;
        liveness.request_awaited(Clock::now());
        watch.hurry();
    }
}

} // namespace jaipur::server::net
