// What the server answers over HTTP, as a pure function of a request; reading and writing is
// somebody else's business.
#pragma once

#include "protocol/fair.hpp"
#include "server/core/gate.hpp"
#include "server/net/forwarded.hpp"
#include "server/net/page.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace jaipur::server::net {

inline constexpr std::string_view subprotocol = "jaipur.v1";

struct HttpRequest {
    std::string method;
    std::string target;
    int version = 11;                                         // 10: HTTP/1.0
    std::vector<std::pair<std::string, std::string>> headers; // names in any case, in their order
    core::Address from;                                       // the client's
};

// Without regard to case.
bool same_text(std::string_view a, std::string_view b);
// Without the blanks around it.
std::string_view trimmed(std::string_view text);
// The words of a header that is a list, perhaps over several lines.
std::vector<std::string_view> words(const HttpRequest& request, std::string_view header);

struct HttpResponse {
    int status = 200;
    std::vector<std::pair<std::string, std::string>> headers; // beside those that all bear
    std::string body;
    std::string_view lasting;  // instead of it: what lasts as long as the program
    core::Gate::Ticket ticket; // of a large one: to be kept until it has been sent

    std::string_view content() const { return lasting.empty() ? std::string_view(body) : lasting; }
};

// The request is to become a WebSocket.
struct Upgrade {
    bool with_subprotocol = false; // the client asked for it and gets it
    core::Gate::Ticket ticket;     // to be kept as long as the session
};

// What is asked for has to be looked up first; `replay_found` makes the response.
struct WantsReplay {
    protocol::MatchId match{};
};

using HttpAnswer = std::variant<HttpResponse, Upgrade, WantsReplay>;

// What there is to be served.
struct Site {
    Page page;
    // Beside the server's own: as browsers write them, lower case, "https://example.org".
    std::vector<std::string> allowed_origins;
    // Looks for a finished match and calls back, perhaps later, on the thread that asked, with its
    // JSON; none while it runs, or when there was none.
    using ReplayFound = std::function<void(std::optional<std::string>)>;
    std::function<void(const protocol::MatchId&, ReplayFound)> find_replay;
    // Who may come in.
    std::function<bool(const core::Address&)> may_ask;
    std::function<bool(const core::Address&)> may_load; // a file of the page
    std::function<core::Gate::Entry(const core::Address&)> session;
    // Who may have so many bytes kept for it while it takes them in.
    std::function<core::Gate::Entry(const core::Address&, std::size_t)> download;
    // Whose word is taken for whom they speak for.
    std::vector<Network> trusted_proxies;
    // Where this is set, all of the above is not: it is the operator's port, which serves the text.
    std::function<std::string()> metrics;
};

HttpAnswer answer(const HttpRequest& request, const Site& site);
// `from`: who asked for it.
HttpResponse replay_found(std::optional<std::string> json, const core::Address& from,
                          const Site& site);

// A short text as a response.
HttpResponse plain(int status, std::string_view text);

enum class After : bool { Close, KeepAlive };

// What goes before the body, with the empty line.
std::string head_of(const HttpResponse& response, After after);

} // namespace jaipur::server::net
