// What a server's refusal of a connection means, in words. It must not know the network.
#pragma once

#include <string>

namespace jaipur::client {

// Why there was no WebSocket, by the HTTP status of the answer; to stand after "It cannot be
// reached:".
std::string declined_in_words(unsigned status);

} // namespace jaipur::client
