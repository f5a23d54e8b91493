#include "client/console/network/web_socket.hpp"

#include "client/console/network/fetch.hpp"
#include "client/console/translation.hpp"
#include "client/console/words/words.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>

#include <chrono>
#include <deque>
#include <string_view>
#include <utility>

namespace jaipur::client::network {

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
using tcp = asio::ip::tcp;
using beast::error_code;

constexpr std::string_view subprotocol = "jaipur.v1";
constexpr std::chrono::seconds connect_timeout{8};
// The largest message of a server is a list of fifty rooms.
constexpr std::size_t largest_message = 256 << 10;
constexpr std::size_t largest_outbox = 1000; // texts; a connection that far behind is dead

bool is_cut(error_code error) {
    return error == asio::error::eof || error == asio::error::connection_reset ||
           error == asio::error::broken_pipe || error == asio::error::connection_aborted ||
           error == http::error::end_of_stream || error == http::error::partial_message;
}

// A network error in words.
std::string in_words(error_code error) {
    if (is_cut(error))
        return _("it closed the connection");
    if (error == asio::error::operation_aborted || error == asio::error::timed_out ||
        error == beast::error::timeout)
        return _("it didn't answer in time");
    if (error.category() == asio::error::get_netdb_category())
        return _("its host name was not found");
    return error.message();
}

} // namespace

// One connection from its first attempt to its end. Its callbacks keep it alive; it reports nothing
// after `let_go`.
class WebSocketConnection::Attempt : public std::enable_shared_from_this<Attempt> {
    // Calls `next` after an operation that succeeded.
    template <class Next>
    auto then(Next next) {
        return [this, self = shared_from_this(), next](error_code error, const auto& result) {
            if (events_ && error)
                fail(0, in_words(error));
            else if (events_)
                next(result);
        };
    }

  public:
    Attempt(asio::io_context& context, session::ConnectionEvents& events)
        : events_(&events), resolver_(context), socket_(context) {}

    void start(const Address& address) {
        host_ = text_of(address);
        resolver_.async_resolve(address.host, address.port,
                                then([this](const auto& results) { connect(results); }));
    }

    void send(std::string text) {
        if (outbox_.size() >= largest_outbox)
            return;
        outbox_.push_back(std::move(text));
        if (open_ && outbox_.size() == 1)
            write();
    }

    void let_go() {
        events_ = nullptr;
        resolver_.cancel();
        if (open_)
            socket_.async_close(websocket::close_code::normal,
                                [self = shared_from_this()](error_code) {});
        else
            beast::get_lowest_layer(socket_).close();
    }

  private:
    void connect(const tcp::resolver::results_type& results) {
        beast::get_lowest_layer(socket_).expires_after(connect_timeout);
        beast::get_lowest_layer(socket_).async_connect(
            results, then([this](const tcp::endpoint&) { connected(); }));
    }

    void connected() {
        error_code ignored;
        beast::get_lowest_layer(socket_).socket().set_option(tcp::no_delay(true), ignored);
        beast::get_lowest_layer(socket_).expires_never();
        websocket::stream_base::timeout timeout{};
        timeout.handshake_timeout = connect_timeout;
        timeout.idle_timeout = websocket::stream_base::none(); // the session pings
        timeout.keep_alive_pings = false;
        socket_.set_option(timeout);
        socket_.read_message_max(largest_message);
        socket_.set_option(websocket::stream_base::decorator([](websocket::request_type& request) {
            request.set(http::field::sec_websocket_protocol, subprotocol);
            request.set(http::field::user_agent, "jaipur-client");
        }));
        socket_.async_handshake(
            response_, host_, "/ws",
            [self = shared_from_this()](error_code failed) { self->handshake_done(failed); });
    }

    void handshake_done(error_code error) {
        if (!events_)
            return;
        if (error == websocket::error::upgrade_declined)
            return fail(0, words::declined(response_.result_int()));
        if (error)
            return fail(0, in_words(error));
        open_ = true;
        if (response_[http::field::sec_websocket_protocol] != subprotocol) {
            session::ConnectionEvents* const events = std::exchange(events_, nullptr);
            let_go();
            events->closed(0, _("it doesn't speak {0}", subprotocol));
            return;
        }
        read();
        if (!outbox_.empty())
            write();
        events_->opened();
    }

    void read() {
        socket_.async_read(buffer_, [self = shared_from_this()](error_code error, std::size_t) {
            self->on_read(error);
        });
    }

    void on_read(error_code error) {
        if (error == websocket::error::closed) {
            const auto reason = socket_.reason();
            return fail(reason.code, std::string_view(reason.reason.data(), reason.reason.size()));
        }
        if (error) // the session logs the loss anyway
            return fail(0, is_cut(error) ? "" : in_words(error));
        const std::string text = beast::buffers_to_string(buffer_.data());
        buffer_.consume(buffer_.size());
        if (events_)
            events_->received(text);
        read(); // also after `let_go`, to wait for the closing handshake
    }

    void write() {
        socket_.text(true);
        socket_.async_write(
            asio::buffer(outbox_.front()),
            [self = shared_from_this()](error_code error, std::size_t) { self->written(error); });
    }

    void written(error_code error) {
        if (error)
            return; // reading reports it
        outbox_.pop_front();
        if (!outbox_.empty())
            write();
    }

    void fail(std::uint16_t code, std::string_view reason) {
        open_ = false;
        if (session::ConnectionEvents* const events = std::exchange(events_, nullptr))
            events->closed(code, reason);
    }

    session::ConnectionEvents* events_;
    tcp::resolver resolver_;
    websocket::stream<beast::tcp_stream> socket_;
    websocket::response_type response_;
    beast::flat_buffer buffer_;
    std::deque<std::string> outbox_;
    std::string host_;
    bool open_ = false;
};

WebSocketConnection::WebSocketConnection(asio::io_context& context, Address address)
    : context_(context), address_(std::move(address)) {}

WebSocketConnection::~WebSocketConnection() {
    shut();
}

void WebSocketConnection::open() {
    shut();
    attempt_ = std::make_shared<Attempt>(context_, *events_);
    attempt_->start(address_);
}

void WebSocketConnection::send(std::string text) {
    if (attempt_)
        attempt_->send(std::move(text));
}

void WebSocketConnection::shut() {
    if (auto attempt = std::exchange(attempt_, nullptr))
        attempt->let_go();
}

// ---- one GET -----------------------------------------------------------------------------------

namespace {

// Lives on the stack of `fetch`, as long as its context.
class Get {
    // Calls `next` after an operation that succeeded.
    template <class Next>
    auto then(Next next) {
        return [this, next](error_code error, const auto& result) {
            if (error == http::error::body_limit)
                fail(_("its answer is too large for a replay"));
            else if (error)
                fail(in_words(error));
            else
                next(result);
        };
    }

  public:
    Get(const Address& address, const std::string& path, std::size_t largest)
        : resolver_(context_), socket_(context_), request_(http::verb::get, path, 11) {
        request_.set(http::field::host, text_of(address));
        request_.set(http::field::user_agent, "jaipur-client");
        request_.set(http::field::connection, "close");
        parser_.body_limit(largest);
        const auto ask = [this](const tcp::endpoint&) {
            http::async_write(socket_, request_, then([this](std::size_t) { read(); }));
        };
        const auto connect = [this, ask](const tcp::resolver::results_type& results) {
            socket_.async_connect(results, then(ask));
        };
        resolver_.async_resolve(address.host, address.port, then(connect));
    }

    Fetched run(std::chrono::milliseconds within) {
        context_.run_for(within);
        if (!context_.stopped())
            fail(_("it didn't answer in time"));
        return std::move(fetched_);
    }

  private:
    void read() {
        const auto take = [this](std::size_t) {
            fetched_ = {
                static_cast<int>(parser_.get().result_int()), std::move(parser_.get().body()), {}};
        };
        http::async_read(socket_, buffer_, parser_, then(take));
    }

    void fail(std::string_view why) { fetched_ = {0, {}, std::string(why)}; }

    asio::io_context context_;
    tcp::resolver resolver_;
    beast::tcp_stream socket_;
    http::request<http::empty_body> request_;
    http::response_parser<http::string_body> parser_;
    beast::flat_buffer buffer_;
    Fetched fetched_;
};

} // namespace

Fetched fetch(const Address& address, const std::string& path, std::size_t largest,
              std::chrono::milliseconds within) {
    return Get(address, path, largest).run(within);
}

} // namespace jaipur::client::network
