// Gets a replay from a file or a server, or says why there is none.
#pragma once

#include "common/result.hpp"
#include "protocol/message.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace jaipur::client::replay {

struct ReplayRequest {
    std::string source;              // a file, or a match's ID
    std::optional<std::string> save; // to this file
};

// The error is a sentence for people, safe to show.
Result<protocol::Replay, std::string> replay_of_file(const std::string& path);
// Reads the file if it exists. Otherwise asks `server` (an address that `parse_address` accepts),
// and saves the answer if requested.
Result<protocol::Replay, std::string> replay_of(const ReplayRequest& request,
                                                const std::string& server);

// The command `verify`: says what was checked, or one line per fault. Returns the exit code: 0
// valid, 1 not valid, 2 not a replay.
int verify_file(const std::string& path, const std::function<void(std::string_view)>& say,
                const std::function<void(std::string_view)>& complain);

} // namespace jaipur::client::replay
