// A session's requests and what its frontend asks for.
#include "client/console/session/session.hpp"

#include "client/console/safe_text.hpp"
#include "client/console/session/traits.hpp"
#include "client/console/translation.hpp"
#include "client/console/words/words.hpp"
#include "protocol/codec.hpp"
#include "protocol/hash.hpp"
#include "protocol/text.hpp"

#include <algorithm>

namespace jaipur::client::session {

Session::Session(std::string server, std::string name, Connection& connection, Seats& seats,
                 Passes& passes, Environment environment)
    : connection_(connection), seats_(seats), passes_(passes), environment_(std::move(environment)),
      admission_(server, passes, environment_.entropy) {
    model_.server = std::move(server);
    model_.name = std::move(name);
    model_.invite_at = environment_.invite_at.empty() ? model_.server : environment_.invite_at;
    model_.owns_server = !environment_.start_again.empty();
    model_.gets_in = environment_.invitation.has_value();
    list_kept();
}

void Session::start() {
    if (!environment_.page.empty())
        log(Kind::Notice, _("In a browser, while this program runs: {0}", environment_.page));
    connect();
    changed();
}

// ---- Controls ----------------------------------------------------------------------------------

void Session::request(protocol::RequestBody body, OnReply on_reply) {
    if (traits_of(body).takes_seat) { // it can be repeated until it is answered
        protocol::Secret token{};
        environment_.entropy(token);
        choose_token(body, token);
    }
    const Traits traits = traits_of(body);
    if (traits.name)
        model_.name = *traits.name;
    if (const auto* join = as<protocol::JoinRoom>(body); join && take_kept_seat(*join, on_reply)) {
        changed();
        return;
    }
    if (traits.room && !protocol::room_code(*traits.room)) // the server would count a wrong guess
        return refuse(on_reply, protocol::ErrorCode::NoSuchRoom,
                      words::wrong_room_code(safe(*traits.room, 30)));
    Sent sent{std::move(body), std::move(on_reply)};
    if (auto* act = as<protocol::Act>(sent.body)) {
        if (!act->match && model_.view)
            act->match = protocol::hex(model_.view->match);
        model_.awaiting = act->action;
        act_ = sent;
    }
    if (is<protocol::Ready>(sent.body))
        wants_ready_ = true;
    if (traits.offline == Traits::Offline::SentLater && model_.room_code && !model_.joined)
        send_once_back(std::move(sent));
    else if (online())
        send(std::move(sent));
    else if (traits.offline == Traits::Offline::Repeated)
        queued_.push_back(std::move(sent));
    else if (is<protocol::Act>(sent.body))
        log(Kind::Notice, _("You're offline. Your move will be sent once the connection is back."));
    else
        log(Kind::Warning, _("You're offline. Try again once the connection is back."));
    changed();
}

// The kept seat in this room; if bots have left several, that of this bot.
std::optional<KeptSeat> Session::own_kept_seat(const std::string& room) const {
    const auto own = std::ranges::find_if(model_.kept, [&](const KeptSeat& seat) {
        return lower(seat.room) == lower(room) && seat.player == environment_.player;
    });
    return own != model_.kept.end() ? std::optional(*own) : kept_seat(model_, room);
}

// If the user has a kept seat in this room, returns to it instead of taking a second one.
bool Session::take_kept_seat(const protocol::JoinRoom& join, OnReply& on_reply) {
    const auto kept = own_kept_seat(join.room);
    if (!kept || model_.room_code)
        return false;
    log(Kind::Notice, _("You have a seat in room {0}. Returning to it.", kept->room));
    go_back(*kept, std::move(on_reply), join);
    return true;
}

std::optional<SeatRecord> Session::asked_for(const protocol::RequestBody& body) const {
    const Traits traits = traits_of(body);
    if (!traits.token)
        return std::nullopt;
    const auto room = traits.room ? protocol::room_code(*traits.room) : std::nullopt;
    return SeatRecord{model_.server,
                      room.value_or(""),
                      std::nullopt,
                      protocol::base64url(*traits.token),
                      traits.name ? *traits.name : model_.name,
                      {},
                      environment_.player};
}

void Session::forget_asked_for(const protocol::RequestBody& body) {
    if (const auto seat = asked_for(body))
        seats_.forget(*seat);
}

bool Session::has_opponent(const protocol::RoomInfo& room) const {
    return model_.seat && room.players[other(*model_.seat)];
}

bool Session::agrees(const protocol::RoomInfo& room) const {
    return agrees_in_ == room.pairing && room.phase == Phase::Waiting && offers_delay(room.options);
}

void Session::ready() {
    agrees_in_.reset();
    be_ready_soon();
}

void Session::ready_and_agree() {
    agrees_in_.reset();
    if (model_.room && has_opponent(*model_.room))
        agrees_in_ = model_.room->pairing;
    be_ready_soon();
}

void Session::be_ready_soon() {
    if (model_.room && model_.room->phase == Phase::Playing)
        return; // they are
    wants_ready_ = true;
    if (!online())
        log(Kind::Notice, _("You're offline. You'll be ready once the connection is back."));
    else if (model_.room)
        be_ready();
    changed();
}

std::optional<SeatRecord> Session::record_of(const KeptSeat& seat) {
    for (const SeatRecord& record : seats_.list(model_.server))
        if (record.token == seat.token)
            return record;
    return std::nullopt;
}

void Session::resume(const KeptSeat& seat, OnReply on_reply) {
    go_back(seat, std::move(on_reply), std::nullopt);
}

void Session::go_back(const KeptSeat& seat, OnReply on_reply,
                      std::optional<protocol::JoinRoom> instead) {
    const auto record = record_of(seat);
    if (model_.room_code) {
        const auto code = protocol::ErrorCode::AlreadyInRoom;
        refuse(on_reply, code, words::error(code));
    } else if (!record || !seats_.hold(*record)) {
        refuse(on_reply, protocol::ErrorCode::BadToken,
               _("That seat is gone, or another of your programs is using it."));
    } else {
        place_ = GoingBack{*record, std::move(instead)};
        const bool named = !record->room.empty();
        Sent sent{
            protocol::Resume{named ? std::optional(record->room) : std::nullopt, record->token, 0},
            std::move(on_reply)};
        if (online())
            send(std::move(sent));
        else
            queued_.push_back(std::move(sent));
    }
    list_kept();
    changed();
}

// Refuses a request without asking the server.
void Session::refuse(const OnReply& on_reply, protocol::ErrorCode code, std::string words) {
    log(Kind::Warning, std::move(words));
    if (on_reply)
        on_reply(protocol::Error{std::nullopt, code, {}});
    changed();
}

void Session::forget(const KeptSeat& seat) {
    if (const auto record = record_of(seat)) {
        seats_.forget(*record);
        log(Kind::Notice, seat.room.empty() ? _("The seat that you asked for was forgotten.")
                                            : _("Your seat in room {0} was forgotten.", seat.room));
    }
    list_kept();
    changed();
}

void Session::reconnect_now() {
    if (model_.link.state == LinkState::Retrying || model_.link.state == LinkState::Closed)
        connect();
    changed();
}

void Session::quit() {
    if (quit_at_ || ended())
        return;
    give_up_chats();
    const SeatRecord* seat = own_seat();
    const bool waits_over_days = environment_.user == SeatUser::Person && model_.room &&
                                 is_played_over_days(model_.room->options);
    if (online() && model_.room_code && !(seat && (match_is_running(model_) || waits_over_days))) {
        quit_at_ = environment_.now() + quit_within;
        send({protocol::LeaveRoom{}, [this](const Reply&) { end_quitting(Leaving::Answered); }});
    } else {
        life_ = Life::Ended;
        if (seat && model_.link.state != LinkState::Closed)
            say_how_to_come_back(seat->room);
        else if (left_ && !model_.room_code && kept_seat(model_, safe(*left_)))
            say_how_to_come_back(*left_);
    }
    changed();
}

// Meanwhile the match may have begun: then the seat is kept.
void Session::end_quitting(Leaving leaving) {
    if (ended())
        return;
    life_ = Life::Ended;
    const SeatRecord* seat = own_seat();
    if (left_ && model_.room_code == safe(*left_)) {
        say_how_to_come_back(*left_);
    } else if (seat && leaving == Leaving::Unanswered) {
        farewell_ = to_run(_("The server didn't answer. If the match in room {0} has begun, your "
                             "seat is kept. To return, run:",
                             safe(seat->room)),
                           come_back_command(seat->room));
        log(Kind::Notice, farewell_);
    }
}

void Session::say_how_to_come_back(const std::string& room) {
    farewell_ =
        environment_.user == SeatUser::Bot
            ? to_run(_("The bot's seat in room {0} is kept. To let it play on, run:", safe(room)),
                     come_back_command(room))
            : how_to_come_back(room);
    log(Kind::Notice, farewell_);
}

std::string Session::come_back_command(const std::string& room) const {
    if (environment_.user == SeatUser::Bot)
        return environment_.come_back + " " + safe(room);
    return environment_.come_back.empty()
               ? "jaipur-client --server " + safe(model_.server) + " resume"
               : environment_.come_back;
}

std::string Session::how_to_come_back(const std::string& room) const {
    const auto person = person_on_our_server(model_);
    return to_run(person ? _("Your seat in room {0} is kept, but the server stops now: {1} can "
                             "play on only once you are back. To return, run:",
                             safe(room), *person)
                         : _("Your seat in room {0} is kept. To return, run:", safe(room)),
                  come_back_command(room));
}

// Whether another attempt would end in the same way. During a match, the operator may be about to
// repair the certificate.
bool Session::is_hopeless() const {
    constexpr std::chrono::minutes operator_repairs_within{10};
    return distrusts_since_ && (life_ == Life::NeverOnline ||
                                environment_.now() - *distrusts_since_ >= operator_repairs_within);
}

void Session::give_up() {
    model_.link.state = LinkState::Closed;
    log(Kind::Warning, model_.link.reason);
    if (const SeatRecord* seat = own_seat())
        say_how_to_come_back(safe(seat->room));
    farewell_ = model_.link.reason + (farewell_.empty() ? "" : " " + farewell_);
    life_ = Life::Ended;
}

// A sentence that ends in "run:", and the command.
std::string Session::to_run(const std::string& sentence, const std::string& command) const {
    return sentence + " " + command + environment_.options + plain_flag_;
}

// ---- small things ------------------------------------------------------------------------------

void Session::log(LogLine line) {
    model_.log.push_back(std::move(line));
    if (model_.log.size() <= longest_log)
        return;
    constexpr std::size_t dropped = longest_log / 4;
    model_.log.erase(model_.log.begin(), model_.log.begin() + dropped);
    model_.log_dropped += dropped;
}

void Session::log(Kind kind, std::string text, std::optional<Seat> seat) {
    log({kind, seat, std::move(text)});
}

void Session::changed() {
    for (const auto& complaints : {seats_.complaints(), passes_.complaints()})
        for (const std::string& complaint : complaints)
            log(Kind::Warning, safe(complaint));
    if (frontend_)
        frontend_->changed();
}

double Session::chance() {
    std::array<std::uint8_t, 4> bytes{};
    environment_.entropy(bytes);
    std::uint32_t word = 0;
    for (const std::uint8_t byte : bytes)
        word = word << 8 | byte;
    return word / 4294967295.0;
}

} // namespace jaipur::client::session
