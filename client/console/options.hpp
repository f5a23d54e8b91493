// The command line of jaipur-client.
#pragma once

#include "client/console/command.hpp"
#include "client/console/connection.hpp"
#include "protocol/message.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace jaipur::client {

struct Options {
    enum class Look : std::uint8_t { Chosen, Plain }; // chosen: by what the terminal can do

    std::string server; // as given
    Address address;
    std::string name;
    Look look = Look::Chosen;
    bool ascii = false;
    protocol::CreateOptions new_room;      // where a new room begins
    std::optional<command::Command> start; // none: the start menu

    // Instead of playing: a match that is over.
    struct Replay {
        std::string source;              // a file, or a match's id
        std::optional<std::string> save; // where to
    };

    std::optional<Replay> replay;
    std::optional<std::string> verify; // a file
};

// "HOST:PORT", "HOST", "[::1]:7777", also with "ws://" before and a path behind; port 7777 where
// none is given.
std::optional<Address> address_meant(std::string_view text);

// The options, or the code with which the program ends (help, a wrong option); what there is to say
// then has been written.
std::variant<Options, int> read_options(int argc, const char* const* argv);

} // namespace jaipur::client
