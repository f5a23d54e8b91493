// The frame of every screen: the bars with the title and the keys, boxes, and the notice that the
// window is too small.
#include "client/console/screen/draw.hpp"
#include "client/console/screen/parts.hpp"
#include "client/console/translation.hpp"
#include "client/console/words/words.hpp"

#include <algorithm>

namespace jaipur::client::screen {

namespace {

constexpr Style bar_key{Ink::Title, Look::BarStrong};

// In the user's language, and arrows as words if the charset has none.
std::string key_text(const std::string& keys, Charset charset) {
    const std::string names = key_names(keys);
    if (charset != Charset::Ascii)
        return names;
    if (keys == "←→↑↓")
        return _("Arrows");
    if (keys.starts_with("←→"))
        return _("Left/Right") + names.substr(std::string_view("←→").size());
    return keys.starts_with("↑↓") ? _("Up/Down") + names.substr(std::string_view("↑↓").size())
                                  : names;
}

struct PlacedHint {
    const KeyHint* hint;
    Line line;
    Rect rect;
};

// The keys and what they do, in as many lines as needed.
std::vector<PlacedHint> placed(const std::vector<KeyHint>& hints, int columns, Charset charset) {
    std::vector<PlacedHint> result;
    int x = 0, y = 0;
    for (const KeyHint& hint : hints) {
        if (hint.does.empty())
            continue;
        const Line line{{" " + key_text(hint.keys, charset), bar_key},
                        {" " + hint.does + " ", bar}};
        const int wide = width(line, charset);
        if (x + wide > columns + 1 && x > 0) { // its last space may be cut
            x = 0;
            ++y;
        }
        result.push_back({&hint, line, {x, y, wide, 1}});
        x += wide;
    }
    return result;
}

} // namespace

Canvas draw_too_small(Size size, Charset charset, std::string_view what_to_do) {
    Canvas canvas(size, charset);
    Area all(canvas);
    const std::vector<std::string> lines =
        wrap({_("This window is {0}, and the game needs {1}.", words::size(size.width, size.height),
                words::size(smallest.width, smallest.height)),
              std::string(what_to_do)},
             size.width, charset);
    int y = std::max(0, (size.height - static_cast<int>(lines.size())) / 2);
    for (const std::string& line : lines)
        all.put_centred(y++, {{line, bright}});
    return canvas;
}

Frame draw_frame(Canvas& canvas, const std::vector<KeyHint>& hints, Prompt kind) {
    Area all(canvas);
    const Size size = canvas.size();
    const std::vector<PlacedHint> keys = placed(hints, size.width, canvas.charset());
    const int key_rows = keys.empty() ? 1 : keys.back().rect.y + 1;
    const int prompt = size.height - key_rows - 1;
    Area bottom = all.part({0, prompt + 1, size.width, key_rows});
    bottom.fill(bar);
    for (const PlacedHint& key : keys) {
        Area place = bottom.part(key.rect);
        place.put(0, 0, key.line);
        if (key.hint->is_button())
            place.on_click(key.hint->on_click());
    }
    const int body = kind == Prompt::Covers ? prompt : prompt - 1;
    return {all.row(0), all.part({0, 1, size.width, body}), all.row(prompt),
            all.part({0, 1, size.width, prompt})};
}

Prompt prompt_at_table(Size screen) {
    return screen.height < 24 ? Prompt::Covers : Prompt::HasRow;
}

Area draw_box(Area area, Size size, Style style) {
    Area box = area.part({(area.width() - size.width) / 2,
                          std::max(0, (area.height() - size.height) / 2), size.width, size.height});
    box.block_clicks();
    box.fill({});
    box.frame(style);
    return box;
}

std::vector<std::string> wrap(const std::vector<std::string>& texts, int columns, Charset charset) {
    std::vector<std::string> lines;
    for (const std::string& text : texts)
        for (std::string& line : wrap(text, columns, charset))
            lines.push_back(std::move(line));
    return lines;
}

void draw_title_bar(Area area, const std::string& text, const Line& right) {
    area.fill(bar);
    const int x = area.put(0, 0, " Jaipur ", chosen);
    const int room = area.width() - width(right, area.charset()) - x - 2;
    std::string shown = text;
    for (auto end = shown.rfind(" · ");
         end != std::string::npos && width(shown, area.charset()) > room; end = shown.rfind(" · "))
        shown.resize(end);
    Area place = area.part({x + 1, 0, room, 1});
    place.put(0, 0, shown, bar); // notes if it's cut
    place.put(0, 0, clip(shown, room, area.charset()), bar);
    area.put_right(0, right);
}

TypedText draw_line_edit(Area area, const LineEdit& line, Style style, int margin) {
    const std::vector<Glyph> all = glyphs(utf8(line), area.charset());
    int cursor = width(utf8_before_cursor(line), area.charset());
    std::size_t first = 0;
    while (cursor >= area.width() - margin && first < all.size())
        cursor -= all[first++].width;
    std::string text;
    for (std::size_t i = first; i < all.size(); ++i)
        text += all[i].bytes;
    return {cursor, area.put(0, 0, text, style)};
}

} // namespace jaipur::client::screen
