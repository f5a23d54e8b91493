// Replaces the output of client/web/embed.mjs if the page is left out (JAIPUR_PAGE in
// cmake/page.cmake).
#include "server/net/page.hpp"

namespace jaipur::server::net {

Page built_in_page() {
    return {};
}

} // namespace jaipur::server::net
