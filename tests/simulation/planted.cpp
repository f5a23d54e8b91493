// A server that lies, for the tests that require every lie to be found. Without a planted fault
// nothing here has an effect.
#include "common/rules.hpp"
#include "server/core/room/state.hpp"
#include "tests/simulation/process.hpp"

#include <utility>

namespace jaipur::simulation {

namespace {

using protocol::ErrorCode;
using Request = Result<protocol::Request, protocol::Error>;

server::core::Send send_to(SessionId session, protocol::ServerMessage message) {
    return {session, std::make_shared<const protocol::ServerMessage>(std::move(message))};
}

// Whether this same action has already been played.
bool has_come_before(const server::core::RoomState& room, const protocol::Act& act) {
    return act.ply < room.steps.size() && room.steps[act.ply].action == act.action;
}

} // namespace

// True: the lobby is not asked.
bool Process::lies_about(SessionId session, Request& request) {
    if (const auto* line = oracle_.never_heard(session);
        line && ground_.is_planted(Planted::TellsHistory))
        carry_out(send_to(session, protocol::Chat{line->seat, line->name, line->text,
                                                  server::core::unix_ms(line->at)}));
    auto* act = request ? as<protocol::Act>(request->body) : nullptr;
    const auto* room = act ? oracle_.room_of(session) : nullptr;
    if (!room)
        return false;
    if (ground_.is_planted(Planted::TellsEarly) && !has_come_before(*room, *act)) {
        carry_out(send_to(session, protocol::Ok{request->id, {}}));
        return true;
    }
    if (!has_come_before(*room, *act) || room->match.phase != Phase::Playing)
        return false;
    if (ground_.is_planted(Planted::ForgetsActs)) {
        carry_out(send_to(session, protocol::Error{request->id, ErrorCode::StalePly, {}}));
        return true;
    }
    const Match& match = room->match;
    if (ground_.is_planted(Planted::ActsTwice) && room->steps[act->ply].seat == match.state.turn &&
        !check(match.state, match.state.turn, act->action))
        act->ply = match.ply;
    return false;
}

// After the oracle has seen the true message.
server::core::Send Process::bent(const server::core::Send& send) {
    const auto* ok = std::get_if<protocol::Ok>(&*send.message);
    if (ok && std::holds_alternative<protocol::Seated>(ok->adds))
        entering_[send.to] = true;
    const auto* view = std::get_if<protocol::View>(&*send.message);
    if (!view)
        return send;
    const bool first = std::exchange(entering_[send.to], false);
    if (ground_.is_planted(Planted::StaleResume) && first)
        return {send.to,
                first_views_.try_emplace({view->room, view->you}, send).first->second.message};
    if (ground_.is_planted(Planted::SkipsEvents) && first && view->events.size() > 1) {
        protocol::View shorter = *view;
        shorter.events.erase(shorter.events.begin());
        return send_to(send.to, shorter);
    }
    if (ground_.is_planted(Planted::BadProof) && view->result && view->result->proof) {
        protocol::View bad = *view;
        ++bad.result->proof->server_seed[0];
        return send_to(send.to, bad);
    }
    return send;
}

} // namespace jaipur::simulation
