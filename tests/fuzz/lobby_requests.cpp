#include "tests/fuzz/lobby_requests.hpp"

#include "protocol/codec.hpp"
#include "protocol/hash.hpp"
#include "tests/fuzz/any.hpp"

#include <array>

namespace jaipur::fuzz {

using namespace server::core;

namespace {

std::optional<int> trader(std::uint8_t kind) {
    return kind % 2 == 0 ? std::optional(kind / 4 % 6) : std::nullopt;
}

protocol::RequestBody push_request(int kind) {
    if (kind == 5) // likewise
        return protocol::Enter{nonce_of(1), nonce_of(2)};
    if (kind == 4) // likewise
        return protocol::SetChat{protocol::ChatFrom::Players};
    if (kind % 4 == 0)
        return protocol::ReadPushKey{};
    if (kind % 4 == 1)
        return protocol::PushUnsubscribe{};
    return protocol::PushSubscribe{
        {kind < 4 ? "https://a.example/" : "https://b.example/", {}, {}}};
}

} // namespace

protocol::RequestBody Requests::for_seat() {
    const Ticket ticket = from_.some_ticket(input_.byte());
    const std::uint8_t kind = input_.byte();
    const auto old = protocol::from_base64url(ticket.token);
    const auto token = old && kind >= 128 ? *old : nonce_of(kind / 4 % 4);
    switch (kind % 4) {
    case 0:
        return protocol::CreateRoom{name(), options(), token, trader(kind)};
    case 1:
        return protocol::JoinRoom{ticket.room, name(), password(), token, trader(kind)};
    case 2:
        return protocol::QuickMatch{name(), clock(), token, trader(kind)};
    default:
        return protocol::Resume{std::nullopt, protocol::base64url(token)};
    }
}

protocol::RequestBody Requests::any() {
    switch (input_.below(16)) {
    case 0:
        return protocol::CreateRoom{name(), options()};
    case 1:
        return protocol::JoinRoom{from_.some_ticket(input_.byte()).room, name(), password()};
    case 2:
        return protocol::QuickMatch{name(), clock()};
    case 3:
        return protocol::Spectate{from_.some_ticket(input_.byte()).room, name(), password()};
    case 4:
        return resume();
    case 5:
        return protocol::LeaveRoom{};
    case 6:
        return ready();
    case 7:
        return protocol::Reveal{nonce_of(input_.byte() % 4)};
    case 8:
        return protocol::Act{input_.number(1), any_action(input_), {}};
    case 9:
        return protocol::Resign{};
    case 10:
        return protocol::ClaimWin{};
    case 11:
        return protocol::AskRematch{};
    case 12:
        return protocol::SendChat{std::string(input_.line())};
    case 13:
        return protocol::ListRooms{
            input_.flag() ? std::optional(from_.some_ticket(input_.byte()).room) : std::nullopt};
    case 14:
        return protocol::Act{input_.number(6), Take{}, std::string(input_.take(4))};
    default:
        return protocol::Ping{};
    }
}

protocol::RequestBody Requests::removal() {
    const std::uint8_t target = input_.byte() % 8;
    if (target == 0)
        return protocol::ListSpectators{};
    return target < 4 ? protocol::Remove{all_seats[target % 2]}
                      : protocol::Remove{protocol::SpectatorNumber{target} - 3};
}

protocol::RequestBody Requests::later() {
    const std::uint8_t kind = input_.byte();
    switch (kind % 4) {
    case 0:
        return protocol::MoveSeat{};
    case 1:
        return protocol::TakeOver{from_.world.last_key(), nonce_of(kind / 4 % 4)};
    case 2: {
        const Ticket first = from_.some_ticket(input_.byte()),
                     second = from_.some_ticket(input_.byte());
        return protocol::ListGames{{{first.room, first.token}, {{}, second.token}}};
    }
    default:
        return kind / 4 % 8 == 5
                   ? push_request(kind / 32)
                   : protocol::ReadInvitation{from_.some_ticket(input_.byte()).room, password()};
    }
}

protocol::Enter Requests::enter(int how) const {
    const protocol::Secret pass = nonce_of(static_cast<std::uint8_t>(how % 4));
    switch (how / 4 % 4) {
    case 0:
        return {pass, from_.world.last_invitation()};
    case 1:
        return {pass, std::string("sesame")};
    case 2:
        return {pass, std::string("open")};
    default:
        return {pass, {}};
    }
}

std::string Requests::name() {
    constexpr std::array<std::string_view, 7> names{
        "Asha", "Ravi", "a name that is too long for it", "", "Zo\u00eb", "\u202ex", "\u4e2d"};
    return std::string(input_.pick(names));
}

std::optional<std::string> Requests::password() {
    return input_.byte() == 'p' ? std::optional<std::string>("sesame") : std::nullopt;
}

std::optional<protocol::ClockOptions> Requests::clock() {
    const std::uint8_t seconds = input_.byte() % 64;
    return seconds == 0 ? std::nullopt
                        : std::optional(protocol::ClockOptions{seconds, seconds % 4});
}

protocol::CreateOptions Requests::options() {
    protocol::CreateOptions options;
    const std::uint8_t bits = input_.byte();
    options.is_public = (bits & 1) != 0;
    options.spectators = static_cast<protocol::SpectatorMode>((bits >> 1) % 3);
    options.seals = 1 + (bits >> 3) % 3;
    if ((bits >> 5) != 7)
        options.delay = 2 + (bits >> 5);
    if ((bits & 4) != 0)
        options.bot = input_.byte() == 'g' ? "grandmaster" : "easy";
    options.clock = clock();
    options.grace = 1 + input_.byte();
    if (options.grace % 4 == 0)
        options.patience = 60 + options.grace;
    options.password = password();
    return options;
}

protocol::Resume Requests::resume() {
    const Ticket ticket = from_.some_ticket(input_.byte());
    protocol::Resume resume{ticket.room, ticket.token};
    if (input_.flag())
        resume.chat_after = 1763640000000u + input_.number(2);
    return resume;
}

protocol::Ready Requests::ready() {
    const std::uint8_t kind = input_.byte() % 8;
    protocol::Ready ready;
    if (const RoomState* const where = from_.room(); where && kind % 2 == 1) {
        ready.delay = where->options.delay;
        if (kind % 4 == 1)
            ready.pairing = where->pairing - kind / 4;
    }
    if (kind >= 4)
        ready.commit = kind < 7 ? from_.commit(kind - 4) : protocol::Hash{};
    return ready;
}

} // namespace jaipur::fuzz
