#include "server/core/lobby/entry.hpp"

#include "common/overloaded.hpp"
#include "protocol/hash.hpp"
#include "protocol/text.hpp"
#include "server/core/names/distinct.hpp"
#include "server/core/password.hpp"

#include <algorithm>
#include <chrono>
#include <utility>
#include <variant>

namespace jaipur::server::core {

using protocol::ErrorCode;

namespace {

const std::string* pointer(const std::optional<std::string>& text) {
    return text ? &*text : nullptr;
}

EntryFacts facts(const protocol::CreateRoom& request) {
    return {&request.name, nullptr, pointer(request.options.password), nullptr};
}

EntryFacts facts(const protocol::JoinRoom& request) {
    return {&request.name, &request.room, pointer(request.password), &Room::may_join};
}

EntryFacts facts(const protocol::QuickMatch& request) {
    return {&request.name, nullptr, nullptr, nullptr};
}

EntryFacts facts(const protocol::Spectate& request) {
    return {pointer(request.name), &request.room, pointer(request.password), &Room::may_watch};
}

// The same as for join_room, except for the name.
EntryFacts facts(const protocol::ReadInvitation& request) {
    return {nullptr, &request.room, pointer(request.password), &Room::may_join};
}

EntryFacts facts(const OneOf<protocol::Resume, protocol::TakeOver> auto&) {
    return {};
}

EntryFacts facts(const protocol::Enter& request) {
    return {.password = std::get_if<std::string>(&request.with),
            .for_server = !std::holds_alternative<std::monostate>(request.with)};
}

EntryFacts facts_of(const protocol::EntryRequest& request) {
    return std::visit([](const auto& body) { return facts(body); }, request);
}

bool may_lead_to_match(const protocol::EntryRequest& request) {
    return std::holds_alternative<protocol::CreateRoom>(request) ||
           std::holds_alternative<protocol::JoinRoom>(request) ||
           std::holds_alternative<protocol::QuickMatch>(request);
}

// A bot of a level that doesn't exist, or a password that can't be one.
bool is_malformed(const protocol::EntryRequest& request) {
    if (const auto* enter = std::get_if<protocol::Enter>(&request)) {
        const auto* password = std::get_if<std::string>(&enter->with);
        return password && !protocol::is_password(*password);
    }
    const auto* create = std::get_if<protocol::CreateRoom>(&request);
    if (!create)
        return false;
    const auto& options = create->options;
    const auto& levels = protocol::bot_levels;
    return (options.password && !protocol::is_password(*options.password)) ||
           (options.bot && std::ranges::find(levels, *options.bot) == levels.end());
}

// A room that strangers find never offers the delay: any of them could watch with a second
// connection and know the opponent's hand.
bool offers_delay(const protocol::CreateOptions& options) {
    return options.spectators == protocol::SpectatorMode::Open && options.delay &&
           !options.is_public;
}

// Empty if it is the default.
std::optional<int> patience_in(const protocol::CreateOptions& asked, std::chrono::seconds longest) {
    const std::chrono::seconds wanted(asked.patience);
    const auto seconds = longest > longest.zero() ? std::min(wanted, longest) : wanted;
    if (seconds.count() == protocol::default_patience)
        return std::nullopt;
    return static_cast<int>(seconds.count());
}

protocol::RoomOptions room_options(const protocol::CreateOptions& asked,
                                   std::chrono::seconds longest_move) {
    protocol::RoomOptions options;
    options.is_public = asked.is_public;
    options.has_password = asked.password.has_value();
    options.spectators = asked.spectators;
    options.delay = asked.delay.value_or(protocol::default_delay);
    if (offers_delay(asked))
        options.open_after = protocol::OpenAfter::Actions;
    options.clock = asked.clock;
    options.seals = asked.seals;
    options.grace = asked.grace;
    options.patience = patience_in(asked, longest_move);
    options.chat = stored_chat(asked.chat);
    return options;
}

} // namespace

bool Entry::leads_elsewhere(const Caller& caller, const protocol::EntryRequest& request) const {
    if (const auto* enter = std::get_if<protocol::Enter>(&request))
        return !guests_.knows_pass(protocol::sha256(enter->pass));
    if (caller.session.room && !std::holds_alternative<protocol::ReadInvitation>(request))
        return false; // already_in_room, whatever it names
    const auto* join = std::get_if<protocol::JoinRoom>(&request);
    if (join && join->token && rooms_.with_seat(protocol::sha256(*join->token), nullptr))
        return false; // bad_token, or a room here after all
    const auto* resume = std::get_if<protocol::Resume>(&request);
    const std::string* room = resume ? pointer(resume->room) : facts_of(request).room;
    return room && rooms_.is_elsewhere(*room);
}

// ---- before it is served ------------------------------------------------------------------------

void Entry::prepare(const Caller& caller, const protocol::EntryRequest& request) {
    if (is_malformed(request))
        return caller.refuse(ErrorCode::BadRequest);
    if (repeats(caller, request) || is_known(caller, request))
        return;
    // Before anything is checked, so it reveals nothing about the room.
    if (draining_ && may_lead_to_match(request))
        return caller.refuse(ErrorCode::ShuttingDown);
    // Again after each wait for the hasher: others may have opened rooms meanwhile.
    if (caller.session.step != Session::Step::Admitted)
        if (const auto code = objection(caller, request))
            return caller.refuse(*code);
    // Likewise.
    if (caller.session.step == Session::Step::Prepare && may_lead_to_match(request) &&
        !visitors_.may_begin_match(caller.session.address, caller.now))
        return caller.refuse(ErrorCode::RateLimited);
    if (is_invited(caller, request)) {
        caller.session.step = Session::Step::Serve;
        return;
    }
    admission_.admit(caller, facts_of(request));
}

std::optional<ErrorCode> Entry::objection(const Caller& caller,
                                          const protocol::EntryRequest& request) const {
    if (std::holds_alternative<protocol::Enter>(request))
        return std::nullopt;
    if (caller.session.room && !std::holds_alternative<protocol::ReadInvitation>(request))
        return ErrorCode::AlreadyInRoom;
    if (const auto locked = lock(caller, request))
        return locked;
    const EntryFacts known = facts_of(request);
    const auto* create = std::get_if<protocol::CreateRoom>(&request);
    if (known.name && !protocol::is_name(*known.name))
        return ErrorCode::BadName;
    return create && create->options.password ? objection_to_new_room(caller, create->options)
                                              : std::nullopt;
}

// ---- after the password is hashed ---------------------------------------------------------------

void Entry::serve(const Caller& caller, const protocol::EntryRequest& request) {
    if (repeats(caller, request) || is_known(caller, request))
        return;
    if (std::exchange(caller.session.waits_for_seat, false)) { // the first attempt failed
        caller.session.step = Session::Step::Prepare;
        return;
    }
    if (draining_ && may_lead_to_match(request)) // since the password was hashed
        return caller.refuse(ErrorCode::ShuttingDown);
    if (const auto locked = lock(caller, request)) { // likewise, its pass became void
        admission_.guessed(caller, true);            // it wasn't checked
        return caller.refuse(*locked);
    }
    std::visit([&](const auto& body) { enter(caller, body); }, request);
}

void Entry::enter(const Caller& caller, const protocol::CreateRoom& request) {
    if (const auto objection = objection_to_new_room(caller, request.options))
        return caller.refuse(*objection);
    // Randomness can fail: then no room may be left over.
    const RoomCode code = rooms_.unused_code();
    const Token token = request.token ? *request.token : draw<Token>(entropy_);
    const protocol::CreateOptions& options = request.options;
    RoomOpened opened;
    opened.options = room_options(options, limits_.longest_move);
    if (const auto& password = caller.session.password)
        opened.password = keep(*password);
    opened.name =
        options.bot ? distinct_name(request.name, {bot_name(*options.bot)}) : request.name;
    opened.token = protocol::sha256(token);
    opened.bot = options.bot;
    opened.fresh = draw_match(entropy_);
    opened.trader = request.trader;
    RoomSlot& slot = rooms_.create(code, caller.session.address, caller.now);
    protocol::Seated seated{code, Seat::Zero, protocol::base64url(token), opened.name};
    rooms_.submit(slot, std::move(opened), caller, std::move(seated));
}

void Entry::enter(const Caller& caller, const protocol::JoinRoom& request) {
    RoomSlot* slot = guess(caller, request.room, &Room::may_join);
    if (!slot)
        return;
    if (const auto objection = join(caller, *slot, request))
        caller.refuse(*objection);
}

void Entry::enter(const Caller& caller, const protocol::QuickMatch& request) {
    RoomSlot* slot = rooms_.quick_match(request.clock, caller.session.address);
    if (slot && !join(caller, *slot, request))
        return;
    if (guests_.keeps_from_opening(caller.session, caller.now))
        return caller.refuse(ErrorCode::ServerLocked);
    protocol::CreateRoom create{request.name, {}, request.token, request.trader};
    create.options.is_public = true;
    create.options.clock = request.clock;
    enter(caller, create);
}

void Entry::enter(const Caller& caller, const protocol::Spectate& request) {
    RoomSlot* slot = guess(caller, request.room, &Room::may_watch);
    if (!slot || !rooms_.is_turn_of(caller, *slot))
        return;
    const auto decision = slot->room.decide_watch();
    if (const auto objection = objection_to(caller, *slot, decision, &Entry::may_watch_too))
        return caller.refuse(*objection);
    auto name = slot->room.watch(caller.id, request.name);
    caller.session.room = slot->code;
    caller.grant(protocol::Seated{slot->code, std::nullopt, std::nullopt, std::move(name)});
    slot->room.tell_newcomer(caller.id, caller.now, caller.out);
    rooms_.update(*slot);
}

void Entry::enter(const Caller& caller, const protocol::ReadInvitation& request) {
    RoomSlot* slot = guess(caller, request.room, &Room::may_join);
    if (!slot || !rooms_.is_turn_of(caller, *slot))
        return;
    if (slot->bars(caller.session.address))
        return caller.refuse(ErrorCode::RoomFull);
    caller.grant(slot->room.invitation());
}

template <class Request>
std::optional<ErrorCode> Entry::join(const Caller& caller, RoomSlot& slot, const Request& request) {
    if (!rooms_.is_turn_of(caller, slot))
        return std::nullopt;
    const Token token = request.token ? *request.token : draw<Token>(entropy_);
    const auto decision =
        slot.room.decide_join(request.name, request.trader, protocol::sha256(token), entropy_);
    if (const auto objection = objection_to(caller, slot, decision, &Entry::may_take_seat))
        return objection;
    const auto& body = std::get<RecordBody>(decision);
    const auto& taken = std::get<SeatTaken>(body);
    rooms_.set_player_address(slot, taken.seat, caller.session.address, caller.now);
    rooms_.submit(slot, body, caller,
                  protocol::Seated{slot.code, taken.seat, protocol::base64url(token), taken.name});
    return std::nullopt;
}

// The reason to refuse this address, if any: barred, refused by the room, or above a limit.
std::optional<ErrorCode> Entry::objection_to(const Caller& caller, const RoomSlot& slot,
                                             const Decision& decision, Limit is_below_limit) const {
    if (slot.bars(caller.session.address))
        return ErrorCode::RoomFull;
    if (const auto* refused = std::get_if<Refused>(&decision))
        return refused->code;
    return (this->*is_below_limit)(caller, slot) ? std::nullopt
                                                 : std::optional(ErrorCode::RateLimited);
}

RoomSlot* Entry::guess(const Caller& caller, std::string_view text, MayEnter may_enter) {
    RoomSlot* slot = rooms_.named(text);
    if (slot && !slot->is_open())
        return slot; // wait until it is stored
    const bool right = slot && (slot->room.*may_enter)(caller.session.password);
    if (const auto refusal = admission_.guessed(caller, right)) {
        caller.refuse(*refusal);
        return nullptr;
    }
    return slot;
}

// Whether this address may open one more room.
std::optional<ErrorCode> Entry::objection_to_new_room(const Caller& caller,
                                                      const protocol::CreateOptions& asked) const {
    if (shutting_down_ || !rooms_.holds_a_slot())
        return ErrorCode::ShuttingDown;
    if (limits_.rooms > 0 && rooms_.size() >= static_cast<std::size_t>(limits_.rooms))
        return ErrorCode::ServerFull;
    // They stay for days even if nobody comes back, so they must leave room for others.
    if (limits_.rooms_over_days > 0 &&
        is_played_over_days(room_options(asked, limits_.longest_move)) &&
        rooms_.played_over_days() >= static_cast<std::size_t>(limits_.rooms_over_days))
        return ErrorCode::ServerFull;
    const auto most = static_cast<std::size_t>(limits_.waiting_rooms_per_address);
    if (most > 0 && waiting_rooms(caller.session.address) >= most)
        return ErrorCode::RateLimited;
    return std::nullopt;
}

} // namespace jaipur::server::core
