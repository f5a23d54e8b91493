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
    std::string source;              // a file, a match's ID, or a link to it
    std::optional<std::string> save; // to this file
};

// The error is a sentence for people, safe to show.
Result<protocol::Replay, std::string> replay_of_file(const std::string& path);

struct ServerToAsk {
    std::string address; // `parse_address` accepts it
    std::string ca;      // a file of certificates to trust besides the system's; may be empty
};

// Reads the file if it exists. Otherwise asks the server, or that of the link, and saves the answer
// if requested.
Result<protocol::Replay, std::string> replay_of(const ReplayRequest& request,
                                                const ServerToAsk& server);

// The command `verify` for a file or a link: says what was checked, or one line per fault. Returns
// the exit code: 0 valid, 1 not valid, 2 not a replay.
int verify(const std::string& source, const std::string& ca,
           const std::function<void(std::string_view)>& say,
           const std::function<void(std::string_view)>& complain);

} // namespace jaipur::client::replay
