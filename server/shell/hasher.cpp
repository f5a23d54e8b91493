#include "server/shell/hasher.hpp"

#include "server/shell/process.hpp"

#include <boost/asio/post.hpp>
#include <boost/asio/prefer.hpp>
#include <boost/system/system_error.hpp>

#include <exception>
#include <optional>
#include <stdexcept>
#include <utility>

namespace jaipur::server::shell {

namespace asio = boost::asio;

namespace {

std::optional<core::HashedPassword> hash_of(const core::PasswordToHash& password) try {
    return core::hash_password(password.password, password.salt);
} catch (const std::exception&) {

    return std::nullopt;
}

} // namespace

// If no thread can be started, Asio's exception would look like a network error.
Hasher::Hasher(asio::any_io_executor executor, Answer answer) try
    : executor_(std::move(executor)), answer_(std::move(answer)) {
    asio::post(thread_, give_way);
} catch (const boost::system::system_error& error) {

    throw std::runtime_error("can't start a thread: " + error.code().message());
}

void Hasher::hash(core::PasswordToHash password) {
    // The context must not run out of work while this is pending.
    auto back = asio::prefer(executor_, asio::execution::outstanding_work.tracked);
    // A queued task holds the executor's work until it has run, so after `stop` it still runs, but
    // does nothing.
    asio::post(thread_, [this, back = std::move(back), password = std::move(password)] {
        if (stopped_)
            return;
        asio::post(back, [this, session = password.session, hash = hash_of(password)] {
            answer_(session, hash);
        });
    });
}

void Hasher::stop() {
    stopped_ = true;
}

} // namespace jaipur::server::shell
