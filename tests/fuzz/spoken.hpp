// Checks what a server has sent on one connection: HTTP responses, and after an upgrade WebSocket
// frames with messages that a client can read. It must not know how the bytes were produced.
#pragma once

#include <string_view>

namespace jaipur::fuzz {

// Checks everything; the last response or frame may be cut off.
void check_spoken(std::string_view bytes);

bool is_utf8(std::string_view text);

} // namespace jaipur::fuzz
