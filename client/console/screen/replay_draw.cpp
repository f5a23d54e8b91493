// Draws a replay: the board or summary of the game, in its own frame.
#include "client/console/screen/draw.hpp"
#include "client/console/screen/help.hpp"
#include "client/console/screen/parts.hpp"
#include "client/console/screen/replay.hpp"
#include "client/console/translation.hpp"

#include <algorithm>

namespace jaipur::client::screen {

namespace {

using Shown = ReplayUi::Shown;

std::string location_text(const replay::ReplayPlayer& replay) {
    return _("move {0} of {1}", replay.action(), replay.actions()) + " · " +
           _("round {0} of {1}", replay.round(), replay.rounds()) + " · " +
           _("replay of {0}", replay.room());
}

void draw_status(Area area, const replay::ReplayPlayer& replay) {
    Line right;
    if (const auto elapsed = replay.elapsed())
        right.push_back({words::clock(*elapsed) + "  ", {Ink::Quiet, Look::Bar}});
    if (replay.verification().is_consistent())
        right.push_back({"✓ " + _("checked") + " ", {Ink::Yes, Look::Bar}});
    else
        right.push_back({" " + _("NOT VALID") + " ", {Ink::No, Look::Filled}});
    draw_title_bar(area, location_text(replay), right);
}

void draw_prompt(Area area, const replay::ReplayPlayer& replay, const ReplayUi& ui) {
    if (ui.shown == Shown::Go) {
        area.fill({});
        const int x = area.put(1, 0, _("Go to move (1 to {0}):", replay.actions()) + " ", heading);
        area.put(x, 0, utf8(ui.number), bright);
        area.show_cursor(x + width(utf8_before_cursor(ui.number), area.charset()), 0);
        return;
    }
    std::string text = ui.notice;
    if (text.empty() && replay.at() == replay.last() && !replay.whole())
        text = _("The next move breaks the rules: the replay ends here.");
    if (text.empty())
        return;
    area.fill({});
    area.put(1, 0, clip(text, area.width() - 2, area.charset()), warning);
}

// The result of the check, in a box; a failure is shown large.
void draw_check(Area area, const replay::ReplayPlayer& replay, int wanted_top) {
    constexpr int margin = 3;
    const int wide = std::min(72, area.width());
    const bool fits = replay.verification().is_consistent();
    const std::vector<std::string> lines =
        wrap(replay::check_in_words(replay), wide - 2 * margin, area.charset());
    const int rows = std::min(static_cast<int>(lines.size()), area.height() - 7);
    const int last_top = static_cast<int>(lines.size()) - rows;
    const int top = std::min(wanted_top, last_top);
    const int high = rows + 6;
    Area box = draw_box(area, {wide, high}, {fits ? Ink::Title : Ink::No, Look::Strong});
    Area title = box.part({1, 1, wide - 2, 1});
    title.fill(fits ? Style{} : Style{Ink::No, Look::Filled});
    title.put_centred(0, {{fits ? "✓ " + _("This replay is valid")
                                : "!!!  " + _("THIS REPLAY IS NOT VALID") + "  !!!",
                           fits ? Style{Ink::Yes, Look::Strong} : Style{Ink::No, Look::Filled}}});
    for (int i = 0; i < rows; ++i)
        box.put(margin, 3 + i, lines[static_cast<std::size_t>(top + i)], bright);
    if (top < last_top)
        box.part({0, 0, wide - margin, high}).put_right(high - 3, {{"▼ " + _("more"), quiet}});
    box.put_centred(high - 2, {{_("Press any key to see the match."), quiet}});
}

UiState board_state(const replay::ReplayPlayer& replay, const ReplayUi& ui) {
    UiState state;
    state.after_round = ui.after_round;
    const std::vector<bool> fresh = replay.fresh();
    for (std::size_t i = 0; i < std::min(fresh.size(), state.fresh.size()); ++i)
        state.fresh[i] = fresh[i];
    return state;
}

} // namespace

Canvas draw(const replay::ReplayPlayer& replay, const ReplayUi& ui, Size size, Charset charset) {
    if (is_too_small(size))
        return draw_too_small(size, charset, _("Make it larger, or press q to quit."));
    Canvas canvas(size, charset);
    const Model model = replay.model();
    const UiState state = board_state(replay, ui);
    const bool at_table = scene_of(state, model) == Scene::Table && ui.shown != Shown::Help;
    const Frame frame = draw_frame(canvas, key_hints(ui, replay),
                                   at_table ? prompt_at_table(size) : Prompt::HasRow);
    draw_status(frame.status, replay);
    const Area body = frame.body;
    const Picture picture{model, state, SteadyTime{}, size, Occasion::Replay};
    if (ui.shown == Shown::Help)
        draw_help(body, replay_help_lines(size.width), ui.top);
    else if (at_table)
        draw_table(body, picture);
    else
        draw_summary(body, picture);
    if (ui.shown == Shown::Check)
        draw_check(body, replay, ui.top);
    draw_prompt(frame.prompt, replay, ui);
    return canvas;
}

} // namespace jaipur::client::screen
