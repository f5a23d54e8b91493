#include "server/shell/tls_options.hpp"

#include <CLI/CLI.hpp>

#include <string>

namespace jaipur::server::shell {

void add_tls_options(CLI::App& app, Serve& serve) {
    const auto tls = [&serve]() -> net::TlsFiles& {
        return serve.tls ? *serve.tls : serve.tls.emplace();
    };
    auto* const certificate =
        app.add_option_function<std::string>(
               "--tls-cert", [tls](const std::string& file) { tls().certificate = file; },
               "speak TLS (https, wss) on the port of --listen, with this certificate (PEM, with "
               "the authorities' after it). The server notices when the file is replaced")
            ->type_name("FILE");
    auto* const key = app.add_option_function<std::string>(
                             "--tls-key", [tls](const std::string& file) { tls().key = file; },
                             "the certificate's private key (PEM, without a password)")
                          ->type_name("FILE");
    certificate->needs(key);
    key->needs(certificate);
    app.add_option_function<std::string>(
           "--redirect",
           [&serve](const std::string& text) { serve.redirect = *parse_endpoint(text); },
           "with TLS: also listen here, and only tell browsers to use https")
        ->check([](const std::string& text) -> std::string {
            return parse_endpoint(text) ? "" : "expected an address and a port, such as 0.0.0.0:80";
        })
        ->type_name("ADDRESS:PORT")
        ->needs(certificate);
}

} // namespace jaipur::server::shell
