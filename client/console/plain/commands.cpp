// What typed lines do.
#include "client/console/plain/plain.hpp"
#include "client/console/safe_text.hpp"
#include "client/console/words/words.hpp"
#include "protocol/text.hpp"

#include <algorithm>
#include <utility>

namespace jaipur::client::plain {

void PlainFrontend::run_line(std::string_view text) {
    waits_for_turn_ = false;
    const auto understood = command::parse(text);
    if (understood)
        obey(*understood);
    else
        say(understood.error().text);
}

void PlainFrontend::obey(const command::Command& command) {
    const auto* simple = std::get_if<command::Simple>(&command);
    if (!simple || (*simple != command::Simple::Yes && *simple != command::Simple::No))
        when_yes_ = nullptr; // anything but an answer means no
    std::visit([this](const auto& what) { run(what); }, command);
}

void PlainFrontend::request(protocol::RequestBody body, Controls::OnReply on_reply) {
    // When offline, only requests to enter a room wait for the connection, and only at the start.
    if (model_.link.state == LinkState::Online || !link_.was_online)
        ++unanswered_;
    controls_.request(std::move(body),
                      [this, on_reply = std::move(on_reply)](const Controls::Reply& reply) {
                          unanswered_ = std::max(0, unanswered_ - 1);
                          if (on_reply)
                              on_reply(reply);
                      });
}

void PlainFrontend::note_entry(const Controls::Reply& reply) {
    entry_refused_ = std::holds_alternative<protocol::Error>(reply);
}

void PlainFrontend::say_error(protocol::ErrorCode code) {
    say(words::error(code));
}

// ---- the game ----------------------------------------------------------------------------------

void PlainFrontend::act(const Action& action) {
    if (!model_.view || !model_.room)
        return say(no_room);
    if (!model_.seat)
        return say_error(protocol::ErrorCode::NotAPlayer);
    if (model_.view->phase != Phase::Playing)
        return say("No round is being played. " + words::turn(model_));
    if (!my_turn())
        return say_error(protocol::ErrorCode::NotYourTurn);
    if (action_pending())
        return say("The server hasn't answered your last move yet. Wait a moment.");
    request(protocol::Act{model_.view->ply, action, std::nullopt},
            [this, when = action_moment()](const Controls::Reply& reply) {
                if (std::holds_alternative<protocol::Ok>(reply))
                    acted_ = when;
            });
}

void PlainFrontend::run(const command::SellAll& sell) {
    if (!model_.view || !model_.seat || !model_.view->players[*model_.seat].hand)
        return say(no_room);
    const std::uint8_t count = (*model_.view->players[*model_.seat].hand)[sell.good];
    if (count == 0)
        return say("You have no " + std::string(name(sell.good)) + ".");
    act(Sell{sell.good, count});
}

// ---- rooms -------------------------------------------------------------------------------------

void PlainFrontend::enter(protocol::EntryRequest body) {
    if (model_.room_code)
        return say_error(protocol::ErrorCode::AlreadyInRoom);
    const auto* create = std::get_if<protocol::CreateRoom>(&body);
    ready_at_once_ = create && create->options.bot;
    request(std::move(body), [this, at_once = ready_at_once_](const Controls::Reply& reply) {
        note_entry(reply);
        // A bot needs no time to get ready.
        if (at_once && std::holds_alternative<protocol::Ok>(reply))
            controls_.ready();
    });
}

void PlainFrontend::run(const command::Rooms& rooms) {
    protocol::ListRooms list;
    if (rooms.page == command::Page::Next) {
        if (!model_.rooms || !model_.rooms->next)
            return say("There are no more rooms. Type rooms to list them from the start.");
        list.after = model_.rooms->next;
    }
    request(list, [this](const Controls::Reply& reply) {
        note_entry(reply);
        if (std::holds_alternative<protocol::Ok>(reply))
            show_rooms();
    });
}

void PlainFrontend::show_rooms() {
    if (!model_.rooms)
        return;
    if (model_.rooms->rooms.empty())
        return say("There are no public rooms. Type new public to open one.");
    for (const protocol::RoomListing& listing : model_.rooms->rooms)
        say(words::listing(listing));
    say(model_.rooms->next ? "Type rooms more for the next page."
                           : "That's all. Type join CODE to play or watch CODE to watch.");
}

void PlainFrontend::run(const command::Name& name) {
    if (name.name.empty())
        return say("Your name is " + safe(name_) + ".");
    if (model_.room_code)
        return say("You can't change your name in a room. Leave it first.");
    if (!protocol::is_name(name.name))
        return say_error(protocol::ErrorCode::BadName);
    name_ = name.name;
    say("Your name is now " + safe(name_) + ".");
}

void PlainFrontend::run(const command::Resume& resume) {
    if (model_.room_code)
        return say_error(protocol::ErrorCode::AlreadyInRoom);
    const auto seat = kept_seat(model_, resume.room);
    entry_refused_ = !seat;
    if (!seat)
        return say(words::no_such_seat);
    ++unanswered_;
    controls_.resume(*seat, [this](const Controls::Reply& reply) {
        unanswered_ = std::max(0, unanswered_ - 1);
        note_entry(reply);
    });
}

void PlainFrontend::run(const command::Forget& forget) {
    if (const auto seat = kept_seat(model_, forget.room))
        controls_.forget(*seat);
    else
        say(words::no_such_seat);
}

// ---- for the room's owner

void PlainFrontend::run(const command::Remove& remove) {
    if (!model_.room)
        return say(no_room);
    if (!owns_room(model_))
        return say_error(protocol::ErrorCode::NotOwner);
    const Seat guest = other(*model_.seat);
    const auto& player = model_.room->players[guest];
    const std::string target = lower(safe(remove.target));
    const bool means_guest = player && (target == "guest" || target == lower(player->name));
    if (means_guest && !may_remove_guest(model_))
        return say("You can remove your guest before and after a match, but not during one.");
    if (means_guest)
        return ask_to_remove(player->name, {guest});
    list_spectators([this, target] { remove_spectator(target); });
}

void PlainFrontend::list_spectators(std::function<void()> then) {
    request(protocol::ListSpectators{}, [this, then = std::move(then)](const auto& reply) {
        if (std::holds_alternative<protocol::Ok>(reply) && model_.spectators)
            then();
    });
}

void PlainFrontend::show_spectators() {
    if (model_.spectators->spectators.empty())
        say("Nobody is watching.");
    for (const protocol::Spectator& spectator : model_.spectators->spectators)
        say("Watching: " + words::spectator(spectator) + ".");
}

void PlainFrontend::remove_spectator(const std::string& target) {
    for (const protocol::Spectator& spectator : model_.spectators->spectators)
        if (target == std::to_string(spectator.spectator) ||
            (spectator.name && target == lower(*spectator.name)))
            return ask_to_remove(words::spectator(spectator), {spectator.spectator});
    say("Nobody here is called " + target + ". Type spectators for their names and numbers.");
}

void PlainFrontend::ask_to_remove(const std::string& who, const protocol::Remove& removal) {
    ask(words::removal_question(who) + " " + std::string(words::removal_is_final),
        [this, removal] {
            request(removal, [this](const Controls::Reply& reply) {
                if (std::holds_alternative<protocol::Ok>(reply))
                    say("Removed.");
            });
        });
}

// ---- single words ------------------------------------------------------------------------------

void PlainFrontend::ask(const std::string& question, std::function<void()> when_yes) {
    when_yes_ = std::move(when_yes);
    say(question + " Type yes or no.");
}

void PlainFrontend::answer(command::Simple yes_or_no) {
    const auto what = std::exchange(when_yes_, nullptr);
    if (!what)
        say("There's nothing to confirm.");
    else if (yes_or_no == command::Simple::Yes)
        what();
    else
        say("Cancelled.");
}

void PlainFrontend::run(command::Simple simple) {
    using command::Simple;
    switch (simple) {
    case Simple::Ready:
        if (!model_.room_code)
            return say(no_room);
        ready_at_ = view_moment();
        return controls_.ready();
    case Simple::ReadyAndAgree:
        if (!model_.room_code)
            return say(no_room);
        if (model_.room && words::agreement(*model_.room).empty())
            say("Nothing to agree to: spectators of this room won't see hands during a round.");
        ready_at_ = view_moment();
        return controls_.ready_and_agree();
    case Simple::Rematch:
        return request(protocol::AskRematch{});
    case Simple::Resign:
        if (!model_.seat)
            return say_error(protocol::ErrorCode::NotAPlayer);
        return ask("Resign, and lose the match?", [this] { request(protocol::Resign{}); });
    case Simple::Claim:
        return request(protocol::ClaimWin{});
    case Simple::Spectators:
        return list_spectators([this] { show_spectators(); });
    case Simple::Leave:
        return request(protocol::LeaveRoom{});
    case Simple::Quit:
        return controls_.quit();
    case Simple::Yes:
    case Simple::No:
        return answer(simple);
    case Simple::Wait:
        waits_for_turn_ = true;
        return;
    case Simple::Reconnect:
        return controls_.reconnect_now();
    case Simple::Nothing:
        return;
    }
}

} // namespace jaipur::client::plain
