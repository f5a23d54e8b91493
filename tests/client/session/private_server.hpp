// A private server's clients, for tests.
#pragma once

#include "client/console/session/session.hpp"
#include "protocol/hash.hpp"
#include "tests/client/network.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>

namespace jaipur::client::test {

using protocol::ErrorCode;
using server::core::Access;
using server::core::Privacy;

inline constexpr Privacy only_invited{Access::Invited, Access::Everyone};
inline constexpr Privacy rooms_by_invited{Access::Everyone, Access::Invited};

// The answer to a request; nothing yet. It may come after this is gone.
struct Answer {
    std::shared_ptr<std::optional<Controls::Reply>> reply =
        std::make_shared<std::optional<Controls::Reply>>();

    Controls::OnReply take() const {
        return [reply = reply](const Controls::Reply& given) { *reply = given; };
    }

    bool came() const { return reply->has_value(); }

    bool ok() const { return came() && std::holds_alternative<protocol::Ok>(**reply); }

    std::optional<ErrorCode> error() const {
        const auto* error = came() ? std::get_if<protocol::Error>(&**reply) : nullptr;
        return error ? std::optional(error->code) : std::nullopt;
    }
};

enum class Asks : std::uint8_t { User, Nobody }; // for the password

// A private server with the password "open sesame", and its clients.
struct PrivateServer : Network {
    explicit PrivateServer(Asks clients, const Privacy& privacy = only_invited) {
        can_ask = clients == Asks::User;
        make_private(privacy, "open sesame");
    }
};

inline Answer open_room(Network& network, Client& client) {
    Answer answer;
    client.session.request(protocol::CreateRoom{"Asha", {}}, answer.take());
    network.settle();
    return answer;
}

inline Answer type(Network& network, Client& client, const std::string& key) {
    Answer answer;
    client.session.enter_server(key, answer.take());
    network.settle();
    return answer;
}

inline std::string link_with(const protocol::Secret& invitation) {
    return "http://example:7777/enter#" + protocol::base64url(invitation);
}

inline Pass kept(Client& client) {
    return client.passes.load("example:7777");
}

} // namespace jaipur::client::test
