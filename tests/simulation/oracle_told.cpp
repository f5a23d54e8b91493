// What the server sends, compared with durable records: P5, and one answer per request.
#include "protocol/hash.hpp"
#include "protocol/observe.hpp"
#include "tests/simulation/oracle.hpp"

#include <algorithm>
#include <utility>

namespace jaipur::simulation {

using protocol::ErrorCode;
using server::core::RoomState;

namespace {

// The token that the client has chosen for its seat, if any.
std::optional<protocol::Secret> chosen_token(const protocol::RequestBody& request) {
    if (const auto* create = as<protocol::CreateRoom>(request))
        return create->token;
    if (const auto* join = as<protocol::JoinRoom>(request))
        return join->token;
    if (const auto* take_over = as<protocol::TakeOver>(request))
        return take_over->token;
    const auto* quick = as<protocol::QuickMatch>(request);
    return quick ? quick->token : std::nullopt;
}

std::optional<server::core::TokenHash> hash_of(const std::string& token) {
    const auto bytes = protocol::from_base64url(token);
    return bytes ? std::optional(protocol::sha256(*bytes)) : std::nullopt;
}

// A deal ends readiness, but it isn't forgotten: repeating the `ready` of an earlier round is
// granted.
bool is_or_was_ready(const RoomState& room, const server::core::Player& player) {
    const bool dealt = room.match.round > 0 && room.match.phase != Phase::RoundOver;
    return player.ready || room.table_published || dealt;
}

bool agrees(const RoomState& room, const protocol::Ready& ready) {
    return offers_delay(room.options) && ready.delay == room.options.delay;
}

bool stands(const RoomState& room, const protocol::Act& act, Seat seat) {
    const bool this_match = !act.match || *act.match == protocol::hex(room.fresh.match);
    return this_match && act.ply < room.steps.size() && room.steps[act.ply].seat == seat &&
           room.steps[act.ply].action == act.action;
}

} // namespace

const RoomState& Oracle::known(const std::string& room) const {
    const auto found = rooms_.find(room);
    require(found != rooms_.end(), "P5", "a message was about a room that is not stored");
    return found->second.state;
}

void Oracle::asked(SessionId session, const Result<protocol::Request, protocol::Error>& request) {
    if (request)
        sessions_.at(session).asked.push_back({request->id, request->body, now()});
    else
        sessions_.at(session).asked.push_back(
            {request.error().re.value_or(0), std::nullopt, now()});
}

void Oracle::disconnected(SessionId id) {
    const Session& session = sessions_.at(id);
    if (const auto found = rooms_.find(session.room); found != rooms_.end())
        found->second.account.went(found->second.state, id, now(), now());
    sessions_.erase(id);
}

void Oracle::told(SessionId id, const protocol::ServerMessage& message) {
    const auto found = sessions_.find(id);
    require(found != sessions_.end(), "order", "a message for a connection that does not exist");
    Session& session = found->second;
    ground_.count("message checked");
    if (const auto* ok = std::get_if<protocol::Ok>(&message))
        told_reply(session, ok->re, message);
    else if (const auto* error = std::get_if<protocol::Error>(&message))
        told_reply(session, error->re, message);
    else if (const auto* info = std::get_if<protocol::RoomInfo>(&message))
        told(session, *info);
    else if (const auto* view = std::get_if<protocol::View>(&message))
        told(session, *view);
    else if (const auto* table = std::get_if<protocol::Commitments>(&message))
        told(session, *table);
    else
        told(session, std::get<protocol::Chat>(message));
}

void Oracle::told_reply(Session& session, std::optional<std::uint64_t> re,
                        const protocol::ServerMessage& message) {
    require(!session.asked.empty(), "order", "an answer without a request");
    const auto* error = std::get_if<protocol::Error>(&message);
    if (error && error->code == protocol::ErrorCode::BadCommit)
        ground_.count("commitment to a replaced match");
    const Asked asked = std::move(session.asked.front());
    session.asked.pop_front();
    served(asked.at);
    require(re.value_or(0) == asked.id, "order", "answers are out of order");
    if (const auto* ok = std::get_if<protocol::Ok>(&message)) {
        require(asked.body.has_value(), "order", "a malformed request was granted");
        told_ok(session, asked, *ok);
    } else if (asked.body) {
        told_error(session, asked, std::get<protocol::Error>(message));
    }
}

// ---- what was granted is stored ----------------------------------------------------------------

void Oracle::told_ok(Session& session, const Asked& asked, const protocol::Ok& ok) {
    const protocol::RequestBody& request = *asked.body;
    if (const auto* seated = std::get_if<protocol::Seated>(&ok.adds))
        return told_seated(session, asked, *seated);
    if (const auto* list = std::get_if<protocol::RoomList>(&ok.adds))
        return told(*list);
    if (const auto* games = std::get_if<protocol::GameList>(&ok.adds))
        return told(*games, *as<protocol::ListGames>(request));
    if (const auto* invitation = std::get_if<protocol::Invitation>(&ok.adds))
        return told(*invitation);
    if (is<protocol::Ping>(request) || is<protocol::ListSpectators>(request) ||
        is<protocol::MoveSeat>(request) || is<protocol::ReadPushKey>(request) ||
        is<protocol::Enter>(request))
        return;
    const RoomState& room = known(session.room);
    const auto player = session.seat ? room.players[*session.seat] : std::nullopt;
    const Phase phase = room.match.phase;
    if (const auto* act = as<protocol::Act>(request))
        require(session.seat && stands(room, *act, *session.seat), "P5",
                "an acknowledged action is not stored");
    else if (const auto* ready = as<protocol::Ready>(request))
        require(player && is_or_was_ready(room, *player) &&
                    (phase != Phase::Waiting || player->agreed == agrees(room, *ready)),
                "P5", "an acknowledged ready is not stored");
    else if (const auto* reveal = as<protocol::Reveal>(request))
        require(player && player->nonce == reveal->nonce, "P5",
                "an acknowledged reveal is not stored");
    else if (is<protocol::AskRematch>(request))
        require((player && player->rematch) || phase == Phase::Waiting, "P5",
                "an acknowledged rematch is not stored");
    else if (const auto* chat = as<protocol::SendChat>(request))
        require(!room.chat.empty() && room.chat.back().text == chat->text, "P5",
                "an acknowledged chat line is not stored");
    else if (const auto* set = as<protocol::SetChat>(request))
        require(server::core::owner(room) == session.seat && chat_from(room.options) == set->from,
                "P5", "acknowledged rules for the chat aren't stored");
    else if (is<protocol::PushUnsubscribe>(request))
        require(player && !player->push, "P5", "an acknowledged end of push messages isn't stored");
    else if (is<protocol::LeaveRoom>(request)) {
        rooms_.at(session.room).account.went(room, session.id, asked.at, now());
        session.room.clear();
    } else if (const auto* removal = as<protocol::Remove>(request))
        told_removed(session, room, *removal);
    else
        require(phase == Phase::MatchOver, "P5", "an acknowledged end of a match is not stored");
}

void Oracle::told_removed(const Session& session, const RoomState& room,
                          const protocol::Remove& removal) const {
    require(session.seat && server::core::owner(room) == session.seat, "P5",
            "somebody else than the owner removed somebody");
    const auto* seat = std::get_if<Seat>(&removal.target);
    require(!seat || !room.players[*seat], "P5", "an acknowledged removal is not stored");
    ground_.count(seat ? "guest removed" : "spectator removed");
}

void Oracle::told_seated(Session& session, const Asked& asked, const protocol::Seated& seated) {
    const RoomState& room = known(seated.room);
    session.room = seated.room;
    session.seat = seated.seat;
    if (!seated.seat)
        return;
    Known& known = rooms_.at(seated.room);
    const auto* resume = as<protocol::Resume>(*asked.body);
    const auto chosen = chosen_token(*asked.body);
    // (A seat is taken while no match runs, so its time doesn't matter. One that moves has its new
    // player once that is stored.)
    const bool moves = is<protocol::TakeOver>(*asked.body) && known.moved_at[*seated.seat] == now();
    const bool comes_back = (resume || chosen) && !moves;
    known.account.sat(room, *seated.seat, session.id, comes_back ? asked.at : now());
    const auto& player = room.players[*seated.seat];
    const auto& token = resume ? resume->token : seated.token.value_or("");
    require(player && hash_of(token) == player->token, "P5", "a granted seat is not stored");
    require(!chosen || token == protocol::base64url(*chosen), "P2",
            "a seat was granted with another token than the client has chosen");
    if (chosen && known.seated_at[*seated.seat] < now())
        ground_.count("request for a seat repeated");
    if (!resume)
        return;
    ground_.count("resume");
    if (!room.chat.empty() &&
        room.chat.front().number < rooms_.at(seated.room).seated_by[*seated.seat])
        ground_.count("resume with kept chat from before the seat");
    if (server::core::runs(room.match.phase))
        ground_.count("resume in the middle of a match");
}

void Oracle::told(const protocol::RoomList& list) const {
    for (const protocol::RoomListing& listing : list.rooms) {
        const RoomState& room = known(listing.room);
        require(!room.closed && listing.phase == room.match.phase, "P5",
                "a list of rooms differs from what is stored");
    }
}

void Oracle::told(const protocol::GameList& list, const protocol::ListGames& asked) const {
    require(list.games.size() == asked.seats.size(), "P5", "a game was asked for and not told");
    for (std::size_t i = 0; i < list.games.size(); ++i) {
        const std::string& token = asked.seats[i].token;
        require(list.games[i] || asked.seats[i].room || !holds(token), "P5",
                "a seat is said to be gone, and isn't");
        if (!list.games[i])
            continue;
        const protocol::Game& game = *list.games[i];
        const RoomState& room = known(game.room);
        const auto& player = room.players[game.seat];
        const bool plays = room.match.phase == Phase::Playing;
        require(player && player->token == hash_of(token) && game.phase == room.match.phase &&
                    game.turn == (plays ? std::optional(room.match.state.turn) : std::nullopt),
                "P5", "a game differs from what is stored");
        ground_.count("game told");
    }
}

void Oracle::told(const protocol::Invitation& invitation) const {
    const RoomState& room = known(invitation.room);
    const auto owner = server::core::owner(room);
    require(!room.closed && invitation.phase == room.match.phase &&
                invitation.owner ==
                    (owner ? std::optional(room.players[*owner]->name) : std::nullopt) &&
                invitation.free == (!room.players[Seat::Zero] || !room.players[Seat::One]),
            "P5", "an invitation differs from what is stored");
    ground_.count("invitation read");
}

// ---- what was refused does not stand -----------------------------------------------------------

void Oracle::told_error(const Session& session, const Asked& asked,
                        const protocol::Error& error) const {
    const auto* act = as<protocol::Act>(*asked.body);
    const auto* take_over = as<protocol::TakeOver>(*asked.body);
    require(!take_over || error.code != ErrorCode::BadToken ||
                !holds(protocol::base64url(take_over->token)),
            "P2", "a seat has moved, and its new token is refused");
    if (error.code == ErrorCode::RateLimited)
        ground_.count("rate limited");
    if (error.code == ErrorCode::StorageFull)
        ground_.count("storage_full");
    if (error.code == ErrorCode::ServerFull || error.code == ErrorCode::RoomFull)
        ground_.count("server or room full");
    if (error.code == ErrorCode::CannotClaim)
        check_refused_claim(session, asked.at);
    if (!act || !session.seat || session.room.empty() || error.code == ErrorCode::RateLimited)
        return;
    require(!stands(known(session.room), *act, *session.seat), "P2",
            "a played action was refused when it was repeated");
    ground_.count("refused action");
}

// ---- what is said unasked ----------------------------------------------------------------------

void Oracle::told(const Session& session, const protocol::RoomInfo& info) {
    require(info.room == session.room, "order", "a room message for somebody outside the room");
    const RoomState& room = known(info.room);
    bool fits = info.fair.match == room.fresh.match && info.fair.aborted == room.aborted &&
                info.fair.server_commit == room.server_commit && info.phase == room.match.phase &&
                info.owner == server::core::owner(room) && info.pairing == room.pairing;
    const bool awaits_ready = info.phase == Phase::Waiting || info.phase == Phase::RoundOver;
    for (const Seat seat : all_seats) {
        const auto& shown = info.players[seat];
        const auto& player = room.players[seat];
        fits = fits && shown.has_value() == player.has_value();
        if (fits && player)
            fits = shown->name == player->name && shown->trader == player->trader &&
                   shown->rematch == player->rematch &&
                   shown->agreed == server::core::has_agreed(room, seat) &&
                   shown->missed_reveals == rooms_.at(info.room).missed_reveals[seat] &&
                   shown->ready == (awaits_ready && server::core::is_ready(player));
    }
    require(fits, "P5", "a room message differs from what is stored");
    check_clocks(session, info);
}

void Oracle::told(const Session& session, const protocol::View& view) const {
    require(view.room == session.room, "order", "a view for somebody outside the room");
    const RoomState& room = known(view.room);
    require(view.you == session.seat, "order", "a view for another seat");
    const bool late = room.open && !view.you;
    require(view.seq <= room.seq, "P5", "a view is newer than what is stored");
    require(late || view.seq == room.seq, "P4", "a view is older than what is stored");
    auto expected = view_at(view.room, view.seq, viewer_of(view));
    expected.events = view.events;
    expected.clock = view.clock;
    expected.move_in = view.move_in;
    require(expected == view, "P5", "a view differs from what is stored");
    check_clock(view, late ? past(view.room, view.seq) : nullptr);
}

void Oracle::told(const Session& session, const protocol::Commitments& table) const {
    const RoomState& room = known(session.room);
    require(room.table_published || room.match.phase == Phase::Playing, "P5",
            "a table was sent that is not stored");
    require(table == server::core::commitments(room), "P5",
            "commitments were sent that are not stored");
}

void Oracle::told(const Session& session, const protocol::Chat& chat) const {
    known(session.room);
    const Known& room = rooms_.at(session.room);
    const auto line =
        std::find_if(room.chat.rbegin(), room.chat.rend(), [&](const server::core::ChatLine& is) {
            return is.text == chat.text && is.seat == chat.seat &&
                   server::core::unix_ms(is.at) == chat.at;
        });
    require(line != room.chat.rend(), "P5", "a chat line was sent that is not stored");
    require(!session.seat || line->number > room.seated_by[*session.seat], "history",
            "a player got chat from before taking the seat");
}

// ---- what a viewer may see ---------------------------------------------------------------------

protocol::Viewer Oracle::viewer_of(const protocol::View& view) const {
    if (view.you)
        return protocol::viewer_of(*view.you);
    const Past* past = this->past(view.room, view.seq);
    return past && past->late ? protocol::Viewer::OpenSpectator : protocol::Viewer::Spectator;
}

// Without events and times.
protocol::View Oracle::view_at(const std::string& code, std::uint64_t seq,
                               protocol::Viewer viewer) const {
    const Past* past = this->past(code, seq);
    require(past != nullptr, "P4", "a view with a number that never existed");
    protocol::View view = protocol::observe(past->match, viewer);
    view.room = code;
    view.seq = seq;
    view.match = past->id;
    if (past->match.phase == Phase::MatchOver && view.result)
        view.result->proof = past->proof;
    return view;
}

} // namespace jaipur::simulation
