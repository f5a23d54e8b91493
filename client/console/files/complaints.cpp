#include "client/console/files/complaints.hpp"

#include "client/console/translation.hpp"

#include <cerrno>
#include <cstring>

namespace jaipur::client::files {

void Complaints::add(const char* what, const std::filesystem::path& path) {
    const std::string why = errno != 0 ? std::string(" (") + std::strerror(errno) + ")" : "";
    add(_(what, path.string() + why));
}

} // namespace jaipur::client::files
