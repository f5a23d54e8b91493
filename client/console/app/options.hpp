// The command line of jaipur-client.
#pragma once

#include "client/console/address.hpp"
#include "client/console/command/command.hpp"
#include "client/console/replay/source.hpp"
#include "protocol/message.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace jaipur::client::app {

struct Options {
    enum class Look : std::uint8_t { Chosen, Plain }; // Chosen: depends on the terminal

    std::string server; // as given
    Address address;
    std::string name;
    Look look = Look::Chosen;
    bool ascii = false;
    protocol::CreateOptions new_room; // the initial choices for a new room
    // What to start with; empty: the start menu.
    using Start = std::variant<command::New, command::Join, command::Watch, command::Quick,
                               command::Resume, command::Rooms>;
    std::optional<Start> start;

    // To look at a finished match instead of playing.
    std::optional<replay::ReplayRequest> replay;
    std::optional<std::string> verify; // a file
};

// The options, or the exit code after writing the help or complaining about an option.
std::variant<Options, int> read_options(int argc, const char* const* argv);

} // namespace jaipur::client::app
