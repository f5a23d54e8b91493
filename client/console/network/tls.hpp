// Encryption of one connection, and which certificates to trust: the system's, and a file of the
// user's. The certificate must be valid now, and for the host.
#pragma once

#include "client/console/network/wire.hpp"

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/stream.hpp>

#include <string>

namespace jaipur::client::network {

class Tls {
  public:
    using Stream = boost::asio::ssl::stream<boost::asio::ip::tcp::socket&>;

    explicit Tls(boost::asio::ip::tcp::socket& socket);
    Tls(const Tls&) = delete;
    Tls& operator=(const Tls&) = delete;

    // Before the handshake; returns what is wrong, empty if nothing is.
    std::string prepare(const std::string& host, const std::string& ca);

    Stream& stream() { return stream_; }

    // Why the handshake failed.
    Failure failure(boost::system::error_code error) const;

  private:
    boost::asio::ssl::context context_;
    Stream stream_;
    std::string distrust_; // of the certificate, in words
};

// What is wrong with a file of certificates to trust; empty if nothing is.
std::string check_ca(const std::string& file);

} // namespace jaipur::client::network
