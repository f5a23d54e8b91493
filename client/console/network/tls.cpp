#include "client/console/network/tls.hpp"

#include "client/console/network/certificate.hpp"
#include "client/console/network/failure.hpp"
#include "client/console/safe_text.hpp"
#include "client/console/translation.hpp"

#include <boost/asio/ip/address.hpp>
#include <boost/asio/ssl/error.hpp>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>

namespace jaipur::client::network {

namespace {

namespace asio = boost::asio;
namespace fs = std::filesystem;
using boost::system::error_code;

// Where systems keep all certificates in one file, for an OpenSSL that was built for another
// system: a static build of this program.
constexpr std::array bundles{
    "/etc/ssl/certs/ca-certificates.crt",                // Debian, Alpine, Arch
    "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem", // Fedora
    "/etc/pki/tls/certs/ca-bundle.crt",                  // Fedora, earlier
    "/etc/ssl/ca-bundle.pem",                            // openSUSE
    "/etc/ssl/cert.pem",                                 // macOS, OpenBSD
    "/usr/local/share/certs/ca-root-nss.crt",            // FreeBSD
};

// Whether OpenSSL finds certificates where it looks, or the user told it where to look.
bool has_defaults() {
    std::error_code ignored;
    if (std::getenv(X509_get_default_cert_file_env()) ||
        std::getenv(X509_get_default_cert_dir_env()) ||
        fs::exists(X509_get_default_cert_file(), ignored))
        return true;
    const fs::directory_iterator files(X509_get_default_cert_dir(), ignored);
    return std::any_of(begin(files), end(files), [](const fs::directory_entry& file) {
        return file.path().extension() == ".0"; // named by its hash
    });
}

void trust_system(SSL_CTX* context) {
    SSL_CTX_set_default_verify_paths(context);
    if (has_defaults())
        return;
    for (const char* bundle : bundles)
        if (SSL_CTX_load_verify_file(context, bundle) == 1)
            return;
}

std::string trust_file(SSL_CTX* context, const std::string& file) {
    if (file.empty())
        return {};
    if (std::error_code failed; !fs::is_regular_file(file, failed) || !std::ifstream(file))
        return _("the file {0} can't be read", safe(file));
    const bool loaded = SSL_CTX_load_verify_file(context, file.c_str()) == 1;
    ERR_clear_error(); // the handshake has its own
    return loaded ? "" : _("{0} contains no readable certificate", safe(file));
}

// IPv6 without the interface ("fe80::1%eth0"), a name without the root's dot.
std::string named_in_certificates(const std::string& host) {
    std::string name = host.substr(0, host.find('%'));
    if (name.ends_with('.'))
        name.pop_back();
    return name;
}

bool is_ip(const std::string& host) {
    error_code not_an_address;
    asio::ip::make_address(host, not_an_address);
    return !not_an_address;
}

// The macro SSL_set_tlsext_host_name has an old-style cast.
bool set_server_name(SSL* tls, std::string name) {
    return SSL_ctrl(tls, SSL_CTRL_SET_TLSEXT_HOSTNAME, TLSEXT_NAMETYPE_host_name, name.data()) == 1;
}

bool expect(SSL* tls, const std::string& host) {
    X509_VERIFY_PARAM* const expected = SSL_get0_param(tls);
    X509_VERIFY_PARAM_set_hostflags(expected, X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS |
                                                  X509_CHECK_FLAG_NEVER_CHECK_SUBJECT);
    if (is_ip(host))
        return X509_VERIFY_PARAM_set1_ip_asc(expected, host.c_str()) == 1;
    return X509_VERIFY_PARAM_set1_host(expected, host.data(), host.size()) == 1 &&
           set_server_name(tls, host);
}

// Whether the answer to the greeting was not TLS.
bool is_not_tls(int reason) {
    return reason == SSL_R_WRONG_VERSION_NUMBER || reason == SSL_R_HTTP_REQUEST ||
           reason == SSL_R_PACKET_LENGTH_TOO_LONG || reason == SSL_R_BAD_RECORD_TYPE;
}

bool is_outdated(int reason) {
    return reason == SSL_R_UNSUPPORTED_PROTOCOL || reason == SSL_R_TLSV1_ALERT_PROTOCOL_VERSION;
}

} // namespace

Tls::Tls(asio::ip::tcp::socket& socket)
    : context_(asio::ssl::context::tls_client), stream_(socket, context_) {}

std::string Tls::prepare(const std::string& host, const std::string& ca) {
    SSL_CTX* const context = context_.native_handle();
    trust_system(context);
    if (std::string wrong = trust_file(context, ca); !wrong.empty())
        return wrong;
    SSL* const tls = stream_.native_handle();
    SSL_set_min_proto_version(tls, TLS1_2_VERSION);
    const std::string name = named_in_certificates(host);
    if (!expect(tls, name))
        return _("its host name was not found");
    stream_.set_verify_mode(asio::ssl::verify_peer);
    stream_.set_verify_callback([this, name](bool good, asio::ssl::verify_context& at) {
        if (!good)
            distrust_ = what_is_wrong(at.native_handle(), name);
        return good;
    });
    return {};
}

Failure Tls::failure(error_code error) const {
    using enum Failure::Kind;
    if (!distrust_.empty())
        return {Untrusted, distrust_};
    if (error.category() != asio::error::get_ssl_category())
        return {Passing, in_words(error)};
    const int reason = ERR_GET_REASON(static_cast<unsigned long>(error.value()));
    if (is_not_tls(reason))
        return {NotTls, _("that port doesn't use encryption (https)")};
    if (is_outdated(reason))
        return {Untrusted, _("its encryption is outdated: it must be TLS 1.2 or newer")};
    return {Untrusted, _("the encrypted connection failed ({0})", error.message())};
}

std::string check_ca(const std::string& file) {
    const std::unique_ptr<SSL_CTX, decltype(&SSL_CTX_free)> context(
        SSL_CTX_new(TLS_client_method()), SSL_CTX_free);
    return trust_file(context.get(), file);
}

} // namespace jaipur::client::network
