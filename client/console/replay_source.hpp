// A replay to be looked at or checked: from a file, from a server, or why there is none.
#pragma once

#include "client/console/options.hpp"
#include "common/result.hpp"
#include "protocol/message.hpp"

#include <functional>
#include <string>
#include <string_view>

namespace jaipur::client {

// The error is a sentence for people, safe to show.
Result<protocol::Replay, std::string> replay_of_file(const std::string& path);
// Of a file where there is one of this name, else of the server, and then saved where that is
// wished.
Result<protocol::Replay, std::string> replay_of(const Options& options);

// The command `verify`: what was checked, or a line for each thing that does not fit. Returns the
// program's exit code: 0 it fits, 1 it does not, 2 it is no replay.
int verify_file(const std::string& path, const std::function<void(std::string_view)>& say,
                const std::function<void(std::string_view)>& complain);

} // namespace jaipur::client
