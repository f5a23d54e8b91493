// The answer to a request for a link (see link.hpp): the page, for programs that aren't browsers
// with a preview of what the link leads to. A pure function, like `answer`.
#pragma once

#include "server/net/http.hpp"
#include "server/net/link.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace jaipur::server::net {

// Browsers get no preview: the page asks for the invitation itself. So a reload costs no guess, and
// another website can't make its visitors guess.
bool is_browser(const HttpRequest& request);

HttpAnswer answer_link(const HttpRequest& request, std::string_view path, const PageLink& link,
                       const Site& site);
// What the store found for a preview.
HttpResponse replay_previewed(const ReplayResult& result, const Location& location,
                              const Site& site);

// 404: in a browser with the page, which says what to do.
HttpResponse not_found(const HttpRequest& request, const Site& site);

} // namespace jaipur::server::net
