#include "server/shell/crowd.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <doctest/doctest.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <vector>

namespace jaipur::server::shell {

namespace {

constexpr core::SessionId many = 5 * Crowd::at_once + 3;

std::vector<core::SessionId> numbers(core::SessionId count) {
    std::vector<core::SessionId> all(count);
    std::iota(all.begin(), all.end(), core::SessionId{1});
    return all;
}

} // namespace

TEST_CASE("a crowd is served in order, and others come in between") {
    boost::asio::io_context context;
    std::vector<core::SessionId> served;
    Crowd crowd(context.get_executor(), [&](core::SessionId id) { served.push_back(id); });
    for (const core::SessionId id : numbers(many))
        crowd.add(id);
    std::size_t served_before = 0;
    boost::asio::post(context, [&] { served_before = served.size(); });
    CHECK(served.empty());
    context.run();
    CHECK(served_before == Crowd::at_once);
    CHECK(served == numbers(many));
}

TEST_CASE("sessions that come while a crowd is served are served, too") {
    boost::asio::io_context context;
    std::vector<core::SessionId> served;
    std::unique_ptr<Crowd> crowd;
    crowd = std::make_unique<Crowd>(context.get_executor(), [&](core::SessionId id) {
        served.push_back(id);
        if (id < many)
            crowd->add(id + 1);
    });
    crowd->add(1);
    context.run();
    CHECK(served == numbers(many));
    context.restart();
    crowd->add(many);
    context.run();
    CHECK(std::ranges::count(served, many) == 2);
}

TEST_CASE("nobody is served once the crowd is gone") {
    boost::asio::io_context context;
    std::vector<core::SessionId> served;
    auto crowd = std::make_unique<Crowd>(context.get_executor(),
                                         [&](core::SessionId id) { served.push_back(id); });
    for (const core::SessionId id : numbers(many))
        crowd->add(id);
    boost::asio::post(context, [&] { crowd = nullptr; });
    context.run();
    CHECK(served.size() == Crowd::at_once);
}

} // namespace jaipur::server::shell
