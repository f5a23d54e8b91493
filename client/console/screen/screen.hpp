// The full-screen frontend, without the library that draws it. It must not know about the network
// or the rules: it draws the model and asks the controls.
#pragma once

#include "client/console/controls.hpp"
#include "client/console/model.hpp"
#include "client/console/screen/choices.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace boost::asio {
class io_context;
}

namespace jaipur::client::replay {
class ReplayPlayer;
}

namespace jaipur::client::screen {

struct ScreenOptions {
    Glyphs glyphs = Glyphs::Utf8;
    Colours colours = Colours::Some;
    ThemeChoice theme = ThemeChoice::Auto;
    Mouse mouse = Mouse::On;
    // ---- from the command line
    protocol::CreateOptions new_room;           // the defaults of the form for a new room
    std::optional<protocol::RequestBody> start; // asked at once, as if its form had been filled in
    std::string notice;                         // said on the first screen
    // Puts a text on the clipboard; false if the terminal can't.
    std::function<bool(std::string_view text)> copy = {};
    // The user wants plain mode instead. The screen still exists during the call.
    std::function<void()> use_plain_mode = {};
};

// Takes over the terminal until it is destroyed and reads keys on the context's thread. `model` and
// `controls` must outlive it. Throws std::runtime_error if the terminal can't be used.
std::unique_ptr<Frontend> make_screen(boost::asio::io_context& context, const Model& model,
                                      Controls& controls, const ScreenOptions& options);

// Shows a replay on the full screen until the user quits. Throws std::runtime_error if the terminal
// can't be used.
void show_replay(replay::ReplayPlayer replay, const ScreenOptions& options);

} // namespace jaipur::client::screen
