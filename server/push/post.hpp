// One request to a push service (RFC 8030). It connects to exactly the address that was checked,
// verifies the service's certificate and name, follows no redirect, and reads only the header of
// the answer.
#pragma once

#include "server/push/endpoint.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/thread_pool.hpp>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace jaipur::server::push {

struct Posting {
    Endpoint to;
    std::string authorization;
    std::string topic; // a newer message with the same topic replaces an older one
    std::string body;
};

struct Answer {
    enum class Kind : std::uint8_t {
        Answered,
        Unreachable, // or too slow, or not who it should be
        Forbidden,   // it has no address that the server may connect to
    };
    Kind kind = Kind::Unreachable;
    int status = 0;
    std::optional<std::chrono::seconds> retry_after{};
};

// `look_up`: threads that wait for name servers, which may take longer than `timeout`. If there are
// as many as requests at once, no name that nobody answers for delays another one.
boost::asio::awaitable<Answer> post(const Posting& posting, const Reach& reach,
                                    boost::asio::ssl::context& tls,
                                    boost::asio::thread_pool& look_up,
                                    std::chrono::milliseconds timeout);

} // namespace jaipur::server::push
