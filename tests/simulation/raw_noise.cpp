// What raw clients send but should not.
#include "protocol/codec.hpp"
#include "protocol/hash.hpp"
#include "tests/simulation/raw.hpp"

#include <algorithm>

namespace jaipur::simulation {

void Raw::make_noise() {
    if (person_.kind != Kind::Vandal)
        return make_noise_with_a_seat();
    if (random_.one_in(4))
        return send_spoilt();
    if (random_.one_in(60)) { // a flood
        ground_.count("flood");
        for (int i = 0; i < 130; ++i)
            send(protocol::Ping{});
        return;
    }
    send(anything());
}

void Raw::make_noise_with_a_seat() {
    const bool in_match = seated_ && view_;
    if (in_match && random_.one_in(6)) { // and takes it over once its connection is gone
        send(protocol::MoveSeat{});
        return;
    }
    switch (in_match ? random_.below(5) : 4) {
    case 0:
        if (!played_.empty()) {
            ground_.count("old action repeated");
            send(random_.pick(played_));
        }
        return;
    case 1:
        ground_.count("action of another ply");
        send(protocol::Act{random_.below(view_->ply + 4), nonsense(random_),
                           protocol::hex(view_->match)});
        return;
    case 2:
        ground_.count("random action");
        send(protocol::Act{view_->ply, nonsense(random_), protocol::hex(view_->match)});
        return;
    case 3:
        send(protocol::Reveal{protocol::Secret{7}});
        return;
    default:
        send_spoilt();
    }
}

std::string Raw::some_code() {
    const auto& code = evening_.codes.empty() ? std::nullopt : random_.pick(evening_.codes);
    return code && !random_.one_in(6) ? *code : "222222";
}

// None, one of a few, or a stolen one.
std::optional<protocol::Secret> Raw::some_token() {
    if (random_.one_in(2))
        return std::nullopt;
    if (random_.one_in(3) && !evening_.tokens.empty())
        return protocol::from_base64url(random_.pick(evening_.tokens).token);
    protocol::Secret token{};
    token.fill(static_cast<std::uint8_t>(random_.below(4)));
    return token;
}

protocol::ListGames Raw::some_games() {
    protocol::ListGames games{{{some_code(), std::string(43, 'A')}}};
    for (std::size_t i = 0; i < 3 && !evening_.tokens.empty(); ++i) {
        const Stolen& stolen = random_.pick(evening_.tokens);
        games.seats.push_back(
            {random_.one_in(2) ? std::nullopt : std::optional(stolen.room), stolen.token});
    }
    return games;
}

protocol::RequestBody Raw::anything() {
    switch (random_.below(46)) {
    case 0:
        return protocol::CreateRoom{"Vandal", {}, some_token()};
    case 1:
        return protocol::JoinRoom{some_code(), "Vandal", {}, some_token(), 3};
    case 2:
        return protocol::QuickMatch{"Vandal", {}, some_token()};
    case 3:
    case 4:
        if (!evening_.tokens.empty()) {
            const Stolen& stolen = random_.pick(evening_.tokens);
            ground_.count("stolen token tried");
            return protocol::Resume{stolen.room, stolen.token, {}};
        }
        return protocol::Ping{};
    case 5:
        return protocol::CreateRoom{"\n", {}};
    case 6:
    case 7:
    case 8:
        return protocol::LeaveRoom{};
    case 9: // never ready for another player, whose secret would be missing
    case 10:
        return protocol::AskRematch{};
    case 11:
        return random_.one_in(4) ? protocol::RequestBody{protocol::Resign{}}
                                 : protocol::RequestBody{protocol::ClaimWin{}};
    case 12:
    case 13:
        return protocol::Spectate{some_code(), {}, {}};
    case 14:
        return protocol::SendChat{random_.one_in(2) ? "again" : "\x1b[2J"};
    case 15:
        return protocol::Resume{some_code(), std::string(43, 'A'), {}};
    case 16:
    case 17:
    case 18:
        return protocol::ListRooms{};
    case 19:
        return protocol::ListSpectators{};
    case 23: // never a key of another player, who would lose the seat
        return protocol::TakeOver{protocol::Secret{static_cast<std::uint8_t>(random_.below(4))},
                                  new_secret()};
    case 24:
        return some_games();
    case 25:
        if (random_.one_in(2))
            return protocol::Enter{new_secret(), {}};
        return protocol::ReadPushKey{};
    case 26: // this server sends none
        if (random_.one_in(2))
            return protocol::PushSubscribe{{"https://push.example/", {}, {}}};
        return protocol::PushUnsubscribe{};
    case 27: // nobody can chat for a while
        return protocol::SetChat{random_.one_in(2) ? protocol::ChatFrom::Nobody
                                                   : protocol::ChatFrom::Everyone};
    case 21:
    case 22:
        return protocol::ReadInvitation{some_code(), {}};
    case 20:
        return random_.one_in(4)
                   ? protocol::Remove{random_.pick(all_seats)}
                   : protocol::Remove{protocol::SpectatorNumber{1 + random_.below(9)}};
    default:
        return protocol::Act{random_.below(view_ ? view_->ply + 3 : 9), nonsense(random_), {}};
    }
}

// A request with something wrong in it; it may still be valid.
void Raw::send_spoilt() {
    if (random_.one_in(40)) {
        ground_.count("too large or binary");
        const Opcode opcode = random_.one_in(2) ? Opcode::Binary : Opcode::Text;
        evening_.network.send(link_, Side::Client,
                              to_bytes(opcode, std::string(5000, ' '), Masked::Yes));
        return;
    }
    std::string text = protocol::encode(protocol::Request{++last_id_, anything()});
    const std::size_t at = random_.below(text.size());
    switch (random_.below(3)) {
    case 0:
        text.resize(at);
        break;
    case 1:
        text.erase(at, 1);
        break;
    default:
        text[at] = static_cast<char>(' ' + random_.below(95));
    }
    const auto request = protocol::decode(text);
    if (request) { // it must understand the answer: it may have left its room
        pending_.try_emplace(request->id, Pending{request->body});
        last_id_ = std::max(last_id_, request->id);
        if (const auto* act = as<protocol::Act>(request->body))
            evening_.oracle.intends(*act);
    }
    ground_.count(request ? "corrupted but still a request" : "malformed");
    send_text(text);
}

} // namespace jaipur::simulation
