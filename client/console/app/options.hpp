// The command line of jaipur-client.
#pragma once

#include "client/console/address.hpp"
#include "client/console/app/named_room.hpp"
#include "client/console/app/settings.hpp"
#include "client/console/command/command.hpp"
#include "client/console/replay/source.hpp"
#include "protocol/message.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace jaipur::client::app {

inline constexpr int exit_outside = 3; // no way into a private server

struct Options {
    enum class Look : std::uint8_t { Chosen, Plain }; // Chosen: depends on the terminal

    std::string started_as; // this program, on the command line
    std::string server;     // as given, or of a URL what `text_of` makes of it
    Address address;
    std::string ca;           // a file of certificates to trust besides the system's; may be empty
    bool ca_is_typed = false; // it isn't in the environment or the settings
    std::optional<protocol::Secret> invitation; // to a private server, from its address
    std::optional<std::string> server_password;
    std::string server_password_file; // where it came from
    std::string name;
    Look look = Look::Chosen;
    bool ascii = false;
    std::optional<Notify> notify; // absent: the default
    Theme theme = Theme::Auto;
    bool mouse = true;
    protocol::CreateOptions new_room; // the initial choices for a new room
    // What to start with; empty: the start menu.
    using Start = std::variant<command::New, command::Join, command::MoveHere, command::Watch,
                               command::Quick, command::Resume, command::Rooms>;
    std::optional<Start> start;

    // A bot takes the seat: of a level, or another program.
    struct Bot {
        std::string level;
        std::optional<std::string> program; // its command, for the shell; instead of the level
    };

    std::optional<Bot> bot; // then `start` is Join or MoveHere

    // To look at a finished match instead of playing.
    std::optional<replay::ReplayRequest> replay;
    std::optional<std::string> verify; // a file or link
    std::optional<std::string> games;  // to list them; on this server, if it isn't empty
};

// The options, or the exit code after writing the help or complaining about an option. Options win
// over the environment, and the environment over the settings.
std::variant<Options, int> read_options(int argc, const char* const* argv,
                                        const Settings& settings = {}, const Ask& ask = {});

} // namespace jaipur::client::app
