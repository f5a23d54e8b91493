#include "client/console/network/ask.hpp"

#include "client/console/network/web_socket.hpp"
#include "client/console/translation.hpp"
#include "client/console/words/words.hpp"
#include "protocol/codec.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/system/result.hpp>

#include <optional>
#include <string_view>
#include <utility>

namespace jaipur::client::network {

namespace {

using boost::system::in_place_error;
using Answer = Result<protocol::Ok, NoOk>;

class Asking final : public session::ConnectionEvents {
  public:
    Asking(const Address& address, const protocol::RequestBody& body, const std::string& ca)
        : connection_(context_, address, ca), text_(protocol::encode(protocol::Request{0, body})) {
        connection_.set_events(*this);
    }

    Answer answer(std::chrono::milliseconds within) {
        connection_.open();
        context_.run_for(within);
        connection_.shut();
        return answer_.value_or(Answer(in_place_error, NoOk{_("it doesn't answer")}));
    }

    void opened() override { connection_.send(text_); }

    void received(std::string_view text) override {
        const auto message = protocol::decode_server(text);
        const auto* error = message ? std::get_if<protocol::Error>(&*message) : nullptr;
        if (const auto* ok = message ? std::get_if<protocol::Ok>(&*message) : nullptr)
            finish(*ok);
        else if (error)
            finish({in_place_error, NoOk{error->code == protocol::ErrorCode::UnknownType
                                             ? _("it is too old to tell")
                                             : words::error(error->code),
                                         error->code, error->games}});
    }

    void closed(std::uint16_t, std::string_view reason) override {
        finish({in_place_error, NoOk{std::string(reason)}});
    }

  private:
    void finish(Answer answer) {
        if (!answer_)
            answer_ = std::move(answer);
        context_.stop();
    }

    boost::asio::io_context context_;
    WebSocketConnection connection_;
    std::string text_;
    std::optional<Answer> answer_;
};

} // namespace

Answer ask(const Address& address, const protocol::RequestBody& body,
           std::chrono::milliseconds within, const std::string& ca) {
    return Asking(address, body, ca).answer(within);
}

} // namespace jaipur::client::network
