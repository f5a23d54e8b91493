// What a server has said on one connection, held against what it may say: responses of HTTP, and
// after an upgrade WebSocket frames with messages that a client can read. It must not know how the
// bytes came to be.
#pragma once

#include <string_view>

namespace jaipur::fuzz {

// Demands all of it; the last response or frame may be cut off.
void check_spoken(std::string_view bytes);

bool is_utf8(std::string_view text);

} // namespace jaipur::fuzz
