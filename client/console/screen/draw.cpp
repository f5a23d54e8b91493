#include "client/console/screen/draw.hpp"

#include "client/console/screen/parts.hpp"
#include "client/console/translation.hpp"
#include "client/console/words/words.hpp"

#include <algorithm>

namespace jaipur::client::screen {

namespace {

constexpr Style bar_quiet{Ink::Quiet, Look::Bar};

std::string location_text(const Picture& picture) {
    const Model& model = picture.model;
    if (!model.room_code)
        return _("at {0}", model.server);
    std::string text = _("room {0}", *model.room_code);
    if (model.view && model.view->round > 0)
        text += " · " + _("round {0}", model.view->round);
    const std::string more = " · " + words::first_to(seals_needed(model));
    return model.seat ? text + more : text; // spectators get other text there
}

std::string watching_text(const Picture& picture, int columns) {
    const Model& model = picture.model;
    if (!model.room_code || !model.room)
        return {};
    const int watching = model.room->spectators;
    if (model.seat)
        return watching > 0 ? n_("{0} watching", "{0} watching", watching) : "";
    const std::string text =
        watching > 1 ? _("you +{0} watching", watching - 1) : _("you are watching");
    if (!words::spectators_are_late(*model.room))
        return text;
    const std::string late = _("{0} moves late", model.room->options.delay);
    return columns < 80 ? late : text + ", " + late;
}

void draw_status(Area area, const Picture& picture) {
    const bool online = picture.model.link.is_up();
    Line right;
    if (const std::string watching = watching_text(picture, area.width()); !watching.empty())
        right.push_back({watching + "  ", bar_quiet});
    right.push_back({online ? "• " : "! ", {online ? Ink::Yes : Ink::Warn, Look::Bar}});
    right.push_back({link_text(picture) + " ", {online ? Ink::Quiet : Ink::Warn, Look::Bar}});
    draw_title_bar(area, location_text(picture), right);
}

void draw_chat_input(Area area, const Picture& picture) {
    const LineEdit& line = picture.ui.chat;
    const bool reaches_players = picture.model.seat || !match_is_running(picture.model);
    const int x =
        area.put(1, 0, (reaches_players ? _("Say:") : _("To spectators:")) + " ", heading);
    Area field = area.part({x, 0, area.width() - x - 8, 1});
    field.show_cursor(draw_line_edit(field, line, bright, 0).cursor, 0);
    area.put_right(0, {{std::to_string(line.text.size()) + "/" +
                            std::to_string(protocol::chat_bounds.max) + " ",
                        quiet}});
}

// At the bottom.
void draw_reason(Area area, const std::string& reason) {
    const std::vector<std::string> rows = in_rows(reason, area.width() - 2, area.charset());
    int y = area.height() - static_cast<int>(rows.size());
    for (const std::string& text : rows) {
        Area row = area.row(y++);
        row.block_clicks();
        row.fill({});
        row.put(1, 0, text, warning);
    }
}

// The line above the keys: typed text, an answer, or a problem with the connection. That takes as
// many rows as it needs, because it may say what to do.
void draw_prompt(const Frame& frame, const Picture& picture) {
    const Model& model = picture.model;
    const UiState& ui = picture.ui;
    Area area = frame.prompt;
    if (ui.overlay == Overlay::Chat) {
        area.fill({});
        return draw_chat_input(area, picture);
    }
    Span said;
    if (!ui.notice.empty())
        said = {ui.notice, warning};
    else if (!ui.done.empty())
        said = {ui.done, {Ink::Yes, Look::Strong}};
    else if (!model.link.is_up() && !model.link.is_brief && !model.link.reason.empty())
        return draw_reason(frame.above, model.link.reason);
    else if (ui.asked != Asked::Nothing)
        said = {_("Asking the server…"), quiet};
    if (said.text.empty() && scene_of(ui, model) == Scene::Summary)
        return area.put_centred(0, {{going_on(picture), heading}});
    if (said.text.empty())
        return;
    area.fill({});
    area.put(1, 0, clip(said.text, area.width() - 2, area.charset()), said.style);
}

void draw_scene(Area body, const Picture& picture) {
    switch (scene_of(picture.ui, picture.model)) {
    case Scene::Page:
        return draw_page(body, picture);
    case Scene::Waiting:
        return draw_waiting(body, picture);
    case Scene::Table:
        return draw_table(body, picture);
    case Scene::Summary:
        return draw_summary(body, picture);
    }
}

} // namespace

Canvas draw(const Model& model, const UiState& ui, Size size, Charset charset, SteadyTime now) {
    if (is_too_small(size))
        return draw_too_small(size, charset,
                              _("Make it larger, or press s for plain mode, q to quit."));
    Canvas canvas(size, charset);
    const Picture picture{model, ui, now, size};
    const bool at_table = scene_of(ui, model) == Scene::Table && !is_page(ui.overlay);
    const Frame frame =
        draw_frame(canvas, key_hints(ui, model), at_table ? prompt_at_table(size) : Prompt::HasRow);
    draw_status(frame.status, picture);
    const Area body = frame.body;
    if (ui.overlay == Overlay::Help)
        draw_help(body, help_lines(size.width), ui.help_top);
    else if (ui.overlay == Overlay::History)
        draw_history(body, picture);
    else if (ui.overlay == Overlay::Qr)
        draw_qr(body, picture);
    else if (ui.overlay == Overlay::OtherDevice)
        draw_other_device(body, picture);
    else
        draw_scene(body, picture);
    draw_prompt(frame, picture);
    draw_question(body, picture);
    return canvas;
}

} // namespace jaipur::client::screen
