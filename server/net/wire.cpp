#include "server/net/wire.hpp"

#include "server/net/send_ring.hpp"
#include "server/net/session_connection.hpp"

#include <unistd.h>
#include <vector>

namespace jaipur::server::net {

namespace {

// Nearly every `send` empties its buffer, so connections share as many as are sent together. A
// buffer that has grown beyond this size is freed.
constexpr std::size_t worth_keeping = 2 * enough_for_one;
constexpr std::size_t kept = SendRing::most;

std::vector<std::string>& spare_buffers() {
    static thread_local std::vector<std::string> spare;
    return spare;
}

namespace errors = boost::asio::error;

// What a step of TLS means for a caller who knows only sockets. `waits`: for what, if it's blocked.
boost::system::error_code error_of(TlsStep step, Socket::wait_type& waits) {
    switch (step) {
    case TlsStep::Done:
        return {};
    case TlsStep::WantsRead:
        waits = Socket::wait_read;
        return errors::would_block;
    case TlsStep::WantsWrite:
        waits = Socket::wait_write;
        return errors::would_block;
    case TlsStep::Ended:
        return errors::eof;
    case TlsStep::Failed:
        break;
    }
    return errors::connection_aborted;
}

bool is_letter(char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

} // namespace

// ---- TLS ---------------------------------------------------------------------------------------

// Looks at the first byte before OpenSSL takes it: HTTP begins with a letter, TLS never does.
void Wire::shake_hands(Error& error) {
    if (!speaks_tls_) {
        char first = 0;
        socket_.receive(boost::asio::buffer(&first, 1), Socket::message_peek, error);
        if (error)
            return;
        if (is_letter(first)) {
            tls_.reset();
            return;
        }
        speaks_tls_ = true;
    }
    error = error_of(tls_->shake_hands(), read_waits_);
}

std::size_t Wire::decrypt(boost::asio::mutable_buffer where, Error& error) {
    const auto [step, count] =
        tls_->read_some({static_cast<std::uint8_t*>(where.data()), where.size()});
    error = error_of(step, read_waits_);
    if (step == TlsStep::Ended)
        tls_->say_goodbye(); // once, as far as the system accepts it now
    return count;
}

// As many of the gathered bytes as the system accepts, and no error if that's fewer than all.
std::size_t Wire::encrypt(Error& error) {
    const std::span<const char> bytes(gathered_);
    std::size_t done = 0;
    while (done < bytes.size()) {
        const auto [step, count] = tls_->write_some(bytes.subspan(done));
        error = error_of(step, write_waits_);
        if (error)
            break;
        done += count;
    }
    return done;
}

// False: the system doesn't accept it yet.
bool Wire::say_goodbye() {
    return !tls_ || tls_->say_goodbye() != TlsStep::WantsWrite;
}

// ---- from thread to thread ---------------------------------------------------------------------

void Wire::leave() {
    Error error;
    const auto protocol = socket_.local_endpoint(error).protocol();
    const int descriptor = socket_.release(error);
    if (!error)
        on_the_way_ = {protocol, descriptor};
}

// If the socket is gone, the next call reports it.
void Wire::arrive(const Executor& executor) {
    Error error;
    socket_ = Socket(executor);
    if (const auto came = std::exchange(on_the_way_, std::nullopt)) {
        socket_.assign(came->protocol, came->descriptor, error);
        if (error) {
            ::close(came->descriptor);
            tls_.reset();
        }
    }
    socket_.non_blocking(true, error);
}

// Also ends TLS, which must not touch the next connection with this descriptor.
void Wire::close() {
    Error ignored;
    socket_.close(ignored);
    if (const auto lost = std::exchange(on_the_way_, std::nullopt))
        ::close(lost->descriptor);
    tls_.reset();
}

// ---- reading and writing -----------------------------------------------------------------------

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
    const std::uint64_t before = tls_ ? tls_->bytes_sent() : 0;
    const std::size_t count =
        tls_ ? encrypt(error) : socket_.write_some(boost::asio::buffer(gathered_), error);
    sent(count, count > 0 || (tls_ && tls_->bytes_sent() > before), error);
}

// `moved`: the system accepted something. With TLS, that may be less than a whole byte of ours.
void Wire::sent(std::size_t count, bool moved, Error& error) {
    if (error == errors::would_block)
        error = {};
    if (count == gathered_.size()) {
        gathered_.clear();
        if (auto& spare = spare_buffers();
            gathered_.capacity() <= worth_keeping && spare.size() < kept)
            spare.push_back(std::move(gathered_));
        std::string().swap(gathered_);
        if (std::exchange(blocked_, false))
            liveness_->write_ends();
    } else if (!error) {
        gathered_.erase(0, count);
        // The write timeout restarts whenever some bytes are sent.
        if (moved || !std::exchange(blocked_, true)) {
            blocked_ = true;
            liveness_->write_begins(Clock::now());
            watch_->hurry();
        }
    }
}

} // namespace jaipur::server::net
