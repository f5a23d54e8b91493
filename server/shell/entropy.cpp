#include "server/shell/entropy.hpp"

#include "server/log/log.hpp"
#include "server/shell/options.hpp"

#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <sys/random.h>

namespace jaipur::server::shell {

core::Entropy system_entropy() {
    return [](std::span<std::uint8_t> bytes) {
        while (!bytes.empty()) {
            const auto count = getrandom(bytes.data(), bytes.size(), 0);
            if (count < 0 && errno != EINTR) {
                // Everything drawn from here on could be guessed. Acknowledged actions are stored.
                log::error("getrandom failed", {{"errno", std::int64_t{errno}}});
                std::_Exit(exit_code::software);
            }
            if (count > 0)
                bytes = bytes.subspan(static_cast<std::size_t>(count));
        }
    };
}

} // namespace jaipur::server::shell
