// The options of a new room on the command line. The password may also come from the environment.
#pragma once

#include "client/console/command/command.hpp"
#include "protocol/message.hpp"

#include <string>
#include <string_view>

namespace CLI {
class App;
} // namespace CLI

namespace jaipur::client::app {

class RoomFlags {
  public:
    // It must outlive the command lines that it is added to.
    explicit RoomFlags(protocol::CreateOptions& room) : room_(room) {}

    void add_all(CLI::App& app);
    // The one with this word.
    void add(CLI::App& app, std::string_view word, const std::string& help);

    // Only for a command that has a password: a wrong variable must not stop the others.
    void take_password_from_environment();

  private:
    void add(CLI::App& app, const command::RoomOption& option, const std::string& help);
    void set(const command::RoomOption& option, const std::string& value,
             const std::string& given_as);

    protocol::CreateOptions& room_;
    bool clock_ = false, patience_ = false; // given
};

} // namespace jaipur::client::app
