// What clients request, receive and show.
#include "protocol/hash.hpp"
#include "protocol/observe.hpp"
#include "tests/simulation/oracle.hpp"

#include <algorithm>

namespace jaipur::simulation {

using protocol::ErrorCode;

void Oracle::intends(const protocol::Act& act) {
    auto& actions = intents_[{act.match.value_or(""), act.ply}];
    if (std::find(actions.begin(), actions.end(), act.action) != actions.end())
        ground_.count("action request repeated");
    else
        actions.push_back(act.action);
}

void Oracle::acknowledged(const protocol::Act& act, Seat seat) {
    const auto match = protocol::from_hex<16>(act.match.value_or(""));
    require(match.has_value(), "P2", "an action without a match was acknowledged");
    acknowledged_[*match].emplace(Step{act.ply, seat}, act.action);
    ground_.count("action acknowledged");
}

// A refusal means that it was not done.
void Oracle::refused(const protocol::Act& act, Seat seat, ErrorCode code) {
    if (code == ErrorCode::RateLimited || code == ErrorCode::NotInRoom)
        return; // this refusal says nothing about the action
    const auto match = protocol::from_hex<16>(act.match.value_or(""));
    for (const auto& [room, known] : rooms_)
        if (match == known.state.fresh.match)
            require(act.ply >= known.state.steps.size() ||
                        known.state.steps[act.ply].seat != seat ||
                        !(known.state.steps[act.ply].action == act.action),
                    "P2", "an action that was played was refused");
}

bool Oracle::holds(const std::string& token) const {
    const auto bytes = protocol::from_base64url(token);
    return bytes && seats_of(protocol::sha256(*bytes)) > 0;
}

std::size_t Oracle::seats_of(const server::core::TokenHash& token) const {
    std::size_t count = 0;
    for (const auto& [code, known] : rooms_)
        for (const auto& player : known.state.players.values)
            if (!known.state.closed && player && !player->bot && player->token == token)
                ++count;
    return count;
}

// A client that is cut off and resumes must show the same as one that never was: the view of its
// number, and every event of the round up to it.
void Oracle::shows(Picture& picture, const protocol::View& view) {
    const server::core::RoomState* room = this->room(view.room);
    require(room != nullptr, "P4", "a client shows a room that is not stored");
    const protocol::Viewer viewer = viewer_of(view);
    if (picture.begins) {
        picture.events.clear();
        require(view.room != picture.back_in || view.seq >= picture.least, "P4",
                "a returning client was shown an old state");
    } else {
        require(view.room == picture.room && view.seq > picture.seq, "P4",
                "a client's views went back");
    }
    picture.begins = false;
    picture.room = view.room;
    picture.seq = view.seq;

    auto expected = view_at(view.room, view.seq, viewer);
    expected.events = view.events;
    expected.clock = view.clock;
    expected.move_in = view.move_in;
    require(expected == view, "P4", "a client shows a state that never existed");

    for (const protocol::ObservedEvent& event : view.events) {
        if (std::holds_alternative<RoundStarted>(event))
            picture.events.clear();
        picture.events.push_back(event);
    }
    if (view.phase == Phase::Waiting)
        picture.events.clear();
    const auto& events = past(view.room, view.seq)->events;
    const bool same = std::equal(
        events.begin(), events.end(), picture.events.begin(), picture.events.end(),
        [&](const Event& a, const auto& b) { return protocol::observe(a, viewer) == b; });
    require(same, "P4", "a client did not get every event of the round once");
    ground_.count("picture compared");
}

// Every chat line that players may read, in order and once; of a long chat, the last ones.
void Oracle::heard(Heard& heard, const protocol::Chat& line) {
    const auto& chat = rooms_.at(heard.room).chat;
    const auto is_next = [&](const server::core::ChatLine& said) {
        return said.to_players && server::core::unix_ms(said.at) > heard.last;
    };
    require(line.at > heard.last, "P4", "a chat line was received twice");
    const auto next = std::find_if(chat.begin(), chat.end(), is_next);
    const bool a_lot =
        std::distance(next, chat.end()) > std::ptrdiff_t{server::core::chat_lines_kept};
    require(heard.last == 0 || a_lot ||
                (next != chat.end() && server::core::unix_ms(next->at) == line.at),
            "P4", "a chat line was never received");
    if (a_lot)
        ground_.count("chat no longer kept");
    heard.last = line.at;
    ground_.count("chat received");
}

} // namespace jaipur::simulation
