#include "server/shell/crowd.hpp"

#include <boost/asio/post.hpp>

#include <utility>

namespace jaipur::server::shell {

Crowd::Crowd(net::Executor executor, Serve serve)
    : executor_(std::move(executor)), line_(std::make_shared<Line>()) {
    line_->serve = std::move(serve);
}

void Crowd::add(core::SessionId session) {
    line_->waiting.push_back(session);
    if (!std::exchange(line_->is_served, true))
        serve_some(executor_, line_);
}

void Crowd::serve_some(const net::Executor& executor, const std::weak_ptr<Line>& maybe) {
    boost::asio::post(executor, [executor, maybe] {
        const auto line = maybe.lock();
        if (line == nullptr)
            return;
        for (std::size_t i = 0; i < at_once && !line->waiting.empty(); ++i) {
            const core::SessionId next = line->waiting.front();
            line->waiting.pop_front();
            line->serve(next);
        }
        line->is_served = !line->waiting.empty();
        if (line->is_served)
            serve_some(executor, line);
    });
}

} // namespace jaipur::server::shell
