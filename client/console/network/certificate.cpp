#include "client/console/network/certificate.hpp"

#include "client/console/safe_text.hpp"
#include "client/console/translation.hpp"

#include <boost/asio/ip/address.hpp>
#include <openssl/asn1.h>
#include <openssl/x509v3.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <ctime>
#include <memory>
#include <optional>
#include <vector>

namespace jaipur::client::network {

namespace {

namespace ip = boost::asio::ip;

// "2026-11-25"
std::string day(const ASN1_TIME* time) {
    std::tm parts{};
    if (!time || ASN1_TIME_to_tm(time, &parts) != 1)
        return "?";
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%04d-%02d-%02d", parts.tm_year + 1900,
                  parts.tm_mon + 1, parts.tm_mday);
    return text.data();
}

std::string text_in(const ASN1_STRING* text) {
    const unsigned char* const bytes = ASN1_STRING_get0_data(text);
    return {bytes, bytes + ASN1_STRING_length(text)};
}

template <class Ip>
std::string ip_in(const ASN1_STRING* text) {
    typename Ip::bytes_type bytes{};
    std::copy_n(ASN1_STRING_get0_data(text), bytes.size(), bytes.begin());
    return Ip(bytes).to_string();
}

std::optional<std::string> name_in(const GENERAL_NAME* name) {
    if (name->type == GEN_DNS)
        return text_in(name->d.dNSName);
    if (name->type != GEN_IPADD)
        return std::nullopt;
    const int size = ASN1_STRING_length(name->d.iPAddress);
    return size == 4    ? std::optional(ip_in<ip::address_v4>(name->d.iPAddress))
           : size == 16 ? std::optional(ip_in<ip::address_v6>(name->d.iPAddress))
                        : std::nullopt;
}

// The hosts that it is for.
std::vector<std::string> names_in(X509* certificate) {
    const std::unique_ptr<GENERAL_NAMES, decltype(&GENERAL_NAMES_free)> names(
        static_cast<GENERAL_NAMES*>(
            X509_get_ext_d2i(certificate, NID_subject_alt_name, nullptr, nullptr)),
        GENERAL_NAMES_free);
    std::vector<std::string> result;
    for (int i = 0; i < sk_GENERAL_NAME_num(names.get()); ++i)
        if (auto name = name_in(sk_GENERAL_NAME_value(names.get(), i)))
            result.push_back(safe(*name, 60));
    return result;
}

std::string wrong_host(X509* certificate, const std::string& host) {
    constexpr std::size_t most = 3;
    const std::vector<std::string> names = names_in(certificate);
    if (names.empty())
        return _("its certificate names no host");
    std::string list;
    for (std::size_t i = 0; i < std::min(names.size(), most); ++i)
        list += (i == 0 ? "" : ", ") + names[i];
    if (names.size() > most)
        list += ", …";
    return _("its certificate is for {0}, not for {1}", list, host);
}

// The name of an issuer as people know it.
std::string issuer_of(const X509* certificate) {
    X509_NAME* const issuer = X509_get_issuer_name(certificate);
    for (const int kind : {NID_commonName, NID_organizationName})
        if (const int at = X509_NAME_get_index_by_NID(issuer, kind, -1); at >= 0)
            return safe(text_in(X509_NAME_ENTRY_get_data(X509_NAME_get_entry(issuer, at))), 60);
    return "?";
}

} // namespace

std::string what_is_wrong(X509_STORE_CTX* at, const std::string& host) {
    X509* const certificate = X509_STORE_CTX_get_current_cert(at);
    const int error = X509_STORE_CTX_get_error(at);
    switch (certificate ? error : X509_V_ERR_UNSPECIFIED) {
    case X509_V_ERR_CERT_HAS_EXPIRED:
        return _("its certificate expired on {0}", day(X509_get0_notAfter(certificate)));
    case X509_V_ERR_CERT_NOT_YET_VALID:
        return _("its certificate is valid only from {0} on, by this computer's clock",
                 day(X509_get0_notBefore(certificate)));
    case X509_V_ERR_HOSTNAME_MISMATCH:
    case X509_V_ERR_IP_ADDRESS_MISMATCH:
        return wrong_host(certificate, host);
    case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT:
        return _("its certificate is self-signed. If somebody you trust gave you the certificate, "
                 "add --ca FILE");
    case X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN:
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT:
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    case X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE:
        return _("this computer doesn't know {0}, the issuer of its certificate. If somebody you "
                 "trust gave you the issuer's certificate, add --ca FILE",
                 issuer_of(certificate));
    default:
        return _("its certificate can't be trusted ({0})", X509_verify_cert_error_string(error));
    }
}

} // namespace jaipur::client::network
