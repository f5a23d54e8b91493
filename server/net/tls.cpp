#include "server/net/tls.hpp"

#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/ssl.h>

#include <new>

namespace jaipur::server::net {

namespace {

// New keys after the handshake cost us much and the peer little. No client needs this many: the
// first ones are due after 16 million records.
constexpr int most_later_handshakes = 16;

} // namespace

void TlsSession::Free::operator()(ssl_st* ssl) const {
    SSL_free(ssl);
}

TlsSession::TlsSession(ssl_ctx_st& context, int descriptor) : ssl_(SSL_new(&context)) {
    if (!ssl_ || SSL_set_fd(ssl_.get(), descriptor) != 1)
        throw std::bad_alloc();
    SSL_set_accept_state(ssl_.get());
}

TlsSession::~TlsSession() = default;

// Also called for each record, so it must be quick.
void TlsSession::on_message(int sent, int /*version*/, int type, const void* /*bytes*/,
                            std::size_t /*size*/, ssl_st* /*ssl*/, void* session) {
    if (sent == 0 && type == SSL3_RT_HANDSHAKE)
        ++static_cast<TlsSession*>(session)->later_handshakes_;
}

TlsStep TlsSession::step_of(int result) {
    switch (SSL_get_error(ssl_.get(), result)) {
    case SSL_ERROR_NONE:
        return TlsStep::Done;
    case SSL_ERROR_WANT_READ:
        return TlsStep::WantsRead;
    case SSL_ERROR_WANT_WRITE:
        return TlsStep::WantsWrite;
    case SSL_ERROR_ZERO_RETURN:
        return TlsStep::Ended;
    default:
        const char* const reason = ERR_reason_error_string(ERR_peek_error());
        failure_ = reason != nullptr ? reason : "connection lost";
        return TlsStep::Failed;
    }
}

// OpenSSL judges a result by its queue of errors, which must be empty before.
TlsStep TlsSession::shake_hands() {
    ERR_clear_error();
    const TlsStep step = step_of(SSL_do_handshake(ssl_.get()));
    if (step == TlsStep::Done) {
        SSL_set_msg_callback(ssl_.get(), on_message);
        SSL_ctrl(ssl_.get(), SSL_CTRL_SET_MSG_CALLBACK_ARG, 0, this); // its macro has an old cast
    }
    return step;
}

TlsSession::Moved TlsSession::read_some(std::span<std::uint8_t> where) {
    if (!failure_.empty())
        return {TlsStep::Failed};
    ERR_clear_error();
    Moved moved;
    moved.step = step_of(SSL_read_ex(ssl_.get(), where.data(), where.size(), &moved.bytes));
    if (later_handshakes_ > most_later_handshakes) {
        failure_ = "too many messages change keys";
        return {TlsStep::Failed};
    }
    return moved;
}

TlsSession::Moved TlsSession::write_some(std::span<const char> bytes) {
    if (!failure_.empty())
        return {TlsStep::Failed};
    ERR_clear_error();
    Moved moved;
    moved.step = step_of(SSL_write_ex(ssl_.get(), bytes.data(), bytes.size(), &moved.bytes));
    return moved;
}

TlsStep TlsSession::say_goodbye() {
    if (!failure_.empty() || SSL_is_init_finished(ssl_.get()) == 0)
        return TlsStep::Failed;
    ERR_clear_error();
    const int result = SSL_shutdown(ssl_.get()); // 0: said, the peer has not replied yet
    return result >= 0 ? TlsStep::Done : step_of(result);
}

bool TlsSession::has_received() const {
    return SSL_has_pending(ssl_.get()) == 1;
}

std::uint64_t TlsSession::bytes_sent() const {
    return BIO_number_written(SSL_get_wbio(ssl_.get()));
}

} // namespace jaipur::server::net
