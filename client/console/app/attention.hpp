// Calls a user who is doing something else: with the bell, the terminal's title and a notification
// of the desktop. It says what to write to the terminal; both frontends use it. Pure.
#pragma once

#include "client/console/model.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace jaipur::client::app {

struct Notify {
    bool bell = true, title = true, desktop = true;
    friend bool operator==(const Notify&, const Notify&) = default;
};

// "bell title desktop", any of them, with spaces or commas between, or "none".
std::optional<Notify> parse_notify(std::string_view text);

// What the terminal understands beyond the bell.
struct TerminalKind {
    bool titles = false;
    enum class Desktop : std::uint8_t { None, Osc9, Osc777 } desktop{}; // how it notifies
};

// From the environment: empty texts for unset variables.
TerminalKind terminal_kind(const std::function<std::string(const char*)>& variable);

class Attention {
  public:
    // A user who has waited less than this for the opponent's move is still looking.
    static constexpr std::chrono::seconds looks_away_after{5};
    static constexpr std::chrono::seconds between_chats{10};

    Attention(Notify wanted, TerminalKind terminal);

    // Call it after every change; the result is often empty.
    std::string changed(const Model& model, SteadyTime now);
    // Gives the title back.
    std::string end();
    // The same, and leaves it alone from now on.
    std::string leave_title();

  private:
    struct Moment {
        protocol::MatchId match{};
        std::uint32_t ply = 0;
        friend bool operator==(const Moment&, const Moment&) = default;
    };

    std::string title(const Model& model);
    std::string reason_to_call(const Model& model, SteadyTime now);
    std::string opponent_sat_down(const Model& model);
    std::string turn_came(const Model& model, SteadyTime now);
    std::string chat_came(const Model& model, SteadyTime now);
    std::string time_is_low(const Model& model, SteadyTime now);

    Notify wanted_;
    TerminalKind terminal_;
    std::string title_;                     // as last set; empty: never
    std::optional<bool> alone_;             // in a seat; nothing outside a room
    std::optional<SteadyTime> waits_since_; // for the opponent's move
    std::optional<Moment> low_at_;          // called for that move already
    std::size_t log_ = 0;                   // lines, dropped ones included
    std::optional<SteadyTime> chat_at_;     // the last call for one
};

// Puts a text on the clipboard (OSC 52).
std::string to_clipboard(std::string_view text);

} // namespace jaipur::client::app
