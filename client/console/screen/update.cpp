// Keys that mean the same everywhere, and overlays.
#include "client/console/screen/draw.hpp"
#include "client/console/screen/help.hpp"
#include "client/console/screen/parts.hpp"
#include "client/console/screen/ui.hpp"
#include "client/console/translation.hpp"
#include "client/console/words/words.hpp"

#include <algorithm>
#include <utility>

namespace jaipur::client::screen {

namespace {

using Code = Key::Code;

void update_help(Step& step, const Key& key) {
    if (!scroll(step.ui.help_top, key, help_lines(smallest.width).size()))
        step.ui.overlay = Overlay::None;
}

void update_history(Step& step, const Key& key, const Model& model) {
    UiState& ui = step.ui;
    const std::size_t rows = history_rows(model, smallest.width, Charset::Utf8).size();
    int top = -ui.history_back;
    if (key.code == Code::Home)
        ui.history_back = static_cast<int>(rows);
    else if (key.code == Code::End)
        ui.history_back = 0;
    else if (scroll(top, key, rows, ScrollFrom::End))
        ui.history_back = -top;
    else
        ui.overlay = Overlay::None;
}

void update_chat(Step& step, const Key& key, const Model& model) {
    UiState& ui = step.ui;
    if (key.code == Code::Enter && ui.chat.text.find_first_not_of(U' ') != std::u32string::npos) {
        if (!ask_online(step, model, protocol::RequestBody{protocol::SendChat{utf8(ui.chat)}}))
            return;
    } else if (key.code != Code::Enter && key.code != Code::Escape) {
        return void(edit(ui.chat, key, protocol::chat_bounds.max));
    }
    if (key.code == Code::Enter)
        ui.chat = {};
    ui.overlay = Overlay::None;
}

// A question that one letter answers with yes; `n` and Escape mean no. For `y`, the first letter
// of the translated answer will do, too.
void update_question(Step& step, const Key& key, const Model& model, char32_t yes,
                     protocol::RequestBody body) {
    char32_t c = letter(key);
    if (yes == U'y' && c == static_cast<unsigned char>(p_("an answer", "yes")[0]))
        c = yes;
    if (c != yes && c != U'n' && key.code != Code::Escape)
        return;
    step.ui.overlay = Overlay::None;
    if (c == yes)
        ask_online(step, model, std::move(body));
}

void update_other_device(Step& step, const Key& key, const Model& model) {
    UiState& ui = step.ui;
    if (letter(key) == U'c' && ui.seat_key)
        return void(step.asks.emplace_back(CopyLink{words::way_out(model, *ui.seat_key).link}));
    ui.overlay = Overlay::None;
    ui.seat_key.reset();
}

void update_overlay(Step& step, const Key& key, const Model& model) {
    switch (step.ui.overlay) {
    case Overlay::None:
        break;
    case Overlay::Help:
        return update_help(step, key);
    case Overlay::History:
        return update_history(step, key, model);
    case Overlay::Qr:
        step.ui.overlay = Overlay::None;
        return;
    case Overlay::Chat:
        return update_chat(step, key, model);
    case Overlay::OtherDevice:
        return update_other_device(step, key, model);
    case Overlay::Leave:
        if (letter(key) == U'q')
            return void(step.asks.emplace_back(Quit{}));
        if (letter(key) == U'o' && model.seat)
            return void(ask_online(step, model, protocol::RequestBody{protocol::MoveSeat{}}));
        return update_question(step, key, model, U'l', protocol::LeaveRoom{});
    case Overlay::Resign:
        return update_question(step, key, model, U'y', protocol::Resign{});
    case Overlay::Claim:
        return update_question(step, key, model, U'y', protocol::ClaimWin{});
    case Overlay::People:
        return update_people(step, key, model);
    }
}

bool scrolls(const Key& key) {
    return key.code == Code::PageUp || key.code == Code::PageDown || key.code == Code::WheelUp ||
           key.code == Code::WheelDown;
}

bool scroll_log(UiState& ui, const Key& key, const Model& model) {
    if (!shows_log(ui, model))
        return false;
    const int most = std::max(0, static_cast<int>(lines_of_log(model).size()) - 1);
    if (key.code == Code::PageUp || key.code == Code::WheelUp)
        ui.log_back = std::min(ui.log_back + 3, most);
    else if (key.code == Code::PageDown || key.code == Code::WheelDown)
        ui.log_back = std::max(ui.log_back - 3, 0);
    else
        return false;
    return true;
}

// Keys of all scenes; returns whether it was one.
bool update_anywhere(Step& step, const Key& key, const Model& model) {
    const bool typing = is_typing(step.ui, model);
    const char32_t c = typing ? 0 : letter(key);
    if (key.code == Code::Help || c == U'?') {
        open_help(step.ui);
        return true;
    }
    if (c == U'n' && model.link.state == LinkState::Retrying) {
        step.asks.emplace_back(ReconnectNow{});
        return true;
    }
    return scroll_log(step.ui, key, model);
}

bool update_in_room(Step& step, const Key& key, const Model& model) {
    const char32_t c = letter(key);
    UiState& ui = step.ui;
    if (c == U't')
        ui.overlay = Overlay::Chat;
    else if (c == U'q')
        ui.overlay = Overlay::Leave;
    else if (c == U'k' && may_manage(model))
        open_people(step, model);
    else if (c == U'h')
        open_history(ui);
    else if (c == U'c' && may_invite(model))
        step.asks.emplace_back(CopyLink{words::way_in(model).link});
    else if (c == U'i' && may_invite(model))
        ui.overlay = Overlay::Qr;
    else
        return false;
    return true;
}

} // namespace

bool scroll(int& top, const Key& key, std::size_t lines, ScrollFrom from) {
    const int by = key.code == Code::Up          ? -1
                   : key.code == Code::Down      ? 1
                   : key.code == Code::PageUp    ? -10
                   : key.code == Code::PageDown  ? 10
                   : key.code == Code::WheelUp   ? -3
                   : key.code == Code::WheelDown ? 3
                                                 : 0;
    const int last = std::max(0, static_cast<int>(lines) - 1);
    if (by != 0)
        top = from == ScrollFrom::Start ? std::clamp(top + by, 0, last)
                                        : std::clamp(top + by, -last, 0);
    return by != 0;
}

std::string no_connection() {
    return _("Not connected to the server.");
}

bool online_or_notice(Step& step, const Model& model) {
    if (model.link.state == LinkState::Online)
        return true;
    step.ui.notice = no_connection();
    return false;
}

bool ask_online(Step& step, const Model& model, Ask what) {
    if (!online_or_notice(step, model))
        return false;
    step.asks.push_back(std::move(what));
    return true;
}

void open_history(UiState& ui) {
    ui.overlay = Overlay::History;
    ui.history_back = 0;
}

void open_help(UiState& ui) {
    ui.overlay = Overlay::Help;
    ui.help_top = 0;
}

bool may_invite(const Model& model) {
    const bool waits = model.view && model.view->phase == Phase::Waiting;
    return model.seat && waits && model.room && !model.room->players[other(*model.seat)] &&
           !words::way_in(model).link.empty();
}

bool is_typing(const UiState& ui, const Model& model) {
    const std::vector<Field> fields = fields_of(ui);
    const auto row = static_cast<std::size_t>(std::max(0, ui.row));
    return scene_of(ui, model) == Scene::Page && row < fields.size() && is_typed(fields[row]);
}

Step update(UiState ui, const Key& key, const Model& model) {
    Step step{std::move(ui), {}};
    step.ui.notice.clear();
    step.ui.done.clear();
    if (!scrolls(key))
        step.ui.log_back = 0; // any other key returns to the newest lines
    if (step.ui.overlay != Overlay::None)
        update_overlay(step, key, model);
    else if (update_anywhere(step, key, model))
        return step;
    else if (scene_of(step.ui, model) == Scene::Page)
        update_page(step, key, model);
    else if (!update_in_room(step, key, model))
        update_table(step, key, model);
    return step;
}

Step update_unseen(UiState ui, const Key& key) {
    Step step{std::move(ui), {}};
    if (letter(key) == U'q')
        step.asks.emplace_back(Quit{});
    else if (letter(key) == U's')
        step.asks.emplace_back(UsePlainMode{});
    return step;
}

UiState first_state(const Model& model, const protocol::CreateOptions& new_room) {
    UiState ui;
    ui.form.name = line_edit(model.name);
    ui.form.options = new_room;
    ui.form.options.password.reset(); // it belonged to another room
    return ui;
}

bool shows_log(const UiState& ui, const Model& model) {
    return scene_of(ui, model) != Scene::Page || ui.page != Page::Rooms;
}

std::vector<const LogLine*> lines_of_log(const Model& model) {
    std::vector<const LogLine*> lines;
    for (const LogLine& line : model.log)
        if (line.kind != LogLine::Kind::Account)
            lines.push_back(&line);
    return lines;
}

Scene scene_of(const UiState& ui, const Model& model) {
    if (!model.room_code)
        return Scene::Page;
    if (!model.view || model.view->phase == Phase::Waiting)
        return Scene::Waiting;
    if (model.view->phase == Phase::Playing || ui.after_round == AfterRound::Board)
        return Scene::Table;
    return Scene::Summary;
}

} // namespace jaipur::client::screen
