#include "client/console/session/traits.hpp"

#include "common/overloaded.hpp"

namespace jaipur::client::session {

using namespace protocol;

Traits traits_of(const RequestBody& request) {
    using Offline = Traits::Offline;
    using words::Purpose;
    constexpr int attempts_to_enter = 2; // limits on entering rooms last for minutes
    const Overloaded each{
        [](const OneOf<CreateRoom, QuickMatch> auto& enter) {
            return Traits{.offline = Offline::Repeated,
                          .attempts = attempts_to_enter,
                          .name = &enter.name,
                          .takes_seat = true,
                          .token = enter.token ? &*enter.token : nullptr};
        },
        [](const JoinRoom& join) {
            return Traits{.offline = Offline::Repeated,
                          .attempts = attempts_to_enter,
                          .purpose = Purpose::Joining,
                          .name = &join.name,
                          .room = &join.room,
                          .takes_seat = true,
                          .token = join.token ? &*join.token : nullptr};
        },
        [](const Spectate& spectate) {
            return Traits{.offline = Offline::Repeated,
                          .attempts = attempts_to_enter,
                          .purpose = Purpose::Watching,
                          .room = &spectate.room};
        },
        [](const ReadInvitation& invitation) {
            return Traits{.offline = Offline::Repeated,
                          .attempts = attempts_to_enter,
                          .purpose = Purpose::Joining,
                          .room = &invitation.room};
        },
        [](const Enter& enter) { // showing the pass alone guesses nothing
            const bool guesses = !std::holds_alternative<std::monostate>(enter.with);
            return Traits{.offline = Offline::Repeated,
                          .attempts = guesses ? attempts_to_enter : Traits::most_attempts,
                          .purpose = guesses ? Purpose::Entering : Purpose::Any};
        },
        [](const Resume&) {
            return Traits{.offline = Offline::Repeated, .repeated_when_full = true};
        },
        [](const TakeOver& take_over) {
            return Traits{.offline = Offline::Repeated,
                          .purpose = Purpose::MovingHere,
                          .takes_seat = true,
                          .token = &take_over.token};
        },
        [](const OneOf<ListRooms, ListGames, ReadPushKey> auto&) {
            return Traits{.offline = Offline::Repeated};
        },
        [](const OneOf<Ping, Ready, ListSpectators> auto&) { return Traits(); },
        [](const Reveal&) { return Traits{.repeated_when_full = true}; },
        [](const Act& act) {
            const bool takes = std::holds_alternative<Take>(act.action);
            return Traits{.purpose = takes ? Purpose::Taking : Purpose::Any};
        },
        [](const OneOf<LeaveRoom, Resign, ClaimWin, AskRematch, Remove, SetChat, MoveSeat,
                       PushSubscribe, PushUnsubscribe> auto&) { // messages are for browsers
            return Traits{.offline = Offline::UserIsTold};
        },
        [](const SendChat&) { return Traits{.offline = Offline::SentLater}; },
    };
    return visit_request(each, request);
}

void choose_token(RequestBody& request, const std::optional<Secret>& token) {
    if (auto* create = as<CreateRoom>(request))
        create->token = token;
    else if (auto* join = as<JoinRoom>(request))
        join->token = token;
    else if (auto* quick = as<QuickMatch>(request))
        quick->token = token;
    else if (auto* take_over = as<TakeOver>(request); take_over && token)
        take_over->token = *token;
}

} // namespace jaipur::client::session
