// A session's screen.
#pragma once

#include "client/console/screen/draw.hpp"
#include "tests/client/screen/golden.hpp"
#include "tests/client/screen/sample.hpp"

namespace jaipur::client::screen::test {

inline Canvas shot(const Session& session, Size size = small, Charset charset = Charset::Utf8) {
    return draw(session.model, session.ui, size, charset, moment);
}

} // namespace jaipur::client::screen::test
