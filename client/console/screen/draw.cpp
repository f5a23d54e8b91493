#include "client/console/screen/draw.hpp"

#include "client/console/screen/parts.hpp"
#include "client/console/words/words.hpp"

#include <algorithm>

namespace jaipur::client::screen {

namespace {

constexpr Style bar_quiet{Ink::Quiet, Look::Bar};

std::string place_text(const Picture& picture) {
    const Model& model = picture.model;
    if (!model.room_code)
        return "at " + model.server;
    std::string text = "room " + *model.room_code;
    if (model.view && model.view->round > 0)
        text += " · round " + std::to_string(model.view->round);
    const int seals = seals_needed(model);
    const std::string more =
        " · " + std::to_string(seals) + (seals == 1 ? " seal wins" : " seals win");
    return model.seat ? text + more : text; // spectators need the room for other words
}

std::string watching_text(const Picture& picture) {
    const Model& model = picture.model;
    if (!model.room_code || !model.room)
        return {};
    const int watching = model.room->spectators;
    if (model.seat)
        return watching > 0 ? std::to_string(watching) + " watching" : "";
    std::string text = "you watch";
    if (watching > 1)
        text = "you and " + std::to_string(watching - 1) + " more watch";
    if (model.room->options.spectators == protocol::SpectatorMode::Open)
        text += ", " + std::to_string(model.room->options.delay) + " actions late";
    return text;
}

void draw_status(Area area, const Picture& picture) {
    area.fill(bar);
    int x = area.put(0, 0, " Jaipur ", {Ink::Title, Look::Filled});
    const bool online = picture.model.link.state == LinkState::Online;
    Line right;
    if (const std::string watching = watching_text(picture); !watching.empty())
        right.push_back({watching + "  ", bar_quiet});
    right.push_back({online ? "• " : "! ", {online ? Ink::Yes : Ink::Warn, Look::Bar}});
    right.push_back({link_text(picture) + " ", {online ? Ink::Quiet : Ink::Warn, Look::Bar}});
    const int room = area.width() - width(right, area.charset()) - x - 2;
    area.put(x + 1, 0, clip(place_text(picture), room, area.charset()), bar);
    area.put_right(0, right);
}

void draw_chat_input(Area area, const Picture& picture) {
    const LineEdit& line = picture.ui.chat;
    const int x = area.put(1, 0, "Say: ", {Ink::Title, Look::Strong});
    Area field = area.part({x, 0, area.width() - x - 8, 1});
    const std::string before = utf8_before_cursor(line);
    // What is before the cursor stays in sight: the line moves to the left.
    const int at = width(before, area.charset());
    int hidden = 0;
    std::string text = utf8(line);
    if (at >= field.width()) {
        const std::vector<Glyph> all = glyphs(text, area.charset());
        std::size_t i = 0;
        for (; i < all.size() && at - hidden >= field.width(); ++i)
            hidden += all[i].width;
        text.clear();
        for (; i < all.size(); ++i)
            text += all[i].bytes;
    }
    field.put(0, 0, text, {Ink::Bright, Look::Plain});
    field.show_cursor(at - hidden, 0);
    area.put_right(0, {{std::to_string(line.text.size()) + "/" + std::to_string(longest_chat) + " ",
                        {Ink::Quiet, Look::Plain}}});
}

// The line above the keys: what is being typed, an answer, or what is wrong with the line.
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
        return void(area.put(1, 0, "Asking the server…", {Ink::Quiet, Look::Plain}));
    if (text.empty() && scene_of(picture.ui, model) == Scene::Summary)
        return area.put_centred(0, {{going_on(picture), {Ink::Title, Look::Strong}}});
    area.put(1, 0, clip(text, area.width() - 2, area.charset()), {Ink::Warn, Look::Strong});
}

} // namespace

Canvas draw(const Model& model, const UiState& ui, Size size, Charset charset, SteadyTime now) {
    Canvas canvas(size, charset);
    Area all(canvas);
    if (size.width < smallest.width || size.height < smallest.height) {
        draw_too_small(all, size);
        return canvas;
    }
    const Picture picture{model, ui, now};
    const std::vector<Line> keys = key_lines(key_hints(ui, model), size.width, charset);
    const int key_rows = static_cast<int>(keys.size());
    const int prompt = size.height - key_rows - 1;
    draw_status(all.row(0), picture);
    draw_prompt(all.row(prompt), picture);
    draw_keys(all.part({0, prompt + 1, size.width, key_rows}), keys);

    const Area body = all.part({0, 1, size.width, prompt - 1});
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
