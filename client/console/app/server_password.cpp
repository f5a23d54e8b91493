#include "client/console/app/server_password.hpp"

#include "client/console/files/descriptor.hpp"
#include "client/console/safe_text.hpp"
#include "client/console/translation.hpp"
#include "protocol/text.hpp"

#include <boost/system/result.hpp>

#include <cerrno>
#include <cstring>
#include <fcntl.h>

namespace jaipur::client::app {

Result<std::string, std::string> read_server_password(const std::string& file) {
    constexpr std::size_t most = 4096;
    const files::Descriptor input(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
    const auto text = input < 0 ? std::nullopt : files::read_all(input, most);
    if (!text)
        return {boost::system::in_place_error,
                _("{0} can't be read: {1}.", safe(file), std::strerror(errno))};
    std::string line(protocol::first_line(*text));
    if (!protocol::is_password(line))
        return {boost::system::in_place_error,
                _("the first line of {0} must be a password of {1} to {2} characters", safe(file),
                  protocol::password_bounds.min, protocol::password_bounds.max)};
    return {boost::system::in_place_value, std::move(line)};
}

} // namespace jaipur::client::app
