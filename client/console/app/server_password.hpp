// The password of a private server, for programs that nobody can type to.
#pragma once

#include "common/result.hpp"

#include <string>

namespace jaipur::client::app {

// The first line of a file, or what is wrong with it.
Result<std::string, std::string> read_server_password(const std::string& file);

} // namespace jaipur::client::app
