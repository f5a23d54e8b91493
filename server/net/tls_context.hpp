// A certificate with its key, and how the server speaks TLS: versions, ciphers, tickets. It must
// not know about sockets, or when a certificate is replaced.
#pragma once

#include "server/net/tls.hpp"

#include <chrono>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>

namespace jaipur::server::net {

// PEM. The first file may go on with the certificates of the authorities in between.
struct TlsFiles {
    std::filesystem::path certificate;
    std::filesystem::path key;
    friend bool operator==(const TlsFiles&, const TlsFiles&) = default;
};

// A certificate that can't be used. Says why, in words for the operator.
struct TlsError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

class TlsContext {
  public:
    // Throws TlsError.
    explicit TlsContext(const TlsFiles& files);

    // Keeps what it needs of the context, which may be replaced meanwhile.
    std::unique_ptr<TlsSession> session(int descriptor) const;

    std::chrono::sys_seconds valid_from() const { return valid_from_; }

    std::chrono::sys_seconds valid_until() const { return valid_until_; }

    // The first host that it is for; empty: none, or only `*.example.org` and the like.
    const std::string& host() const { return host_; }

    // Tickets with which clients can resume get a new key; the old ones are void.
    void renew_ticket_key();

  private:
    std::shared_ptr<ssl_ctx_st> context_;
    std::chrono::sys_seconds valid_from_, valid_until_;
    std::string host_;
};

} // namespace jaipur::server::net
