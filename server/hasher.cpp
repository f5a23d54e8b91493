#include "server/hasher.hpp"

#include "server/password.hpp"
#include "server/process.hpp"

#include <boost/asio/post.hpp>
#include <boost/asio/prefer.hpp>

#include <exception>
#include <utility>

namespace jaipur::server {

namespace asio = boost::asio;

Hasher::Hasher(const asio::any_io_executor& executor, Answer answer)
    : executor_(executor), answer_(std::move(answer)) {
    asio::post(thread_, give_way);
}

void Hasher::hash(PasswordToHash password) {
    // It would run out of work while the only work is here.
    auto back = asio::prefer(executor_, asio::execution::outstanding_work.tracked);
    asio::post(thread_, [this, back = std::move(back), password = std::move(password)] {
        std::optional<PasswordHash> hash;
        try {
            hash = hash_password(password.password, password.salt);
        } catch (const std::exception&) { // said by there being none
        }
        asio::post(back, [this, session = password.session, hash] { answer_(session, hash); });
    });
}

void Hasher::stop() {
    thread_.stop();
}

} // namespace jaipur::server
