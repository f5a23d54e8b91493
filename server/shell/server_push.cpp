// The server and push messages: its key, and the result of each message.
#include "protocol/hash.hpp"
#include "server/log/log.hpp"
#include "server/push/vapid.hpp"
#include "server/shell/entropy.hpp"
#include "server/shell/process.hpp"
#include "server/shell/server_threads.hpp"

#include <utility>

namespace jaipur::server::shell {

// Of the bytes that the data has: hardly any 32 bytes are not a key.
std::optional<push::PrivateKey> Server::push_key(const Serve& options) {
    if (!options.push)
        return std::nullopt;
    auto key = store_->push_secret(system_entropy());
    if (!key)
        log::warning("disk full: no push messages until the next start");
    while (key && !push::KeyPair::from(*key))
        key = protocol::sha256(*key);
    return key;
}

void Server::begin_pushing(const Serve& options, const push::PrivateKey& key) {
    push::Sender::Settings settings;
    settings.subject = options.push->subject;
    settings.reach.allowed = options.push->allowed;
    settings.certificates = options.push->certificates;
    settings.timeout = limits_.push_timeout;
    settings.queue.most = limits_.push_messages;
    settings.queue.pause = limits_.push_pause;
    settings.queue.retry = limits_.push_retry;
    settings.thread_began = give_way;
    lobby_.offer_push(push::Vapid(push::KeyPair::from(key).value(), {}).public_key(),
                      [reach = settings.reach](const std::string& endpoint) {
                          return reach.may_contain(endpoint);
                      });
    if (!is_first())
        return;
    sender_.emplace(context_.get_executor(), std::move(settings), key, system_entropy(),
                    [this](const core::Push& push, push::Result result) { pushed(push, result); });
}

// The first thread sends for all of them: limits count there.
void Server::send(core::Push push) {
    if (!is_first())
        place_.threads->tell(
            0, [push = std::move(push)](Server& first) mutable { first.send(std::move(push)); });
    else if (sender_)
        sender_->send(std::move(push)); // answers by `pushed`
}

void Server::pushed(const core::Push& push, push::Result result) {
    ++metrics_.push_messages[result];
    if (result != push::Result::Gone)
        return;
    if (threads_)
        threads_->tell(core::thread_of(core::slot_of(push.room), threads_->count()),
                       [push](Server& server) { server.push_gone(push); });
    else
        push_gone(push);
}

void Server::push_gone(const core::Push& push) {
    core::Output output;
    lobby_.push_gone(push, now(), output);
    carry_out(output);
}

} // namespace jaipur::server::shell
