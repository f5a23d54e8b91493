#include "server/net/wire.hpp"

#include <vector>

namespace jaipur::server::net {

namespace {

// Nearly every `send` empties its buffer, so connections that aren't blocked share a few. A buffer
// that has grown beyond this size is freed.
constexpr std::size_t worth_keeping = 64 << 10;
constexpr std::size_t few = 8;

std::vector<std::string>& spare_buffers() {
    static thread_local std::vector<std::string> spare;
    return spare;
}

} // namespace

void Wire::on_read(boost::asio::mutable_buffer where, std::size_t count) {
    if (count == 0)
        return;
    liveness_->received({static_cast<const std::uint8_t*>(where.data()), count}, Clock::now());
    if (liveness_->is_closing())
        drained_ += count;
    watch_->hurry();
}

void Wire::gather(std::span<const char> bytes) {
    if (auto& spare = spare_buffers(); gathered_.empty() && !spare.empty()) {
        gathered_.swap(spare.back());
        spare.pop_back();
    }
    gathered_.append(bytes.data(), bytes.size());
}

void Wire::send(Error& error) {
    error = {};
    if (gathered_.empty())
        return;
    const std::size_t sent = socket_.write_some(boost::asio::buffer(gathered_), error);
    if (error == boost::asio::error::would_block)
        error = {};
    if (sent == gathered_.size()) {
        gathered_.clear();
        if (auto& spare = spare_buffers();
            gathered_.capacity() <= worth_keeping && spare.size() < few)
            spare.push_back(std::move(gathered_));
        std::string().swap(gathered_);
        if (std::exchange(blocked_, false))
            liveness_->write_ends();
    } else if (!error) {
        gathered_.erase(0, sent);
        // The write timeout restarts whenever some bytes are sent.
        if (sent > 0 || !std::exchange(blocked_, true)) {
            blocked_ = true;
            liveness_->write_begins(Clock::now());
            watch_->hurry();
        }
    }
}

} // namespace jaipur::server::net
