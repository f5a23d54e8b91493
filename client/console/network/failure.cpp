#include "client/console/network/failure.hpp"

#include "client/console/safe_text.hpp"
#include "client/console/translation.hpp"

#include <boost/asio/error.hpp>
#include <boost/asio/ssl/error.hpp>

namespace jaipur::client::network {

namespace asio = boost::asio;
using boost::system::error_code;

bool is_cut(error_code error) {
    return error == asio::error::eof || error == asio::error::connection_reset ||
           error == asio::error::broken_pipe || error == asio::error::connection_aborted ||
           error == asio::ssl::error::stream_truncated;
}

std::string in_words(error_code error) {
    if (is_cut(error))
        return _("it closed the connection");
    if (error == asio::error::operation_aborted || error == asio::error::timed_out)
        return _("it didn't answer in time");
    if (error.category() == asio::error::get_netdb_category())
        return _("its host name was not found");
    return error.message();
}

namespace {

Failure use_instead(const Address& address) {
    return {Failure::Kind::OnlyTls,
            _("it requires an encrypted connection: use the address {0}", text_of(address))};
}

} // namespace

Failure only_tls(Address address) {
    address.secure = true;
    return use_instead(address);
}

std::optional<Failure> wants_tls(const Address& address, unsigned status, std::string_view location,
                                 std::string_view body) {
    if (address.secure)
        return std::nullopt;
    const auto elsewhere = parse_address(location);
    if (status >= 300 && status < 400 && elsewhere && elsewhere->secure &&
        elsewhere->host == lower(address.host))
        return use_instead(*elsewhere);
    // As nginx, Apache and Go's servers say.
    const bool says_so = body.find("HTTPS") != std::string_view::npos ||
                         body.find("SSL-enabled") != std::string_view::npos;
    return status == 400 && says_so ? std::optional(only_tls(address)) : std::nullopt;
}

} // namespace jaipur::client::network
