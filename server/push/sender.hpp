// Sends messages to push services, on a separate thread: a slow service, name server or handshake
// doesn't delay any match. Messages may get lost; nothing else depends on them.
#pragma once

#include "server/core/chance.hpp"
#include "server/core/delivery.hpp"
#include "server/push/crypto.hpp"
#include "server/push/endpoint.hpp"
#include "server/push/queue.hpp"

#include <boost/asio/any_io_executor.hpp>

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

namespace jaipur::server::push {

enum class Result : std::uint8_t {
    Sent,
    Gone,      // the browser has ended its subscription
    Forbidden, // its service has no address that the server may connect to
    Failed,
    Dropped, // too many messages wait
};

inline constexpr std::array all_results{Result::Sent, Result::Gone, Result::Forbidden,
                                        Result::Failed, Result::Dropped};

constexpr std::string_view name(Result result) {
    constexpr std::array<std::string_view, all_results.size()> names{"sent", "gone", "forbidden",
                                                                     "failed", "dropped"};
    return names[static_cast<std::size_t>(result)];
}

class Sender {
  public:
    struct Settings {
        std::string subject; // see Vapid
        Reach reach;
        std::optional<std::filesystem::path> certificates; // trusted besides the system's
        std::chrono::milliseconds timeout{10'000};         // for one attempt
        Queue::Settings queue;
        std::function<void()> thread_began; // called there
    };

    // Called on `executor` with the result of each message.
    using Report = std::function<void(const core::Push&, Result)>;

    // Throws std::runtime_error if the certificates can't be read or the thread can't start.
    // `key`: a KeyPair's. `entropy` is used on the sender's thread.
    Sender(const boost::asio::any_io_executor& executor, Settings settings, const PrivateKey& key,
           core::Entropy entropy, Report report);
    ~Sender();
    Sender(const Sender&) = delete;
    Sender& operator=(const Sender&) = delete;

    void send(core::Push push);
    // Waiting messages are lost, and no more results are reported.
    void stop();

  private:
    class Work;
    std::shared_ptr<Work> work_; // null once stopped
    std::future<void> ended_;
    std::thread thread_;
};

// The seat's topic at a push service, which learns only that messages are for the same seat.
std::string topic_of(const core::Push& push, const PrivateKey& secret);

// What is encrypted: the room and what happened.
std::string text_of(const core::Push& push);

} // namespace jaipur::server::push
