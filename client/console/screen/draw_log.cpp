// What has happened: the last lines below a scene, and all of it on a page.
#include "client/console/screen/parts.hpp"
#include "client/console/translation.hpp"
#include "client/console/words/words.hpp"

#include <algorithm>
#include <utility>

namespace jaipur::client::screen {

namespace {

Style style_of(const LogLine& line, const Model& model) {
    switch (line.kind) {
    case LogLine::Kind::Chat:
        return strong;
    case LogLine::Kind::Warning:
        return warning;
    case LogLine::Kind::Game:
        return line.seat && line.seat == model.seat ? bright : Style{};
    case LogLine::Kind::Account:
    case LogLine::Kind::Notice:
        break;
    }
    return quiet;
}

// A line as rows; all but the first are indented.
std::vector<Span> rows_of(const LogLine& line, const Model& model, int columns, Charset charset) {
    std::vector<Span> rows;
    for (const std::string& part : in_rows(line.text, columns - 4, charset))
        rows.push_back({(rows.empty() ? "" : "  ") + part, style_of(line, model)});
    return rows;
}

} // namespace

std::vector<std::string> in_rows(const std::string& text, int columns, Charset charset) {
    const auto at = words::command_in(text);
    if (!at || width(text, charset) <= columns)
        return wrap(text, columns, charset);
    std::vector<std::string> rows = wrap(text.substr(0, *at - 1), columns, charset);
    for (std::string& row : wrap(text.substr(*at), columns, charset))
        rows.push_back(std::move(row));
    return rows;
}

void draw_log(Area area, const Picture& picture) {
    std::vector<const LogLine*> log = lines_of_log(picture.model);
    const Link& link = picture.model.link;
    if (link.state == LinkState::Closed && !log.empty() && log.back()->text == link.reason)
        log.pop_back();                         // the prompt says it, right below
    const int rule = area.height() > 3 ? 1 : 0; // else there is no room for it
    const int rows = area.height() - rule;
    if (rule > 0)
        area.rule(0, _("What happened"), quiet);
    if (picture.model.room_code && picture.occasion == Occasion::Match)
        area.on_click(key(U'h'));
    // From the newest line upwards, as many as fit.
    std::vector<Span> shown;
    const auto back = static_cast<std::size_t>(std::max(0, picture.ui.log_back));
    std::size_t next = log.size() - std::min(back, log.empty() ? 0 : log.size() - 1);
    while (next > 0 && static_cast<int>(shown.size()) < rows) {
        const std::vector<Span> parts =
            rows_of(*log[--next], picture.model, area.width(), area.charset());
        shown.insert(shown.end(), parts.rbegin(), parts.rend());
    }
    const int count = std::min(static_cast<int>(shown.size()), rows);
    for (int i = 0; i < count; ++i)
        area.put(1, rule + count - 1 - i, Line{shown[static_cast<std::size_t>(i)]});
    if (rule > 0 && (back > 0 || next > 0) && picture.occasion == Occasion::Match)
        area.row(0).put_right(
            0, {{back > 0 ? " ▼ " + key_names("PgUp PgDn") + " " : " " + key_names("PgUp") + " ",
                 quiet},
                {"──", frame_ink}});
}

std::vector<Span> history_rows(const Model& model, int columns, Charset charset) {
    std::vector<Span> rows;
    for (const LogLine& line : model.log)
        for (Span& row : rows_of(line, model, columns, charset))
            rows.push_back(std::move(row));
    return rows;
}

void draw_history(Area area, const Picture& picture) {
    const std::vector<Span> all = history_rows(picture.model, area.width(), area.charset());
    area.rule(0, _("What happened"), heading);
    const int rows = area.height() - 1, count = static_cast<int>(all.size());
    const int most_back = std::max(0, count - rows);
    const int first = most_back - std::min(picture.ui.history_back, most_back);
    for (int y = 0; y < rows && first + y < count; ++y)
        area.put(1, 1 + y, Line{all[static_cast<std::size_t>(first + y)]});
    if (first > 0)
        area.row(0).put_right(0, {{" ▲ " + _("more") + " ", quiet}, {"──", frame_ink}});
    if (first < most_back)
        area.put_right(area.height() - 1, {{" ▼ " + _("more"), quiet}});
}

} // namespace jaipur::client::screen
