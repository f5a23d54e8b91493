#include "server/net/tls.hpp"

#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/ssl.h>

#include <algorithm>
#include <cstddef>
#include <new>
#include <vector>

namespace jaipur::server::net {

namespace {

// New keys after the handshake cost us much and the peer little. No client needs this many: the
// first ones are due after 16 million records.
constexpr int most_later_handshakes = 16;

} // namespace

// What OpenSSL reads: bytes that the caller has received, then those that the descriptor has. That
// the caller receives them, with Asio, saves a system call for each message: to wait for the
// descriptor without receiving costs one.
class TlsInput {
  public:
    bool empty() const { return received_.empty(); }

    // OpenSSL takes them in the next step, or some and later the rest.
    void receive(std::span<const std::uint8_t> bytes) {
        // OpenSSL returns plain bytes to where these are. All connections share the copy, because
        // nearly always OpenSSL takes everything at once.
        static thread_local std::vector<std::uint8_t> copy;
        auto& into = received_.empty() ? copy : kept_;
        if (received_.empty())
            into.clear();
        else
            into.erase(into.begin(), into.end() - static_cast<std::ptrdiff_t>(received_.size()));
        into.insert(into.end(), bytes.begin(), bytes.end());
        received_ = into;
    }

    // After the step.
    void keep_rest() {
        std::vector<std::uint8_t> rest(received_.begin(), received_.end());
        kept_.swap(rest);
        received_ = kept_;
    }

    std::size_t read(std::span<char> to) {
        const auto taken = received_.first(std::min(received_.size(), to.size()));
        std::copy(taken.begin(), taken.end(), to.begin());
        received_ = received_.subspan(taken.size());
        return taken.size();
    }

  private:
    std::span<const std::uint8_t> received_;
    std::vector<std::uint8_t> kept_;
};

namespace {

int read_input(BIO* bio, char* to, int most) {
    auto& input = *static_cast<TlsInput*>(BIO_get_data(bio));
    BIO_clear_retry_flags(bio);
    if (!input.empty())
        return static_cast<int>(input.read({to, static_cast<std::size_t>(most)}));
    const int count = BIO_read(BIO_next(bio), to, most);
    BIO_copy_next_retry(bio);
    return count;
}

long control_input(BIO* bio, int command, long number, void* pointer) {
    return BIO_ctrl(BIO_next(bio), command, number, pointer);
}

// Reads `input` before the BIO that comes next.
BIO* new_reader(TlsInput& input) {
    static BIO_METHOD* const method = [] {
        auto* const made = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_FILTER, "received bytes");
        if (made == nullptr || BIO_meth_set_read(made, read_input) != 1 ||
            BIO_meth_set_ctrl(made, control_input) != 1)
            throw std::bad_alloc();
        return made;
    }();
    BIO* const reader = BIO_new(method);
    if (reader == nullptr)
        throw std::bad_alloc();
    BIO_set_data(reader, &input);
    BIO_set_init(reader, 1);
    return reader;
}

} // namespace

void TlsSession::Free::operator()(ssl_st* ssl) const {
    SSL_free(ssl);
}

TlsSession::TlsSession(ssl_ctx_st& context, int descriptor)
    : input_(std::make_unique<TlsInput>()), ssl_(SSL_new(&context)) {
    if (!ssl_ || SSL_set_fd(ssl_.get(), descriptor) != 1)
        throw std::bad_alloc();
    BIO* const reader = new_reader(*input_);
    BIO* const socket = SSL_get_wbio(ssl_.get());
    BIO_up_ref(socket);
    SSL_set0_rbio(ssl_.get(), BIO_push(reader, socket));
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

TlsSession::Moved TlsSession::read_some(std::span<std::uint8_t> where, std::size_t encrypted) {
    if (!failure_.empty())
        return {TlsStep::Failed};
    if (encrypted > 0)
        input_->receive(where.first(encrypted));
    ERR_clear_error();
    Moved moved;
    moved.step = step_of(SSL_read_ex(ssl_.get(), where.data(), where.size(), &moved.bytes));
    if (encrypted > 0 || !input_->empty())
        input_->keep_rest();
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
    return SSL_has_pending(ssl_.get()) == 1 || !input_->empty();
}

std::uint64_t TlsSession::bytes_sent() const {
    return BIO_number_written(SSL_get_wbio(ssl_.get()));
}

} // namespace jaipur::server::net
