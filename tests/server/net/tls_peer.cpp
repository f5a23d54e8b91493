#include "tests/server/net/tls_peer.hpp"

#include <openssl/bio.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <sys/socket.h>
#include <unistd.h>

namespace jaipur::server::net::test {

namespace {

using Bio = std::unique_ptr<BIO, decltype(&BIO_free_all)>;
using Key = std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)>;
using Certificate = std::unique_ptr<X509, decltype(&X509_free)>;

void require(bool holds) {
    if (!holds)
        throw std::runtime_error("the test can't prepare TLS");
}

std::string text_of(BIO* bio) {
    char* data = nullptr;
    const long size = BIO_get_mem_data(bio, &data);
    return {data, static_cast<std::size_t>(size)};
}

void add_host(X509* certificate, std::string_view host) {
    X509V3_CTX context;
    X509V3_set_ctx(&context, certificate, certificate, nullptr, nullptr, 0);
    const std::string names = "IP:127.0.0.1,DNS:*.wild.test,DNS:" + std::string(host);
    X509_EXTENSION* const extension =
        X509V3_EXT_conf_nid(nullptr, &context, NID_subject_alt_name, names.c_str());
    require(extension != nullptr && X509_add_ext(certificate, extension, -1) == 1);
    X509_EXTENSION_free(extension);
}

Certificate make_certificate(EVP_PKEY* key, std::string_view host, int days) {
    constexpr long day = 24 * 3600;
    Certificate made(X509_new(), X509_free);
    X509_set_version(made.get(), 2);
    ASN1_INTEGER_set(X509_get_serialNumber(made.get()), 1);
    X509_gmtime_adj(X509_getm_notBefore(made.get()), -10 * day);
    X509_gmtime_adj(X509_getm_notAfter(made.get()), days * day);
    X509_set_pubkey(made.get(), key);
    const std::string name(host);
    X509_NAME* const subject = X509_get_subject_name(made.get());
    X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_ASC,
                               reinterpret_cast<const unsigned char*>(name.c_str()), -1, -1, 0);
    X509_set_issuer_name(made.get(), subject);
    add_host(made.get(), host);
    require(X509_sign(made.get(), key, EVP_sha256()) > 0);
    return made;
}

} // namespace

// ---- certificates ------------------------------------------------------------------------------

CertificateFolder::CertificateFolder(std::string_view host, int days) {
    std::string name = std::filesystem::temp_directory_path() / "jaipur-tls-XXXXXX";
    require(mkdtemp(name.data()) != nullptr);
    path_ = name;
    const Key key(EVP_EC_gen("P-256"), EVP_PKEY_free);
    const Bio key_text(BIO_new(BIO_s_mem()), BIO_free_all);
    require(PEM_write_bio_PrivateKey(key_text.get(), key.get(), nullptr, nullptr, 0, nullptr,
                                     nullptr) == 1);
    write("key.pem", text_of(key_text.get()));
    const Bio certificate_text(BIO_new(BIO_s_mem()), BIO_free_all);
    const auto certificate = make_certificate(key.get(), host, days);
    require(PEM_write_bio_X509(certificate_text.get(), certificate.get()) == 1);
    write("cert.pem", text_of(certificate_text.get()));
}

CertificateFolder::~CertificateFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

std::filesystem::path CertificateFolder::write(std::string_view name, std::string_view text) const {
    const auto file = path_ / name;
    std::ofstream(file) << text;
    return file;
}

std::string CertificateFolder::read(std::string_view name) const {
    std::ifstream file(path_ / name);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::string CertificateFolder::encrypted_key() const {
    const std::string plain = read("key.pem");
    const Bio from(BIO_new_mem_buf(plain.data(), static_cast<int>(plain.size())), BIO_free_all);
    const Key key(PEM_read_bio_PrivateKey(from.get(), nullptr, nullptr, nullptr), EVP_PKEY_free);
    const Bio to(BIO_new(BIO_s_mem()), BIO_free_all);
    constexpr std::string_view password = "secret";
    require(PEM_write_bio_PrivateKey(to.get(), key.get(), EVP_aes_256_cbc(),
                                     reinterpret_cast<const unsigned char*>(password.data()),
                                     static_cast<int>(password.size()), nullptr, nullptr) == 1);
    return text_of(to.get());
}

// ---- sockets -----------------------------------------------------------------------------------

SocketPair::SocketPair() {
    int ends[2];
    require(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, ends) == 0);
    server = ends[0];
    peer = ends[1];
    const int small = 8 << 10;
    for (const int end : ends)
        setsockopt(end, SOL_SOCKET, SO_SNDBUF, &small, sizeof small);
}

SocketPair::~SocketPair() {
    close(server);
    hang_up();
}

void SocketPair::hang_up() {
    if (peer >= 0)
        close(peer);
    peer = -1;
}

// ---- the peer ----------------------------------------------------------------------------------

TlsPeer::TlsPeer(int descriptor)
    : descriptor_(descriptor), context_(SSL_CTX_new(TLS_client_method()), SSL_CTX_free),
      ssl_(nullptr, SSL_free) {
    SSL_CTX_set_security_level(context_.get(), 0); // so that it can offer what is too old
    ssl_.reset(SSL_new(context_.get()));
    SSL_set_bio(ssl_.get(), BIO_new(BIO_s_mem()), BIO_new(BIO_s_mem()));
    SSL_set_connect_state(ssl_.get());
}

bool TlsPeer::shake_hands() {
    return SSL_do_handshake(ssl_.get()) == 1;
}

void TlsPeer::say(std::string_view text) {
    SSL_write(ssl_.get(), text.data(), static_cast<int>(text.size()));
}

std::size_t TlsPeer::send(std::size_t at_most) {
    BIO* const encrypted = SSL_get_wbio(ssl_.get());
    waiting_ += text_of(encrypted);
    (void)BIO_reset(encrypted);
    const auto sent =
        ::send(descriptor_, waiting_.data(), std::min(at_most, waiting_.size()), MSG_NOSIGNAL);
    if (sent > 0)
        waiting_.erase(0, static_cast<std::size_t>(sent));
    return waiting_.size();
}

bool TlsPeer::receive(std::size_t at_most) {
    std::array<char, 4096> piece;
    const auto size = recv(descriptor_, piece.data(), std::min(at_most, piece.size()), 0);
    if (size > 0)
        BIO_write(SSL_get_rbio(ssl_.get()), piece.data(), static_cast<int>(size));
    return size > 0;
}

std::string TlsPeer::heard() {
    std::string all;
    std::array<char, 4096> piece;
    int size = 0;
    while ((size = SSL_read(ssl_.get(), piece.data(), static_cast<int>(piece.size()))) > 0)
        all.append(piece.data(), static_cast<std::size_t>(size));
    return all;
}

TlsStep shake_hands(TlsSession& session, TlsPeer& peer, std::size_t piece) {
    auto step = TlsStep::WantsRead;
    bool peer_done = false;
    for (int turns = 0; turns < 100000; ++turns) {
        peer_done = peer.shake_hands();
        const std::size_t left = peer.send(piece);
        if (step != TlsStep::Done)
            step = session.shake_hands();
        const bool received = peer.receive(piece);
        if (step == TlsStep::Failed ||
            (step == TlsStep::Done && peer_done && !received && left == 0))
            break;
    }
    return peer_done ? step : TlsStep::Failed;
}

} // namespace jaipur::server::net::test
