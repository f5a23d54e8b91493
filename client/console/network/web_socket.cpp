#include "client/console/network/web_socket.hpp"

#include "client/console/network/failure.hpp"
#include "client/console/network/teardown.hpp"
#include "client/console/network/wire.hpp"
#include "client/console/translation.hpp"
#include "client/console/words/words.hpp"

#include <boost/asio/io_context.hpp>
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
using beast::error_code;

constexpr std::string_view subprotocol = "jaipur.v1";
constexpr std::chrono::seconds connect_timeout{8};
// The largest message of a server is a list of fifty rooms.
constexpr std::size_t largest_message = 256 << 10;
constexpr std::size_t largest_outbox = 1000; // texts; a connection that far behind is dead

// Beast's errors as Asio has them.
error_code plain(error_code error) {
    if (error == beast::error::timeout)
        return asio::error::timed_out;
    if (error == http::error::end_of_stream || error == http::error::partial_message)
        return asio::error::eof;
    return error;
}

} // namespace

// One connection from its first attempt to its end. Its callbacks keep it alive; it reports nothing
// after `let_go`.
class WebSocketConnection::Attempt : public std::enable_shared_from_this<Attempt> {
  public:
    Attempt(asio::io_context& context, const Address& address, std::string ca,
            session::ConnectionEvents& events)
        : address_(address), events_(&events), probe_(context, ""),
          socket_(context, std::move(ca)) {}

    void start() {
        wire().open(address_, connect_timeout,
                    [self = shared_from_this()](const std::optional<Failure>& failure) {
                        if (failure)
                            self->fail(*failure);
                        else
                            self->connected();
                    });
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
        probe_.close();
        if (open_)
            socket_.async_close(websocket::close_code::normal,
                                [self = shared_from_this()](error_code) {});
        else
            wire().close();
    }

  private:
    Wire& wire() { return socket_.next_layer(); }

    void connected() {
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
            response_, authority_of(address_), "/ws",
            [self = shared_from_this()](error_code failed) { self->handshake_done(failed); });
    }

    void handshake_done(error_code beasts) {
        if (!events_)
            return;
        const error_code error = plain(beasts);
        if (error == websocket::error::upgrade_declined)
            return declined();
        if (error && error != asio::error::timed_out && wire().may_want_tls())
            return ask_for_tls(probe_, address_, [self = shared_from_this(), error](bool speaks) {
                self->fail(speaks ? only_tls(self->address_) : Failure{{}, in_words(error)});
            });
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

    void declined() {
        const unsigned status = response_.result_int();
        const auto location = response_[http::field::location];
        const auto failure =
            wants_tls(address_, status, {location.data(), location.size()}, response_.body());
        fail(failure.value_or(Failure{{}, words::declined(status)}));
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

    void fail(const Failure& failure) {
        fail(failure.is_passing() ? 0 : session::cant_be_trusted, failure.why);
    }

    void fail(std::uint16_t code, std::string_view reason) {
        open_ = false;
        if (session::ConnectionEvents* const events = std::exchange(events_, nullptr))
            events->closed(code, reason);
    }

    Address address_;
    session::ConnectionEvents* events_;
    Wire probe_; // for `ask_for_tls`
    websocket::stream<Wire> socket_;
    websocket::response_type response_;
    beast::flat_buffer buffer_;
    std::deque<std::string> outbox_;
    bool open_ = false;
};

WebSocketConnection::WebSocketConnection(asio::io_context& context, Address address, std::string ca)
    : context_(context), address_(std::move(address)), ca_(std::move(ca)) {}

WebSocketConnection::~WebSocketConnection() {
    shut();
}

void WebSocketConnection::open() {
    shut();
    attempt_ = std::make_shared<Attempt>(context_, address_, ca_, *events_);
    attempt_->start();
}

void WebSocketConnection::send(std::string text) {
    if (attempt_)
        attempt_->send(std::move(text));
}

void WebSocketConnection::shut() {
    if (auto attempt = std::exchange(attempt_, nullptr))
        attempt->let_go();
}

} // namespace jaipur::client::network
