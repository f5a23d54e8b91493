// How a database is named: as libpq reads it, but without libpq, because a server that was built
// without PostgreSQL also reads its options and prints them.
#pragma once

#include <string>
#include <string_view>

namespace jaipur::server::shell {

// Whether it is a URI (postgresql://…), or words (host=… dbname=…).
bool is_connection_string(std::string_view text);

// The same for people: every password in it is `***`. What can't be read is hidden as well.
std::string without_password(std::string_view connection_string);

} // namespace jaipur::server::shell
