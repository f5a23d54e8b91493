// A stream of bytes to a server: plain, or encrypted (TLS) if its address is secure. For Beast it
// is one type, so WebSockets and HTTP are compiled once. It must not know what the bytes mean.
#pragma once

#include "client/console/address.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/async_result.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/system/error_code.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace boost::asio {
class io_context;
}

namespace jaipur::client::network {

// Why there is no connection. `why` follows "Can't reach HOST:".
struct Failure {
    enum class Kind : std::uint8_t {
        Passing,   // another attempt may succeed
        Untrusted, // its certificate, or the encryption that it offers
        NotTls,    // the server answers, but not encrypted
        OnlyTls,   // it requires an encrypted connection
    } kind{};
    std::string why;

    bool is_passing() const { return kind == Kind::Passing; }
};

class Wire {
  public:
    using executor_type = boost::asio::any_io_executor;
    using Opened = std::function<void(const std::optional<Failure>&)>;

    // `ca`: a file of certificates to trust besides the system's; may be empty.
    Wire(boost::asio::io_context& context, std::string ca);
    Wire(const Wire&) = delete;
    Wire& operator=(const Wire&) = delete;
    ~Wire();

    // Once. Looks the host up, connects, and agrees on encryption; checks the certificate.
    void open(const Address& address, std::chrono::milliseconds within, Opened opened);
    // Ends everything under way.
    void close();

    // After a plain connection failed: whether the server may have expected an encrypted one.
    bool may_want_tls() const;

    executor_type get_executor();

    template <class Buffers, class Token>
    auto async_read_some(const Buffers& buffers, Token&& token) {
        return boost::asio::async_initiate<Token, Signature>(
            [this](auto handler, boost::asio::mutable_buffer into) {
                read(into, shared(std::move(handler)));
            },
            token, first_of(buffers));
    }

    template <class Buffers, class Token>
    auto async_write_some(const Buffers& buffers, Token&& token) {
        outgoing_.resize(std::min(boost::asio::buffer_size(buffers), most_at_once));
        boost::asio::buffer_copy(boost::asio::buffer(outgoing_), buffers);
        return boost::asio::async_initiate<Token, Signature>(
            [this](auto handler) { write(shared(std::move(handler))); }, token);
    }

  private:
    class Connection;
    using Signature = void(boost::system::error_code, std::size_t);
    using Done = std::function<Signature>;

    static constexpr std::size_t most_at_once = 64 << 10;

    // Beast's handlers can be moved, but not copied.
    template <class Handler>
    static Done shared(Handler given) {
        return [kept = std::make_shared<Handler>(std::move(given))](boost::system::error_code error,
                                                                    std::size_t bytes) {
            Handler handler(std::move(*kept));
            handler(error, bytes);
        };
    }

    template <class Buffers>
    static boost::asio::mutable_buffer first_of(const Buffers& buffers) {
        for (auto it = boost::asio::buffer_sequence_begin(buffers);
             it != boost::asio::buffer_sequence_end(buffers); ++it)
            if (boost::asio::mutable_buffer buffer(*it); buffer.size() > 0)
                return buffer;
        return {};
    }

    void read(boost::asio::mutable_buffer into, Done done);
    void write(Done done);

    // Beast closes a connection by these.
    friend void beast_close_socket(Wire& wire) { wire.close(); }

    std::string outgoing_; // one text for TLS, which would make a record of each buffer
    std::shared_ptr<Connection> connection_;
};

// Whether the server at a plain address speaks TLS; says false if it can't tell in time. Opens a
// wire for that, which is useless afterwards.
void ask_for_tls(Wire& wire, Address address, std::function<void(bool speaks)> answer);

} // namespace jaipur::client::network
