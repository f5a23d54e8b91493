// What the server answers over HTTP, as a pure function of the request. It must not know how
// requests are read and responses written.
#pragma once

#include "protocol/fair.hpp"
#include "server/core/connection_quota.hpp"
#include "server/net/forwarded.hpp"
#include "server/net/link.hpp"
#include "server/net/page.hpp"

#include <cstddef>
#include <cstdint>
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
inline constexpr std::size_t longest_host = 255; // bytes of a Host header that is used

enum class Scheme : bool { Http, Https };

struct HttpRequest {
    std::string method;
    std::string target;
    int version = 11;                                         // 10: HTTP/1.0
    std::vector<std::pair<std::string, std::string>> headers; // names in any case, in their order
    core::Address from;                                       // the client's
    // This connection's. If there is a proxy, its visitors may use another.
    Scheme scheme = Scheme::Http;
};

// ASCII letters only.
std::string lowered(std::string_view text);
// Ignores case.
bool same_text(std::string_view a, std::string_view b);
// Without surrounding blanks.
std::string_view trimmed(std::string_view text);
// The words of a list header, which may span several lines.
std::vector<std::string_view> words(const HttpRequest& request, std::string_view header);

struct HttpResponse {
    int status = 200;
    std::vector<std::pair<std::string, std::string>>
        headers; // in addition to those of every response
    std::string body;
    std::string_view lasting;             // instead of `body`: lasts as long as the program
    core::ConnectionQuota::Ticket ticket; // of a large one: keep it until everything is sent
    bool is_last = false;                 // the connection ends after it

    std::string_view content() const { return lasting.empty() ? std::string_view(body) : lasting; }
};

// The connection becomes a WebSocket.
struct Upgrade {
    bool with_subprotocol = false;        // the client asked for it
    core::ConnectionQuota::Ticket ticket; // keep it as long as the session
};

// The replay must be looked up first; then `replay_found` makes the response, or, if the page was
// asked for, `replay_previewed`.
struct WantsReplay {
    protocol::MatchId match{};
    std::optional<Location> page;
};

// A finished match as JSON; or it still runs or never existed, or its client can't download that
// much now.
struct FoundReplay {
    std::string json;
    core::ConnectionQuota::Ticket ticket; // for the memory
};

using ReplayResult = std::variant<std::monostate, core::ConnectionQuota::Refusal, FoundReplay>;

using HttpAnswer = std::variant<HttpResponse, Upgrade, WantsReplay>;

// What the server serves, and its rules for that.
struct Site {
    Page page;
    // In addition to the server's own, lower case: "https://example.org".
    std::vector<std::string> allowed_origins;
    // Looks for a finished match and calls back on the caller's thread, maybe later.
    using ReplayFound = std::function<void(ReplayResult)>;
    std::function<void(const protocol::MatchId&, const core::Address& client, ReplayFound)>
        find_replay;
    // What a preview may tell this address about a room; asking is a guess.
    std::function<std::optional<protocol::Invitation>(const core::Address&, const std::string&,
                                                      core::LinkTo)>
        preview;
    // Banned addresses get nothing.
    std::function<bool(const core::Address&)> is_banned;
    // ConnectionQuota's checks.
    std::function<bool(const core::Address&)> may_ask;
    std::function<bool(const core::Address&)> may_load; // a file of the page
    std::function<core::ConnectionQuota::Entry(const core::Address&)> session;
    // Whether new connections and rooms are welcome; always if not set.
    std::function<bool()> is_ready;
    // Their X-Forwarded-For is believed.
    std::vector<Network> trusted_proxies;
    // Set if visitors must use https: plain requests are sent to this port; 0: the one in their
    // Host.
    std::optional<std::uint16_t> https_port;
    // A handshake of TLS is over. The reason is empty if it succeeded.
    std::function<void(std::string_view failure)> shook_hands;
    // Set only for the operator's port, which serves this text and nothing above.
    std::function<std::string()> metrics;
};

HttpAnswer answer(const HttpRequest& request, const Site& site);
HttpResponse replay_found(ReplayResult result);

// A short text as a response.
HttpResponse plain(int status, std::string_view text,
                   std::vector<std::pair<std::string, std::string>> headers = {});

enum class After : bool { Close, KeepAlive };

// Everything before the body, with the empty line.
std::string head_of(const HttpResponse& response, After after, Scheme scheme = Scheme::Http);

} // namespace jaipur::server::net
