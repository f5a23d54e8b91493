#include "client/console/network/wire.hpp"

#include "client/console/network/failure.hpp"
#include "client/console/network/tls.hpp"
#include "client/console/translation.hpp"

#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>

namespace jaipur::client::network {

namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

constexpr unsigned char tls_alert = 0x15; // the first byte of such a record

} // namespace

// What the callbacks keep alive; they do nothing after `close`.
class Wire::Connection : public std::enable_shared_from_this<Connection> {
  public:
    Connection(asio::io_context& context, std::string ca)
        : ca_(std::move(ca)), resolver_(context), socket_(context), deadline_(context) {}

    void open(const Address& address, std::chrono::milliseconds within, Opened opened) {
        address_ = address;
        opened_ = std::move(opened);
        deadline_.expires_after(within);
        deadline_.async_wait([self = shared_from_this()](error_code cancelled) {
            if (!cancelled)
                self->finish(Failure{{}, in_words(asio::error::timed_out)});
        });
        resolver_.async_resolve(address_.host, address_.port,
                                [self = shared_from_this()](error_code error, const auto& results) {
                                    if (!self->failed(error))
                                        self->connect(results);
                                });
    }

    void close() {
        const Opened gone = std::exchange(opened_, nullptr); // may own this
        resolver_.cancel();
        deadline_.cancel();
        error_code ignored;
        socket_.close(ignored);
    }

    void read(asio::mutable_buffer into, Done done) {
        auto on_read = [self = shared_from_this(), into,
                        done = std::move(done)](error_code error, std::size_t bytes) {
            if (bytes > 0 && !self->first_byte_)
                self->first_byte_ = *static_cast<const unsigned char*>(into.data());
            done(error, bytes);
        };
        if (tls_)
            tls_->stream().async_read_some(into, std::move(on_read));
        else
            socket_.async_read_some(into, std::move(on_read));
    }

    void write(asio::const_buffer text, Done done) {
        auto on_written = [self = shared_from_this(), done = std::move(done)](
                              error_code error, std::size_t bytes) { done(error, bytes); };
        if (tls_)
            tls_->stream().async_write_some(text, std::move(on_written));
        else
            socket_.async_write_some(text, std::move(on_written));
    }

    // Some servers answer plain requests with an alert, others close the connection.
    bool may_want_tls() const { return !tls_ && (!first_byte_ || *first_byte_ == tls_alert); }

    asio::any_io_executor executor() { return socket_.get_executor(); }

  private:
    void connect(const tcp::resolver::results_type& results) {
        asio::async_connect(socket_, results,
                            [self = shared_from_this()](error_code error, const tcp::endpoint&) {
                                if (!self->failed(error))
                                    self->connected();
                            });
    }

    void connected() {
        error_code ignored;
        socket_.set_option(tcp::no_delay(true), ignored);
        if (!address_.secure)
            return finish(std::nullopt);
        tls_.emplace(socket_);
        if (std::string wrong = tls_->prepare(address_.host, ca_); !wrong.empty())
            return finish(Failure{Failure::Kind::Untrusted, std::move(wrong)});
        tls_->stream().async_handshake(
            asio::ssl::stream_base::client, [self = shared_from_this()](error_code error) {
                if (self->opened_)
                    self->finish(error ? std::optional(self->tls_->failure(error)) : std::nullopt);
            });
    }

    // Whether `open` can't go on.
    bool failed(error_code error) {
        if (opened_ && error)
            finish(Failure{{}, in_words(error)});
        return !opened_;
    }

    void finish(const std::optional<Failure>& failure) {
        Opened opened = std::exchange(opened_, nullptr);
        if (failure)
            close();
        deadline_.cancel();
        if (opened)
            opened(failure);
    }

    Address address_;
    std::string ca_;
    Opened opened_; // while it opens
    tcp::resolver resolver_;
    tcp::socket socket_;
    asio::steady_timer deadline_;
    std::optional<Tls> tls_;
    std::optional<unsigned char> first_byte_; // received
};

Wire::Wire(asio::io_context& context, std::string ca)
    : connection_(std::make_shared<Connection>(context, std::move(ca))) {}

Wire::~Wire() {
    close();
}

void Wire::open(const Address& address, std::chrono::milliseconds within, Opened opened) {
    connection_->open(address, within, std::move(opened));
}

void Wire::close() {
    connection_->close();
}

bool Wire::may_want_tls() const {
    return connection_->may_want_tls();
}

Wire::executor_type Wire::get_executor() {
    return connection_->executor();
}

void Wire::read(asio::mutable_buffer into, Done done) {
    connection_->read(into, std::move(done));
}

void Wire::write(Done done) {
    connection_->write(asio::buffer(outgoing_), std::move(done));
}

void ask_for_tls(Wire& wire, Address address, std::function<void(bool speaks)> answer) {
    constexpr std::chrono::seconds patience{3};
    address.secure = true;
    wire.open(address, patience,
              [&wire, answer = std::move(answer)](const std::optional<Failure>& failure) {
                  wire.close();
                  answer(!failure || failure->kind == Failure::Kind::Untrusted);
              });
}

} // namespace jaipur::client::network
