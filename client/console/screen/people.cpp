// For the owner of a room: the choice of the person to remove, and of those who may chat.
#include "client/console/screen/ui.hpp"
#include "client/console/translation.hpp"
#include "client/console/words/words.hpp"

#include <algorithm>

namespace jaipur::client::screen {

bool may_manage(const Model& model) {
    if (!owns_room(model))
        return false;
    const auto& guest = model.room->players[other(*model.seat)];
    return (guest && !guest->bot) || model.room->spectators > 0;
}

std::vector<Removable> removable(const Model& model) {
    std::vector<Removable> all;
    if (!owns_room(model))
        return all;
    const Seat guest = other(*model.seat);
    if (may_remove_guest(model))
        all.push_back({_("{0}, your guest", model.room->players[guest]->name), {guest}});
    if (model.spectators)
        for (const protocol::Spectator& spectator : model.spectators->spectators)
            all.push_back({words::spectator(spectator), {spectator.spectator}});
    return all;
}

std::size_t place_of(const std::vector<Removable>& all,
                     const std::optional<protocol::Remove>& target) {
    if (!target) // the names have come since: the first is chosen
        return 0;
    const auto found = std::ranges::find(all, target, &Removable::removal);
    return static_cast<std::size_t>(found - all.begin());
}

std::string removed_person(const Model& model, const protocol::RequestBody& request) {
    const auto* removal = as<protocol::Remove>(request);
    const auto all = removable(model);
    const std::size_t place = removal != nullptr ? place_of(all, *removal) : all.size();
    return place < all.size() ? all[place].who : "";
}

void open_people(Step& step, const Model& model) {
    if (!ask_online(step, model, protocol::RequestBody{protocol::ListSpectators{}}))
        return;
    const auto all = removable(model);
    step.ui.overlay = Overlay::People;
    step.ui.to_remove = all.empty() ? std::nullopt : std::optional(all.front().removal);
}

void update_people(Step& step, const Key& key, const Model& model) {
    UiState& ui = step.ui;
    const auto all = removable(model);
    const std::size_t place = place_of(all, ui.to_remove);
    const bool is_there = place < all.size();
    const char32_t c = letter(key);
    if (key.code == Key::Code::Row && static_cast<std::size_t>(key.place) < all.size()) {
        ui.to_remove = all[static_cast<std::size_t>(key.place)].removal;
    } else if (key.code == Key::Code::Up && place > 0 && !all.empty()) {
        ui.to_remove = all[place - 1].removal;
    } else if (key.code == Key::Code::Down && !all.empty()) {
        ui.to_remove = all[is_there ? std::min(place + 1, all.size() - 1) : 0].removal;
    } else if ((c == U'y' || key.code == Key::Code::Enter) && is_there) {
        ui.overlay = Overlay::None;
        ask_online(step, model, protocol::RequestBody{all[place].removal});
    } else if (key.code == Key::Code::Left || key.code == Key::Code::Right) {
        const auto now = protocol::chat_from(model.room->options);
        const int by = key.code == Key::Code::Left ? -1 : 1;
        ask_online(step, model, protocol::RequestBody{protocol::SetChat{stepped_chat(now, by)}});
    } else if (c == U'n' || key.code == Key::Code::Escape) {
        ui.overlay = Overlay::None;
    }
}

std::vector<KeyHint> people_hints(const Model& model) {
    std::vector<KeyHint> hints;
    if (!removable(model).empty()) {
        hints.push_back({"↑↓", _("choose"), {Key::Code::Up, Key::Code::Down}});
        hints.push_back({"Enter", _("yes, remove"), {Key::Code::Enter, key(U'y'), key(U'Y')}});
    }
    hints.push_back({"←→", p_("a key", "chat"), {Key::Code::Left, Key::Code::Right}});
    hints.push_back({"Esc", _("back"), {Key::Code::Escape, key(U'n'), key(U'N')}});
    return hints;
}

} // namespace jaipur::client::screen
