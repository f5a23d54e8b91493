#include "client/console/screen/draw.hpp"

#include "client/console/screen/parts.hpp"
#include "client/console/words/words.hpp"

#include <algorithm>

namespace jaipur::client::screen {

namespace {

constexpr Style bar_quiet{Ink::Quiet, Look::Bar};

std::string location_text(const Picture& picture) {
    const Model& model = picture.model;
    if (!model.room_code)
        return "at " + model.server;
    std::string text = "room " + *model.room_code;
    if (model.view && model.view->round > 0)
        text += " · round " + std::to_string(model.view->round);
    const int seals = seals_needed(model);
    const std::string more =
        " · " + words::number_of(seals, "seal") + (seals == 1 ? " wins" : " win");
    return model.seat ? text + more : text; // spectators get other text there
}

std::string watching_text(const Picture& picture) {
    const Model& model = picture.model;
    if (!model.room_code || !model.room)
        return {};
    const int watching = model.room->spectators;
    if (model.seat)
        return watching > 0 ? std::to_string(watching) + " watching" : "";
    std::string text =
        watching > 1 ? "you +" + std::to_string(watching - 1) + " watching" : "you are watching";
    if (words::spectators_are_late(*model.room))
        text += ", " + std::to_string(model.room->options.delay) + " moves late";
    return text;
}

void draw_status(Area area, const Picture& picture) {
    const bool online = picture.model.link.state == LinkState::Online;
    Line right;
    if (const std::string watching = watching_text(picture); !watching.empty())
        right.push_back({watching + "  ", bar_quiet});
    right.push_back({online ? "• " : "! ", {online ? Ink::Yes : Ink::Warn, Look::Bar}});
    right.push_back({link_text(picture) + " ", {online ? Ink::Quiet : Ink::Warn, Look::Bar}});
    draw_title_bar(area, location_text(picture), right);
}

void draw_chat_input(Area area, const Picture& picture) {
    const LineEdit& line = picture.ui.chat;
    const int x = area.put(1, 0, "Say: ", heading);
    Area field = area.part({x, 0, area.width() - x - 8, 1});
    field.show_cursor(draw_line_edit(field, line, bright, 0).cursor, 0);
    area.put_right(0, {{std::to_string(line.text.size()) + "/" +
                            std::to_string(protocol::chat_bounds.max) + " ",
                        quiet}});
}

// The line above the keys: typed text, an answer, or a problem with the connection.
void draw_prompt(Area area, const Picture& picture) {
    const Model& model = picture.model;
    if (picture.ui.overlay == Overlay::Chat)
        return draw_chat_input(area, picture);
    std::string text;
    if (!picture.ui.notice.empty())
        text = picture.ui.notice;
    else if (model.link.state != LinkState::Online)
        text = model.link.reason;
    else if (picture.ui.asked != Asked::Nothing)
        return void(area.put(1, 0, "Asking the server…", quiet));
    if (text.empty() && scene_of(picture.ui, model) == Scene::Summary)
        return area.put_centred(0, {{going_on(picture), heading}});
    area.put(1, 0, clip(text, area.width() - 2, area.charset()), warning);
}

} // namespace

Canvas draw(const Model& model, const UiState& ui, Size size, Charset charset, SteadyTime now) {
    Canvas canvas(size, charset);
    const Picture picture{model, ui, now};
    const auto frame = draw_frame(canvas, key_hints(ui, model));
    if (!frame)
        return canvas;
    draw_status(frame->status, picture);
    draw_prompt(frame->prompt, picture);
    const Area body = frame->body;
    if (ui.overlay == Overlay::Help) {
        draw_help(body, help_lines(), ui.help_top);
        return canvas;
    }
    switch (scene_of(ui, model)) {
    case Scene::Page:
        draw_page(body, picture);
        break;
    case Scene::Waiting:
        draw_waiting(body, picture);
        break;
    case Scene::Table:
        draw_table(body, picture);
        break;
    case Scene::Summary:
        draw_summary(body, picture);
        break;
    }
    draw_question(body, picture);
    return canvas;
}

} // namespace jaipur::client::screen
