#include "server/shell/replays.hpp"

#include <boost/asio/post.hpp>

#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace jaipur::server::shell {

namespace asio = boost::asio;

namespace {

void read(store::Store& store, const protocol::MatchId& match, core::ConnectionQuota::Ticket ticket,
          const asio::any_io_executor& executor, net::Site::ReplayFound found) {
    store.find(match, [=, ticket = std::move(ticket),
                       found = std::move(found)](std::optional<std::string> json) {
        asio::post(executor, [found, ticket, json = std::move(json)]() mutable {
            if (json)
                found(net::FoundReplay{*std::move(json), std::move(ticket)});
            else
                found(net::ReplayResult());
        });
    });
}

} // namespace

void find_replay(store::Store& store, const protocol::MatchId& match,
                 std::function<core::ConnectionQuota::Entry(std::size_t bytes)> may_download,
                 const asio::any_io_executor& executor, net::Site::ReplayFound found) {
    store.measure(match, [=, &store, may_download = std::move(may_download),
                          found = std::move(found)](std::optional<std::size_t> bytes) {
        asio::post(executor, [=, &store] {
            if (!bytes)
                return found(net::ReplayResult());
            auto entry = may_download(*bytes);
            if (const auto* refusal = std::get_if<core::ConnectionQuota::Refusal>(&entry))
                return found(*refusal);
            read(store, match, std::get<core::ConnectionQuota::Ticket>(std::move(entry)), executor,
                 found);
        });
    });
}

} // namespace jaipur::server::shell
