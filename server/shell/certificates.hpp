// The certificate in use. Looks at its files now and then, and uses the new pair once somebody has
// replaced them; connections that exist keep what they have. A pair that can't be used changes
// nothing. It must not know about connections.
#pragma once

#include "server/net/socket.hpp"
#include "server/net/tls_context.hpp"

#include <boost/asio/steady_timer.hpp>

#include <array>
#include <chrono>
#include <cstdint>
#include <memory>
#include <string>

namespace jaipur::server::shell {

class Certificates {
  public:
    // Throws net::TlsError. Nothing is watched before `start`.
    Certificates(const net::Executor& executor, net::TlsFiles files);

    // Keeps the context running until `stop`.
    void start();
    void stop();

    // Loads the files now, whether or not they have changed.
    void reload();

    // For a new connection.
    std::unique_ptr<net::TlsSession> session(int descriptor) const {
        return context_->session(descriptor);
    }

    const net::TlsContext& current() const { return *context_; }

    std::uint64_t reloads() const { return reloads_; }

    std::uint64_t failed_reloads() const { return failed_reloads_; }

  private:
    // What changes when a file is replaced or written; all zero if there is none.
    using Look = std::array<std::int64_t, 5>;
    using Looks = std::array<Look, 2>;

    static Look look_at(const std::filesystem::path& file);

    Looks look() const { return {look_at(files_.certificate), look_at(files_.key)}; }

    void wait();
    void tick();
    void describe() const;

    const net::TlsFiles files_;
    boost::asio::steady_timer timer_;
    Looks tried_; // when they were last loaded, with success or not
    Looks last_;  // at the last look
    std::unique_ptr<net::TlsContext> context_;
    std::chrono::steady_clock::time_point next_ticket_key_;
    bool stopped_ = false;
    std::uint64_t reloads_ = 0, failed_reloads_ = 0;
};

} // namespace jaipur::server::shell
