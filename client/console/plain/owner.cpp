// The people in the room: who watches, who may write, and removing them.
#include "client/console/plain/plain.hpp"
#include "client/console/safe_text.hpp"
#include "client/console/translation.hpp"
#include "client/console/words/words.hpp"

#include <utility>

namespace jaipur::client::plain {

void PlainFrontend::run(const command::Remove& remove) {
    if (!model_.room)
        return say_no_room();
    if (!owns_room(model_))
        return say_error(protocol::ErrorCode::NotOwner);
    const Seat guest = other(*model_.seat);
    const auto& player = model_.room->players[guest];
    const auto& self = model_.room->players[*model_.seat];
    const std::string target = lower(safe(remove.target));
    if (self && target == lower(self->name))
        return say(_("That's you. To leave the room, type leave."));
    const bool means_guest = player && (target == "guest" || target == lower(_("guest")) ||
                                        target == lower(player->name));
    if (means_guest && !may_remove_guest(model_))
        return say(_("You can remove your guest before and after a match, but not during one."));
    if (means_guest)
        return ask_to_remove(player->name, {guest});
    list_spectators([this, name = safe(remove.target)] { remove_spectator(name); });
}

// The log tells everybody of a change.
void PlainFrontend::run(const command::Writers& writers) {
    if (!model_.room)
        return say_no_room();
    const auto now = protocol::chat_from(model_.room->options);
    if (!writers.from || (owns_room(model_) && *writers.from == now))
        return say(words::chat_rule(now));
    if (!owns_room(model_))
        return say_error(protocol::ErrorCode::NotOwner);
    request(protocol::SetChat{*writers.from});
}

void PlainFrontend::list_spectators(std::function<void()> then) {
    request(protocol::ListSpectators{}, [this, then = std::move(then)](const auto& reply) {
        if (std::holds_alternative<protocol::Ok>(reply) && model_.spectators)
            then();
    });
}

// Only players can ask who they are.
void PlainFrontend::show_spectators() {
    if (!model_.room)
        return say_no_room();
    if (!model_.seat)
        return say(_("Watching, with you: {0}. Only the players can see their names.",
                     model_.room->spectators));
    list_spectators([this] {
        if (model_.spectators->spectators.empty())
            say(_("Nobody is watching."));
        for (const protocol::Spectator& spectator : model_.spectators->spectators)
            say(_("Watching: {0}.", words::spectator(spectator)));
    });
}

void PlainFrontend::remove_spectator(const std::string& name) {
    const std::string target = lower(name);
    for (const protocol::Spectator& spectator : model_.spectators->spectators)
        if (target == std::to_string(spectator.spectator) ||
            (spectator.name && target == lower(*spectator.name)))
            return ask_to_remove(words::spectator(spectator), {spectator.spectator});
    say(_("Nobody here is called {0}. Type spectators for their names and numbers.", name));
}

void PlainFrontend::ask_to_remove(const std::string& who, const protocol::Remove& removal) {
    ask(words::removal_question(who) + " " + words::removal_is_final(), [this, removal] {
        request(removal, [this](const Controls::Reply& reply) {
            if (std::holds_alternative<protocol::Ok>(reply))
                say(_("Removed."));
        });
    });
}

} // namespace jaipur::client::plain
