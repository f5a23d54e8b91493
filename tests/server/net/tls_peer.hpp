// A client of TLS, by OpenSSL, that the test moves byte by byte; and certificates that are made for
// one test.
#pragma once

#include "server/net/tls_context.hpp"

#include <openssl/ssl.h>

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace jaipur::server::net::test {

// A new folder with a certificate and its key, for `host`; deleted at the end.
class CertificateFolder {
  public:
    explicit CertificateFolder(std::string_view host = "jaipur.test", int days = 1);
    CertificateFolder(const CertificateFolder&) = delete;
    CertificateFolder& operator=(const CertificateFolder&) = delete;
    ~CertificateFolder();

    TlsFiles files() const { return {path_ / "cert.pem", path_ / "key.pem"}; }

    std::filesystem::path write(std::string_view name, std::string_view text) const;
    std::string read(std::string_view name) const;
    // The key, encrypted with a password.
    std::string encrypted_key() const;

  private:
    std::filesystem::path path_;
};

// Two connected sockets that don't block, with small buffers: the server's and the peer's.
struct SocketPair {
    SocketPair();
    SocketPair(const SocketPair&) = delete;
    SocketPair& operator=(const SocketPair&) = delete;
    ~SocketPair();

    void hang_up();

    int server = -1, peer = -1;
};

class TlsPeer {
  public:
    explicit TlsPeer(int descriptor);

    SSL* ssl() { return ssl_.get(); }

    // Takes a step of the handshake; whether it is over.
    bool shake_hands();
    // Encrypts a text; it is sent by `send`.
    void say(std::string_view text);
    // Sends at most so many bytes; how many were left then.
    std::size_t send(std::size_t at_most = 1 << 20);
    // Receives at most so many bytes; whether there were any.
    bool receive(std::size_t at_most = 1 << 20);
    // What has been received so far, decrypted.
    std::string heard();

  private:
    int descriptor_;
    std::unique_ptr<SSL_CTX, decltype(&SSL_CTX_free)> context_;
    std::unique_ptr<SSL, decltype(&SSL_free)> ssl_;
    std::string waiting_; // not sent yet
};

// Until both have finished, or one has failed. `piece`: how many bytes move at a time.
TlsStep shake_hands(TlsSession& session, TlsPeer& peer, std::size_t piece = 1 << 20);

} // namespace jaipur::server::net::test
