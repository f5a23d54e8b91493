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
    enum class Look : std::uint8_t { Chosen, Plain }; // chosen: by what the terminal can do

    std::string server; // as given
    Address address;
    std::string name;
    Look look = Look::Chosen;
    bool ascii = false;
    protocol::CreateOptions new_room; // where a new room begins
    // How to begin; none: with the start menu.
    using Start = std::variant<command::New, command::Join, command::Watch, command::Quick,
                               command::Resume, command::Rooms>;
    std::optional<Start> start;

    // Instead of playing: a match that is over.
    std::optional<replay::ReplayRequest> replay;
    std::optional<std::string> verify; // a file
};

// The options, or the exit code after help or a wrong option; the output has been written then.
std::variant<Options, int> read_options(int argc, const char* const* argv);

} // namespace jaipur::client::app
