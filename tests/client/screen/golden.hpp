// Canvases compared with reviewed texts. `tests_screen --renew-golden` rewrites them; review the
// difference before you commit it.
#pragma once

#include "client/console/screen/canvas.hpp"

#include <string>
#include <string_view>

namespace jaipur::client::screen::test {

inline bool renew_golden = false;

constexpr Size small{80, 24}, large{120, 40};

// The text of a canvas, without trailing spaces.
std::string text_of(const Canvas& canvas);
bool shows(const Canvas& canvas, std::string_view text);
// One letter for each cell's style (`.` for plain text): what the text doesn't show.
std::string styles_of(const Canvas& canvas);

// Compares the text of a canvas with tests/golden/screen/NAME.txt.
void check_golden(const std::string& name, const Canvas& canvas);
// The same with its styles below the text.
void check_golden_with_styles(const std::string& name, const Canvas& canvas);

} // namespace jaipur::client::screen::test
