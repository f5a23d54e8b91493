// The one compilation of Asio.
#include <boost/asio/impl/src.hpp>
