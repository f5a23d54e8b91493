#include "client/console/network/fetch.hpp"

#include "client/console/network/failure.hpp"
#include "client/console/network/wire.hpp"
#include "client/console/translation.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>

#include <string_view>
#include <utility>

namespace jaipur::client::network {

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using beast::error_code;

std::string wrong_answer(error_code error) {
    if (error == http::error::body_limit)
        return _("its answer is too large for a replay");
    if (error == http::error::end_of_stream || error == http::error::partial_message)
        return in_words(asio::error::eof);
    return in_words(error);
}

// Lives on the stack of `fetch`, as long as its context.
class Get {
    // Calls `next` after an operation that succeeded.
    template <class Next>
    auto then(Next next) {
        return [this, next](error_code error, std::size_t) {
            if (!error)
                next();
            else if (wire_.may_want_tls())
                ask_for_tls(probe_, address_, [this, error](bool speaks) {
                    fail(speaks ? only_tls(address_).why : wrong_answer(error));
                });
            else
                fail(wrong_answer(error));
        };
    }

  public:
    Get(const Address& address, const std::string& path, std::size_t largest, std::string ca)
        : address_(address), wire_(context_, std::move(ca)), probe_(context_, ""),
          request_(http::verb::get, path, 11) {
        request_.set(http::field::host, authority_of(address));
        request_.set(http::field::user_agent, "jaipur-client");
        request_.set(http::field::connection, "close");
        parser_.body_limit(largest);
    }

    Fetched run(std::chrono::milliseconds within) {
        wire_.open(address_, within, [this](const std::optional<Failure>& failure) {
            if (failure)
                return fail(failure->why);
            http::async_write(wire_, request_, then([this] { read(); }));
        });
        context_.run_for(within);
        if (!context_.stopped())
            fail(in_words(asio::error::timed_out));
        return std::move(fetched_);
    }

  private:
    void read() {
        http::async_read(wire_, buffer_, parser_, then([this] { take(parser_.get()); }));
    }

    void take(http::response<http::string_body>& answer) {
        const unsigned status = answer.result_int();
        const auto location = answer[http::field::location];
        if (const auto failure =
                wants_tls(address_, status, {location.data(), location.size()}, answer.body()))
            return fail(failure->why);
        fetched_ = {static_cast<int>(status), std::move(answer.body()), {}};
        wire_.close();
    }

    void fail(std::string_view why) {
        fetched_ = {0, {}, std::string(why)};
        wire_.close();
    }

    asio::io_context context_;
    Address address_;
    Wire wire_, probe_; // for `ask_for_tls`
    http::request<http::empty_body> request_;
    http::response_parser<http::string_body> parser_;
    beast::flat_buffer buffer_;
    Fetched fetched_;
};

} // namespace

Fetched fetch(const Address& address, const std::string& path, std::size_t largest,
              std::chrono::milliseconds within, const std::string& ca) {
    return Get(address, path, largest, ca).run(within);
}

} // namespace jaipur::client::network
