#include "server/net/send_ring.hpp"

#include "server/log/log.hpp"

#include <cerrno>
#include <exception>
#include <liburing.h>
#include <limits>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace jaipur::server::net {

namespace {

constexpr int flags = MSG_NOSIGNAL | MSG_DONTWAIT;
constexpr long none = std::numeric_limits<long>::min(); // no result yet

// Restricts the ring to sends. False: the system refuses. By system calls, because liburing 2.3's
// shared library doesn't export its functions for this.
bool only_sends(const io_uring& ring) {
    io_uring_restriction sends{};
    sends.opcode = IORING_RESTRICTION_SQE_OP;
    sends.sqe_op = IORING_OP_SEND;
    const auto change = [&](unsigned what, void* how, unsigned count) {
        return syscall(SYS_io_uring_register, ring.ring_fd, what, how, count) == 0;
    };
    return change(IORING_REGISTER_RESTRICTIONS, &sends, 1) &&
           change(IORING_REGISTER_ENABLE_RINGS, nullptr, 0);
}

void send_alone(SendRing::Piece& piece) {
    do
        piece.result = ::send(piece.socket, piece.bytes.data(), piece.bytes.size(), flags);
    while (piece.result < 0 && errno == EINTR);
    if (piece.result < 0)
        piece.result = -errno;
}

} // namespace

void SendRing::Close::operator()(io_uring* ring) const {
    io_uring_queue_exit(ring);
    delete ring;
}

SendRing::SendRing() {
    auto ring = std::make_unique<io_uring>();
    if (io_uring_queue_init(most, ring.get(), IORING_SETUP_R_DISABLED) == 0) {
        ring_.reset(ring.release());
        if (!only_sends(*ring_))
            ring_.reset();
    }
    if (ring_ == nullptr)
        log::debug("the system refuses io_uring");
}

SendRing::~SendRing() = default;

void SendRing::send(std::span<Piece> pieces) noexcept {
    for (Piece& piece : pieces)
        piece.result = none;
    // For a single piece, io_uring costs more.
    const bool failed = ring_ != nullptr && pieces.size() > 1 && !send_together(pieces);
    for (Piece& piece : pieces)
        if (piece.result == none || piece.result == -EINTR)
            send_alone(piece);
    if (failed)
        give_up();
}

// For good: what is left in the ring must never be sent again.
void SendRing::give_up() {
    ring_.reset();
    try {
        log::warning("io_uring failed: sending without it until the next start");
    } catch (const std::exception&) { // no memory for the line
    }
}

// False: the ring has failed; pieces without a result weren't sent.
bool SendRing::send_together(std::span<Piece> pieces) {
    for (Piece& piece : pieces) {
        io_uring_sqe* const entry = io_uring_get_sqe(ring_.get());
        if (entry == nullptr)
            return false;
        io_uring_prep_send(entry, piece.socket, piece.bytes.data(), piece.bytes.size(), flags);
        io_uring_sqe_set_data(entry, &piece);
    }
    // With MSG_DONTWAIT, the system has finished every send when the call returns.
    int interrupted = 0;
    constexpr int most_interrupted = 16;
    for (auto due = static_cast<unsigned>(pieces.size()); due > 0; due -= take_results()) {
        const int submitted = io_uring_submit_and_wait(ring_.get(), due);
        if (submitted >= 0 || (submitted == -EINTR && ++interrupted < most_interrupted))
            continue;
        take_results();
        return false;
    }
    return true;
}

// Returns the number of results.
unsigned SendRing::take_results() {
    unsigned head = 0, count = 0;
    io_uring_cqe* result = nullptr;
    io_uring_for_each_cqe(ring_.get(), head, result) {
        static_cast<Piece*>(io_uring_cqe_get_data(result))->result = result->res;
        ++count;
    }
    io_uring_cq_advance(ring_.get(), count);
    return count;
}

} // namespace jaipur::server::net
