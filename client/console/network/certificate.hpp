// What is wrong with a server's certificate, in words that follow "Can't reach HOST:".
#pragma once

#include <openssl/x509_vfy.h>

#include <string>

namespace jaipur::client::network {

// `at`: where verification failed. `host`: the name or address that was expected.
std::string what_is_wrong(X509_STORE_CTX* at, const std::string& host);

} // namespace jaipur::client::network
