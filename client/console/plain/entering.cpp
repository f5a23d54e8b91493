// The ways into rooms and back to them.
#include "client/console/address.hpp"
#include "client/console/plain/plain.hpp"
#include "client/console/safe_text.hpp"
#include "client/console/translation.hpp"
#include "client/console/words/words.hpp"
#include "protocol/text.hpp"

#include <algorithm>
#include <utility>

namespace jaipur::client::plain {

void PlainFrontend::enter(protocol::EntryRequest body) {
    if (model_.room_code)
        return say_error(protocol::ErrorCode::AlreadyInRoom);
    request(std::move(body), [this](const Controls::Reply& reply) { note_entry(reply); });
}

void PlainFrontend::play_other_level() {
    if (!model_.room_code)
        return say_no_room();
    const auto wanted = wanted_level(model_);
    const auto next = other_level(model_);
    if (!next && wanted)
        return say(*wanted == OtherLevel::Than::Harder ? _("There is no harder level.")
                                                       : _("There is no easier level."));
    if (!next)
        return say(_("There is another level only after a match against the bot: a harder one if "
                     "you won, an easier one if you lost."));
    request(protocol::LeaveRoom{}, [this, create = next->create](const Controls::Reply& reply) {
        if (std::holds_alternative<protocol::Ok>(reply))
            request(create, [this](const Controls::Reply& entry) { note_entry(entry); });
    });
}

// ---- join and watch

template <class Entering>
void PlainFrontend::enter_room(const Entering& entering) {
    if (model_.room_code)
        return say_error(protocol::ErrorCode::AlreadyInRoom);
    if (entering.room.empty())
        return ask_for_room(entering);
    if (!is_here(entering.server)) {
        say(_("That room is on {0}, and you are on {1}. Type quit, and then run:",
              safe(*entering.server), model_.server));
        return say("  ./jaipur join " + safe(entering.room) + " " + safe(*entering.server));
    }
    if (entering.password && entering.password->empty())
        return ask_for_password(entering);
    enter(entering.request(name_));
}

template void PlainFrontend::enter_room(const command::Join&);
template void PlainFrontend::enter_room(const command::Watch&);

template <class Entering>
void PlainFrontend::ask_for_room(Entering entering) {
    say(_("Which room? Type its code or its link."));
    next_line_ = [this, entering](std::string_view line) {
        const auto link = parse_room_link(trimmed(line));
        if (!link)
            return false;
        if (std::same_as<Entering, command::Join> && link->key) {
            run(command::MoveHere{*link->key, link->room, link->server});
            return true;
        }
        Entering complete = entering;
        complete.room = link->room;
        complete.server = link->server;
        enter_room(complete);
        return true;
    };
}

template <class Entering>
void PlainFrontend::ask_for_password(Entering entering) {
    say(_("Type the room's password. An empty line cancels."));
    next_line_ = [this, entering](std::string_view line) {
        Entering complete = entering;
        complete.password = std::string(trimmed(line));
        if (complete.password->empty())
            say(_("Cancelled."));
        else
            enter_room(complete);
        return true;
    };
}

void PlainFrontend::run(const command::MoveHere& move) {
    if (model_.room_code)
        return say_error(protocol::ErrorCode::AlreadyInRoom);
    if (is_here(move.server))
        enter(move.request(name_));
    else
        say(words::elsewhere(
            *move.server)); // a command with the key would stay in the shell's history
}

bool PlainFrontend::is_here(const std::optional<std::string>& server) const {
    return !server || parse_address(*server) == parse_address(model_.server);
}

void PlainFrontend::run(const command::Rooms& rooms) {
    protocol::ListRooms list;
    if (rooms.page == command::Page::Next) {
        if (!model_.rooms || !model_.rooms->next)
            return say(_("There are no more rooms. Type rooms to list them from the start."));
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
        return say(_("There are no public rooms. Type new public to open one."));
    for (const protocol::RoomListing& listing : model_.rooms->rooms)
        say(words::listing(listing));
    say(model_.rooms->next ? _("Type rooms more for the next page.")
                           : _("That's all. Type join CODE to play or watch CODE to watch."));
}

void PlainFrontend::run(const command::Name& name) {
    if (name.name.empty())
        return say(_("Your name is {0}.", safe(name_)));
    if (model_.room_code)
        return say(_("You can't change your name in a room. Leave it first."));
    if (!protocol::is_name(name.name))
        return say_error(protocol::ErrorCode::BadName);
    name_ = name.name;
    say(_("Your name is now {0}.", safe(name_)));
}

void PlainFrontend::run(const command::Resume& resume) {
    if (model_.room_code)
        return say_error(protocol::ErrorCode::AlreadyInRoom);
    const auto seat = kept_seat(model_, resume.room);
    entry_refused_ = !seat;
    if (!seat)
        return say(words::no_such_seat());
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
        say(words::no_such_seat());
}

} // namespace jaipur::client::plain
