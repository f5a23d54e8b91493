#include "server/net/flusher.hpp"

#include "server/log/log.hpp"

#include <boost/asio/post.hpp>

#include <cstddef>
#include <exception>
#include <utility>

namespace jaipur::server::net {

namespace {

template <class Do>
void aborted_on_failure(SessionConnection& connection, Do what) noexcept {
    try {
        what();
    } catch (const std::exception&) {
        try {
            connection.abort();
            log::error("sending failed");
        } catch (const std::exception&) { // no memory: its timeouts will end it
        }
    }
}

} // namespace

Flusher::Flusher(Executor executor, std::function<void()> flushed)
    : executor_(std::move(executor)), flushed_(std::move(flushed)) {
    // So that nothing grows during a flush.
    waiting_.reserve(SendRing::most);
    flushing_.reserve(SendRing::most);
    pieces_.reserve(SendRing::most);
    senders_.reserve(SendRing::most);
}

void Flusher::add(std::shared_ptr<SessionConnection> connection) {
    if (waiting_.empty() || waiting_.back() != connection)
        waiting_.push_back(std::move(connection));
    if (waiting_.size() == SendRing::most) {
        flush();
    } else if (!is_posted_) {
        boost::asio::post(executor_, [maybe = weak_from_this()] {
            if (const auto self = maybe.lock()) {
                self->is_posted_ = false;
                self->flush();
            }
        });
        is_posted_ = true;
    }
}

// It never leads to `add`: connections post everything that follows from it.
void Flusher::flush() noexcept {
    flushing_.swap(waiting_);
    begin();
    ring_.send(pieces_);
    end();
    flushing_.clear();
    flushed_();
}

void Flusher::begin() {
    for (const auto& connection : flushing_)
        aborted_on_failure(*connection, [&] {
            if (const auto piece = connection->begin_sending()) {
                pieces_.push_back(*piece);
                senders_.push_back(connection.get());
            } else {
                connection->flush();
            }
        });
}

void Flusher::end() {
    for (std::size_t i = 0; i < pieces_.size(); ++i)
        aborted_on_failure(*senders_[i], [&] { senders_[i]->end_sending(pieces_[i].result); });
    pieces_.clear();
    senders_.clear();
}

} // namespace jaipur::server::net
