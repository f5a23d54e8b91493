#include "server/net/tls_context.hpp"

#include <openssl/asn1.h>
#include <openssl/bio.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace jaipur::server::net {

namespace {

// Mozilla's "intermediate" profile, without finite-field Diffie-Hellman, which is slow and only
// old clients need. (All ciphers of TLS 1.3 are fine.)
constexpr const char* ciphers = "ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-RSA-AES128-GCM-SHA256:"
                                "ECDHE-ECDSA-AES256-GCM-SHA384:ECDHE-RSA-AES256-GCM-SHA384:"
                                "ECDHE-ECDSA-CHACHA20-POLY1305:ECDHE-RSA-CHACHA20-POLY1305";
constexpr const char* curves = "X25519:P-256:P-384";

constexpr std::string_view http_1_1 = "\x08http/1.1"; // as ALPN has it

constexpr std::size_t largest_file = 1 << 20;

using Bio = std::unique_ptr<BIO, decltype([](BIO* bio) { BIO_free(bio); })>;
using Certificate = std::unique_ptr<X509, decltype([](X509* it) { X509_free(it); })>;
using Key = std::unique_ptr<EVP_PKEY, decltype([](EVP_PKEY* key) { EVP_PKEY_free(key); })>;
using Names = std::unique_ptr<GENERAL_NAMES,
                              decltype([](GENERAL_NAMES* names) { GENERAL_NAMES_free(names); })>;

// Overwrites the key when it is done.
struct Contents {
    Contents() = default;
    Contents(const Contents&) = delete;
    Contents& operator=(const Contents&) = delete;

    ~Contents() { OPENSSL_cleanse(bytes.data(), bytes.size()); }

    std::vector<char> bytes;
};

struct Descriptor {
    explicit Descriptor(int number_) : number(number_) {}

    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;

    ~Descriptor() {
        if (number >= 0)
            close(number);
    }

    int number;
};

[[noreturn]] void fail(const std::filesystem::path& file, std::string_view why) {
    throw TlsError("can't use " + file.string() + ": " + std::string(why));
}

std::string openssl_says() {
    const char* const reason = ERR_reason_error_string(ERR_peek_last_error());
    return reason != nullptr ? reason : "unknown reason";
}

// Whole, because a file may be replaced while it is read in parts. (A pipe would block: not opened
// for waiting, and refused.)
void read_file(const std::filesystem::path& file, Contents& into) {
    const Descriptor opened(open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (opened.number < 0)
        fail(file, std::strerror(errno));
    struct stat status{};
    if (fstat(opened.number, &status) != 0 || !S_ISREG(status.st_mode))
        fail(file, "it isn't a file");
    if (status.st_size > static_cast<off_t>(largest_file))
        fail(file, "it is too large");
    into.bytes.resize(static_cast<std::size_t>(status.st_size));
    std::size_t done = 0;
    while (done < into.bytes.size()) {
        const ssize_t count =
            read(opened.number, into.bytes.data() + done, into.bytes.size() - done);
        if (count <= 0)
            fail(file, count < 0 ? std::strerror(errno) : "it became shorter");
        done += static_cast<std::size_t>(count);
    }
}

Bio reader_of(const Contents& contents) {
    const char* const begin = contents.bytes.empty() ? "" : contents.bytes.data();
    Bio bio(BIO_new_mem_buf(begin, static_cast<int>(contents.bytes.size())));
    if (!bio)
        throw std::bad_alloc();
    return bio;
}

// The server has no terminal to ask at.
int no_password(char* /*into*/, int /*size*/, int /*writes*/, void* asked) {
    *static_cast<bool*>(asked) = true;
    return -1;
}

Certificate next_certificate(BIO& from) {
    return Certificate(PEM_read_bio_X509(&from, nullptr, nullptr, nullptr));
}

// The server's own, then those of the authorities in between.
Certificate load_certificates(SSL_CTX& context, const std::filesystem::path& file) {
    Contents contents;
    read_file(file, contents);
    const Bio reader = reader_of(contents);
    ERR_clear_error();
    Certificate own = next_certificate(*reader);
    if (!own)
        fail(file, "it contains no certificate (PEM)");
    if (SSL_CTX_use_certificate(&context, own.get()) != 1)
        fail(file, openssl_says());
    while (Certificate between = next_certificate(*reader))
        if (SSL_CTX_add1_chain_cert(&context, between.get()) != 1)
            fail(file, openssl_says());
    if (ERR_GET_REASON(ERR_peek_last_error()) != PEM_R_NO_START_LINE)
        fail(file, "one of its certificates is damaged");
    return own;
}

void load_key(SSL_CTX& context, const TlsFiles& files, X509& certificate) {
    Contents contents;
    read_file(files.key, contents);
    const Bio reader = reader_of(contents);
    ERR_clear_error();
    bool is_encrypted = false;
    const Key key(PEM_read_bio_PrivateKey(reader.get(), nullptr, no_password, &is_encrypted));
    if (is_encrypted)
        fail(files.key, "the key is encrypted with a password; decrypt it with `openssl pkey`");
    if (!key)
        fail(files.key, "it contains no private key (PEM)");
    if (X509_check_private_key(&certificate, key.get()) != 1)
        fail(files.key, "the key doesn't belong to " + files.certificate.string());
    if (SSL_CTX_use_PrivateKey(&context, key.get()) != 1)
        fail(files.key, openssl_says());
}

std::chrono::sys_seconds time_of(const ASN1_TIME* time) {
    std::tm parts{};
    return ASN1_TIME_to_tm(time, &parts) == 1
               ? std::chrono::sys_seconds(std::chrono::seconds(timegm(&parts)))
               : std::chrono::sys_seconds{};
}

std::string first_host(const X509& certificate) {
    const Names names(static_cast<GENERAL_NAMES*>(
        X509_get_ext_d2i(&certificate, NID_subject_alt_name, nullptr, nullptr)));
    for (int i = 0; i < sk_GENERAL_NAME_num(names.get()); ++i) {
        const GENERAL_NAME* const name = sk_GENERAL_NAME_value(names.get(), i);
        if (name->type != GEN_DNS)
            continue;
        const auto* const text = ASN1_STRING_get0_data(name->d.dNSName);
        const auto size = static_cast<std::size_t>(ASN1_STRING_length(name->d.dNSName));
        std::string host(text, text + size);
        constexpr std::string_view allowed =
            "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-";
        if (!host.empty() && host.find_first_not_of(allowed) == std::string::npos)
            return host;
    }
    return {};
}

// A client that offers other protocols only, such as HTTP/2 or mail, gets none.
int choose_protocol(SSL* /*ssl*/, const unsigned char** chosen, unsigned char* chosen_size,
                    const unsigned char* offered, unsigned offered_size, void* /*nothing*/) {
    const auto ours = reinterpret_cast<const unsigned char*>(http_1_1.data());
    unsigned char* found = nullptr;
    if (SSL_select_next_proto(&found, chosen_size, ours, static_cast<unsigned>(http_1_1.size()),
                              offered, offered_size) != OPENSSL_NPN_NEGOTIATED)
        return SSL_TLSEXT_ERR_ALERT_FATAL;
    *chosen = found;
    return SSL_TLSEXT_ERR_OK;
}

std::shared_ptr<SSL_CTX> make_context() {
    std::shared_ptr<SSL_CTX> context(SSL_CTX_new(TLS_server_method()), SSL_CTX_free);
    if (!context)
        throw std::bad_alloc();
    SSL_CTX* const it = context.get();
    SSL_CTX_set_options(it, SSL_OP_NO_COMPRESSION | SSL_OP_NO_RENEGOTIATION);
    // Auto-retry would let a peer that sends no data, only TLS's own messages, keep the thread.
    SSL_CTX_clear_mode(it, SSL_MODE_AUTO_RETRY);
    SSL_CTX_set_mode(it, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER |
                             SSL_MODE_RELEASE_BUFFERS);
    SSL_CTX_set_read_ahead(it, 1); // a record in one system call instead of two
    SSL_CTX_set_session_cache_mode(it, SSL_SESS_CACHE_OFF); // clients have tickets
    SSL_CTX_set_alpn_select_cb(it, choose_protocol, nullptr);
    if (SSL_CTX_set_min_proto_version(it, TLS1_2_VERSION) != 1 ||
        SSL_CTX_set_cipher_list(it, ciphers) != 1 || SSL_CTX_set1_groups_list(it, curves) != 1)
        throw TlsError("OpenSSL lacks the ciphers for TLS: " + openssl_says());
    return context;
}

} // namespace

TlsContext::TlsContext(const TlsFiles& files) : context_(make_context()) {
    const Certificate own = load_certificates(*context_, files.certificate);
    load_key(*context_, files, *own);
    valid_from_ = time_of(X509_get0_notBefore(own.get()));
    valid_until_ = time_of(X509_get0_notAfter(own.get()));
    host_ = first_host(*own);
}

std::unique_ptr<TlsSession> TlsContext::session(int descriptor) const {
    return std::make_unique<TlsSession>(*context_, descriptor);
}

void TlsContext::renew_ticket_key() {
    std::array<unsigned char, 80> key{}; // its name, and keys to sign and encrypt
    if (RAND_bytes(key.data(), static_cast<int>(key.size())) == 1)
        SSL_CTX_set_tlsext_ticket_keys(context_.get(), key.data(), static_cast<long>(key.size()));
    OPENSSL_cleanse(key.data(), key.size());
}

} // namespace jaipur::server::net
