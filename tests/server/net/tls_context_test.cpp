// Certificates that can be used, and what the operator reads about those that can't.
#include "server/net/tls_context.hpp"
#include "tests/server/net/tls_peer.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <filesystem>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

namespace jaipur::server::net::test {

namespace {

using namespace std::chrono_literals;

std::string problem(const TlsFiles& files) {
    try {
        const TlsContext context(files);
        return "";
    } catch (const TlsError& error) {
        return error.what();
    }
}

bool ends_with(const std::string& text, std::string_view end) {
    CAPTURE(text);
    return text.starts_with("can't use /") && text.ends_with(end);
}

} // namespace

TEST_CASE("a certificate says for which host it is, and until when") {
    const CertificateFolder folder("jaipur.example");
    const TlsContext context(folder.files());
    CHECK(context.host() == "jaipur.example"); // the names before it aren't a host
    const auto left = context.valid_until() - std::chrono::system_clock::now();
    CHECK(left > 23h);
    CHECK(left <= 24h);
    CHECK(context.valid_from() < std::chrono::system_clock::now() - 9 * 24h);
}

TEST_CASE("an expired certificate is used: an old one is better than none") {
    const CertificateFolder folder("jaipur.test", -1);
    const TlsContext context(folder.files());
    CHECK(context.valid_until() < std::chrono::system_clock::now());
}

TEST_CASE("certificate, key and chain may be in one file") {
    const CertificateFolder folder;
    const auto all = folder.write("all.pem", folder.read("key.pem") + folder.read("cert.pem") +
                                                 folder.read("cert.pem"));
    CHECK(problem({all, all}).empty());
}

TEST_CASE("each certificate that can't be used gets a clear reason") {
    const CertificateFolder folder, other;
    const auto [certificate, key] = folder.files();
    const auto nothing = folder.write("empty", ""), text = folder.write("text", "hello\n");
    const auto missing = certificate.parent_path() / "missing";
    CHECK(ends_with(problem({missing, key}), "/missing: No such file or directory"));
    CHECK(ends_with(problem({certificate, missing}), "/missing: No such file or directory"));
    CHECK(ends_with(problem({certificate.parent_path(), key}), ": it isn't a file"));
    CHECK(ends_with(problem({"/dev/zero", key}), "/dev/zero: it isn't a file"));
    for (const auto& wrong : {nothing, text, key})
        CHECK(ends_with(problem({wrong, key}), ": it contains no certificate (PEM)"));
    for (const auto& wrong : {nothing, text, certificate})
        CHECK(ends_with(problem({certificate, wrong}), ": it contains no private key (PEM)"));
    CHECK(ends_with(problem({certificate, other.files().key}),
                    ": the key doesn't belong to " + certificate.string()));
    CHECK(ends_with(problem({certificate, folder.write("encrypted", folder.encrypted_key())}),
                    ": the key is encrypted with a password; decrypt it with `openssl pkey`"));
    const std::string good = folder.read("cert.pem");
    const auto chain = folder.write("chain", good + good.substr(0, good.size() / 2));
    CHECK(ends_with(problem({chain, key}), ": one of its certificates is damaged"));
    const auto large = folder.write("large", std::string(2 << 20, ' '));
    CHECK(ends_with(problem({large, key}), ": it is too large"));
    const auto pipe = certificate.parent_path() / "pipe";
    REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
    CHECK(ends_with(problem({pipe, key}), ": it isn't a file"));
    if (geteuid() != 0) { // root may read everything
        REQUIRE(chmod(key.c_str(), 0) == 0);
        CHECK(ends_with(problem({certificate, key}), ": Permission denied"));
    }
}

} // namespace jaipur::server::net::test
