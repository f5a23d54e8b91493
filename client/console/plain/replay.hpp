// A replay in plain mode; typed commands step through it. Its owner passes it lines and prints
// what it says.
#pragma once

#include "client/console/replay/replay_player.hpp"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace jaipur::client::plain {

class PlainReplay {
  public:
    using Print = std::function<void(std::string_view line)>;

    PlainReplay(replay::ReplayPlayer replay, Print print);

    // Says who played, whether the replay checks out, and the first position.
    void begin();
    // One typed line, without its end.
    void line(std::string_view text);

    // Whether the program should end.
    bool ended() const { return ended_; }

  private:
    struct Verb;
    static const std::vector<Verb>& verbs();

    void say(std::string_view text) { print_(text); }

    void say(const std::vector<std::string>& lines);
    void step(bool moved, std::string_view otherwise);
    void to_round(std::string_view rest);
    void to_action(std::string_view rest);
    void tell_place();
    void tell_hands();
    void tell_market();
    void tell_help();

    replay::ReplayPlayer replay_;
    Print print_;
    bool ended_ = false;
};

} // namespace jaipur::client::plain
