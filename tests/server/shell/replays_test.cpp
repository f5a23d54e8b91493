// Downloads of finished matches: what is too large isn't read.
#include "server/shell/replays.hpp"

#include <boost/asio/io_context.hpp>
#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace jaipur::server::shell {

namespace {

// Has one replay, and counts who reads it.
class OneReplay final : public store::Store {
  public:
    static constexpr protocol::MatchId match{1};

    std::vector<core::RoomCode> load(const std::function<void(const core::Record&)>&) override {
        return {};
    }

    std::optional<store::PushSecret> push_secret(const core::Entropy&) override { return {}; }

    std::uint64_t last_number() const override { return 0; }

    void append(std::vector<core::Record>) override {}

    void housekeep(store::HousekeepingTask) override {}

    void find(const protocol::MatchId&, Found found) override {
        ++reads;
        found(gone ? std::nullopt : std::optional(std::string(1000, ' ')));
    }

    void measure(const protocol::MatchId& which, Measured measured) override {
        measured(which == match ? std::optional<std::size_t>(1000) : std::nullopt);
    }

    int reads = 0;
    bool gone = false; // deleted after it was measured
};

struct Download {
    OneReplay store;
    std::vector<std::size_t> asked; // sizes

    net::ReplayResult of(const protocol::MatchId& match, core::ConnectionQuota::Entry may) {
        boost::asio::io_context context;
        net::ReplayResult result;
        const auto may_download = [this, may](std::size_t bytes) {
            asked.push_back(bytes);
            return may;
        };
        find_replay(store, match, may_download, context.get_executor(),
                    [&](net::ReplayResult answer) { result = std::move(answer); });
        context.run();
        return result;
    }
};

} // namespace

TEST_CASE("a replay is read only if its client may download as much, and counts until it is sent") {
    Download download;
    using enum core::ConnectionQuota::Refusal;
    for (const auto refusal : {Full, TooMany}) {
        const auto refused = download.of(OneReplay::match, refusal);
        CHECK(std::get<core::ConnectionQuota::Refusal>(refused) == refusal);
    }
    CHECK(download.store.reads == 0);
    const core::ConnectionQuota::Ticket ticket = std::make_shared<int>();
    {
        const auto found = download.of(OneReplay::match, ticket);
        CHECK(std::get<net::FoundReplay>(found).json.size() == 1000);
        CHECK(ticket.use_count() == 2);
    }
    CHECK(ticket.use_count() == 1);
    CHECK(download.asked == std::vector<std::size_t>(3, 1000));
    CHECK(std::holds_alternative<std::monostate>(download.of({2}, ticket)));
    CHECK(download.asked.size() == 3);
    download.store.gone = true;
    CHECK(std::holds_alternative<std::monostate>(download.of(OneReplay::match, ticket)));
    CHECK(ticket.use_count() == 1);
}

} // namespace jaipur::server::shell
