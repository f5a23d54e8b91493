// The one compilation of Asio's part for TLS.
#include <boost/asio/ssl/impl/src.hpp>
