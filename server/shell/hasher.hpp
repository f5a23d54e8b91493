// Hashes passwords on a thread of its own, one after the other: each takes so long on purpose that
// nobody may have to wait behind it.
#pragma once

#include "server/core/delivery.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/thread_pool.hpp>

#include <atomic>
#include <functional>
#include <optional>

namespace jaipur::server::shell {

class Hasher {
  public:
    // Called on `executor`, in the order of the questions; none: hashing failed (no memory).
    using Answer = std::function<void(core::SessionId, std::optional<core::PasswordHash>)>;

    Hasher(const boost::asio::any_io_executor& executor, Answer answer);

    void hash(core::PasswordToHash password);
    // What has not been begun is never answered. Until then the executor has work.
    void stop();

  private:
    boost::asio::any_io_executor executor_;
    Answer answer_;
    std::atomic<bool> stopped_ = false;
    boost::asio::thread_pool thread_{1};
};

} // namespace jaipur::server::shell
