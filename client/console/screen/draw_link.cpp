// A page with links: to the room, and to the user's seat, with a QR code that another
// device can scan.
#include "client/console/qr.hpp"
#include "client/console/screen/parts.hpp"
#include "client/console/translation.hpp"
#include "client/console/words/words.hpp"

#include <algorithm>

namespace jaipur::client::screen {

namespace {

// In the middle, as large as it fits; whether it does.
bool draw_code(Area area, const std::string& link) {
    const qr::Look look = area.charset() == Charset::Ascii ? qr::Look::Ascii : qr::Look::HalfBlocks;
    for (int margin = qr::quiet_zone; margin >= qr::least_quiet_zone; --margin) {
        const std::vector<std::string> lines = qr::drawn(link, look, margin);
        const int high = static_cast<int>(lines.size());
        if (lines.empty() || high > area.height() || width(lines[0], area.charset()) > area.width())
            continue;
        int y = (area.height() - high) / 2;
        for (const std::string& line : lines)
            area.put_centred(y++, {{line, {Ink::Bright, Look::Code}}});
        return true;
    }
    return false;
}

} // namespace

// The link is below the code.
void draw_qr(Area area, const Picture& picture) {
    const std::string link = words::way_in(picture.model).link;
    const int rows = area.height() - 1;
    if (draw_code(area.part({0, 0, area.width(), rows}), link))
        return area.put_centred(rows, {{link, bright}});
    area.put_centred(rows / 2, {{_("This window is too small for a QR code."), bright}});
    area.put_centred(rows / 2 + 1, {{link, bright}});
}

void draw_other_device(Area area, const Picture& picture) {
    if (!picture.ui.seat_key)
        return;
    const words::WayOut way = words::way_out(picture.model, *picture.ui.seat_key);
    const int wide = std::min(78, area.width() - 2);
    Area page = area.part({(area.width() - wide) / 2, 0, wide, area.height()});
    int y = 1;
    for (const Span& span :
         {Span{way.what_to_do, bright}, Span{way.link, heading}, Span{way.how_long, quiet},
          Span{words::out_of_reach(picture.model.invite_at), warning}}) {
        if (span.text.empty())
            continue;
        for (const std::string& line : wrap(span.text, wide, area.charset()))
            page.put(0, y++, line, span.style);
        ++y;
    }
    if (!draw_code(area.part({0, y, area.width(), area.height() - y}), way.link))
        page.put(0, y, _("This window is too small for a QR code."), quiet);
}

} // namespace jaipur::client::screen
