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
    std::string source;              // a file, or a match's id
    std::optional<std::string> save; // where to
};

// The error is a sentence for people, safe to show.
Result<protocol::Replay, std::string> replay_of_file(const std::string& path);
// Reads the file of that name if there is one. Otherwise asks `server` (an address that
// `parse_address` takes) and saves its answer if `request` says so.
Result<protocol::Replay, std::string> replay_of(const ReplayRequest& request,
                                                const std::string& server);

// The command `verify`: says what was checked, or one line per fault. Returns the exit code: 0 it
// checks out, 1 it does not, 2 it is not a replay.
int verify_file(const std::string& path, const std::function<void(std::string_view)>& say,
                const std::function<void(std::string_view)>& complain);

} // namespace jaipur::client::replay
