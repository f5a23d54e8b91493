// Looks up finished matches for clients. It reads a replay only after the quota has admitted a
// download of its size: many requests for large ones cost neither memory nor reading.
#pragma once

#include "protocol/fair.hpp"
#include "server/core/connection_quota.hpp"
#include "server/net/http.hpp"
#include "server/store/store.hpp"

#include <boost/asio/any_io_executor.hpp>

#include <cstddef>
#include <functional>

namespace jaipur::server::shell {

// `may_download` and `found` are called on `executor`, as long as it exists; until then, `store`
// must exist, too.
void find_replay(store::Store& store, const protocol::MatchId& match,
                 std::function<core::ConnectionQuota::Entry(std::size_t bytes)> may_download,
                 const boost::asio::any_io_executor& executor, net::Site::ReplayFound found);

} // namespace jaipur::server::shell
