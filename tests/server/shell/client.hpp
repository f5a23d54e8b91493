// A client with an open WebSocket, and helpers for tests of connections.
#pragma once

#include "tests/server/shell/raw_client.hpp"
#include "tests/server/shell/running_server.hpp"

#include <string>

namespace jaipur::server::shell::test {

inline const std::string ping_request = R"({"type":"ping","id":1})";

inline bool is_pong(const std::string& reply) {
    return reply.starts_with(R"({"type":"ok","re":1,"at":)");
}

// A request of this many bytes.
inline std::string padded_ping(std::size_t size) {
    std::string text = ping_request;
    text.insert(1, size - text.size(), ' ');
    return text;
}

inline std::string close_payload(int code) {
    return {static_cast<char>(code >> 8), static_cast<char>(code & 0xff)};
}

struct Client : RawClient {
    explicit Client(const RunningServer& server, int receive_buffer = 0)
        : RawClient(server.port(), receive_buffer) {
        upgrade();
    }
};

} // namespace jaipur::server::shell::test
