// Hashes passwords on a separate thread, one after the other: hashing is slow on purpose, and
// nobody else may have to wait for it.
#pragma once

#include "server/core/delivery.hpp"
#include "server/core/password.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/thread_pool.hpp>

#include <atomic>
#include <functional>
#include <optional>

namespace jaipur::server::shell {

class Hasher {
  public:
    // Called on `executor`, in the order of the calls of `hash`; empty if hashing failed (no
    // memory).
    using Answer = std::function<void(core::SessionId, std::optional<core::HashedPassword>)>;

    Hasher(boost::asio::any_io_executor executor, Answer answer);

    void hash(core::PasswordToHash password);
    // Passwords that are still queued are never answered. Until this call the executor has work.
    void stop();

  private:
    boost::asio::any_io_executor executor_;
    Answer answer_;
    std::atomic<bool> stopped_ = false;
    boost::asio::thread_pool thread_{1};
};

} // namespace jaipur::server::shell
