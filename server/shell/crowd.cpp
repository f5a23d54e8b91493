#include "server/shell/crowd.hpp"

#include <boost/asio/post.hpp>

#include <utility>

namespace jaipur::server::shell {

Crowd::Crowd(net::Executor executor, Serve serve)
    : executor_(std::move(executor)), queue_(std::make_shared<WaitQueue>()) {
    queue_->serve = std::move(serve);
}

void Crowd::add(core::SessionId session) {
    queue_->waiting.push_back(session);
    if (!std::exchange(queue_->is_served, true))
        serve_some(executor_, queue_);
}

void Crowd::serve_some(const net::Executor& executor, const std::weak_ptr<WaitQueue>& maybe) {
    boost::asio::post(executor, [executor, maybe] {
        const auto queue = maybe.lock();
        if (queue == nullptr)
            return;
        for (std::size_t i = 0; i < at_once && !queue->waiting.empty(); ++i) {
            const core::SessionId next = queue->waiting.front();
            queue->waiting.pop_front();
            queue->serve(next);
        }
        queue->is_served = !queue->waiting.empty();
        if (queue->is_served)
            serve_some(executor, queue);
    });
}

} // namespace jaipur::server::shell
