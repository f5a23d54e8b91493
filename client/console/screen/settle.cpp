// How the state of the screen follows the model.
#include "client/console/screen/ui.hpp"
#include "client/console/translation.hpp"

#include <algorithm>
#include <utility>

namespace jaipur::client::screen {

namespace {

TableSnapshot snapshot_of(const protocol::View& view) {
    TableSnapshot seen{view.match, view.round,       view.ply,       view.phase,
                       {},         hand_cards(view), herd_size(view)};
    for (std::size_t i = 0; i < view.market.size(); ++i)
        seen.market[i] = view.market[i];
    return seen;
}

Situation situation_of(const Model& model) {
    Situation now{model.link.state == LinkState::Online, model.awaiting.has_value(), {}, {}, 0, {}};
    if (model.view) {
        now.match = model.view->match;
        now.phase = model.view->phase;
        now.ply = model.view->ply;
        now.turn = model.view->turn;
    }
    return now;
}

// The table has changed from `before` to `ui.seen`.
void drop_stale_picks(UiState& ui, const TableSnapshot& before) {
    const TableSnapshot& now = ui.seen;
    const bool same_round = now.match == before.match && now.round == before.round;
    for (std::size_t i = 0; i < now.market.size(); ++i) {
        const bool same = now.market[i] == before.market[i];
        ui.selection.market[i] = ui.selection.market[i] && same;
        if (now.ply != before.ply || !same_round)
            ui.fresh[i] = !same && same_round && now.market[i].has_value();
    }
    // Camels are picked together, so a new one invalidates the pick.
    if (now.market != before.market)
        for (std::size_t i = 0; i < now.market.size(); ++i)
            if (now.market[i] == Card::Camel)
                ui.selection.market[i] = false;
    // The user's action was played, or another round has begun.
    if (now.hand != before.hand || now.herd != before.herd || !same_round)
        ui.selection = {};
    if (!same_round || now.phase != before.phase) {
        ui.after_round = AfterRound::Summary;
        ui.cursor = {};
    }
    const int places = static_cast<int>(std::min(now.hand.size(), most_shown)) + 1;
    ui.cursor.index =
        std::min(ui.cursor.index, ui.cursor.row == Cursor::Row::Market ? last_slot : places - 1);
}

} // namespace

void follow_gate(UiState& ui, const Model& model) {
    if (model.gate && !ui.before_gate) {
        ui.before_gate = {ui.page, ui.row, std::exchange(ui.asked, Asked::Nothing), 0};
        ui.page = Page::Server;
        ui.row = 0;
    } else if (!model.gate && ui.before_gate) {
        ui.page = ui.before_gate->page;
        ui.row = ui.before_gate->row;
        ui.asked = ui.before_gate->asked;
        ui.before_gate.reset();
        ui.form.server_password = {};
        ui.password_shown = false;
    }
    if (model.gate &&
        std::exchange(ui.before_gate->refusals, model.gate->refusals) < model.gate->refusals)
        ui.notice = model.gate->refusal;
}

UiState settle(UiState ui, const Model& model) {
    if (model.link.state == LinkState::Online && ui.notice == no_connection())
        ui.notice.clear();
    const Situation before = std::exchange(ui.situation, situation_of(model));
    if (model.room_code && !(before == ui.situation))
        ui.notice.clear();
    if (std::exchange(ui.in_room, model.room_code.has_value()) && !model.room_code &&
        model.link.state != LinkState::Online) // the owner or the operator has removed the user
        ui.notice = model.link.reason;
    if (!model.room_code) {
        if (ui.overlay != Overlay::Help)
            ui.overlay = Overlay::None;
        ui.seat_key.reset();
        ui.seen = {};
        ui.selection = {};
        ui.fresh = {};
        follow_gate(ui, model);
        if (ui.page == Page::Menu)
            ui.row = std::clamp(ui.row, 0, static_cast<int>(menu_entries(ui, model).size()) - 1);
        return ui;
    }
    ui.before_gate.reset();
    if (ui.page != Page::Menu) { // entered a room: the menu comes next
        ui.page = Page::Menu;
        ui.row = 0;
        forget_password(ui);
    }
    if ((ui.overlay == Overlay::Resign && !may_resign(model)) ||
        (ui.overlay == Overlay::Claim && !may_claim(model)) ||
        (ui.overlay == Overlay::People && !may_manage(model)) ||
        (ui.overlay == Overlay::Qr && !may_invite(model)) ||
        (ui.overlay == Overlay::OtherDevice && model.link.state == LinkState::Closed))
        ui.overlay = Overlay::None;
    if (model.view) {
        const TableSnapshot seen = std::exchange(ui.seen, snapshot_of(*model.view));
        if (!(seen == ui.seen))
            drop_stale_picks(ui, seen);
    }
    return ui;
}

} // namespace jaipur::client::screen
