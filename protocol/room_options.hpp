// What the creator of a room chooses, and what everybody in it sees of that; the levels of bots. It
// must not know about messages.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace jaipur::protocol {

enum class SpectatorMode : std::uint8_t { Public, None, Open };

constexpr std::string_view name(SpectatorMode mode) {
    constexpr std::array<std::string_view, 3> names{"public", "none", "open"};
    return names[static_cast<std::size_t>(mode)];
}

// When the spectators of an `open` room see both hands: once the round is over, or some actions
// late if both players agree.
enum class OpenAfter : std::uint8_t { Round, Actions };

constexpr std::string_view name(OpenAfter after) {
    constexpr std::array<std::string_view, 2> names{"round", "actions"};
    return names[static_cast<std::size_t>(after)];
}

// Who may write in a room's chat.
enum class ChatFrom : std::uint8_t { Everyone, Players, Nobody };

constexpr std::string_view name(ChatFrom from) {
    constexpr std::array<std::string_view, 3> names{"everyone", "players", "nobody"};
    return names[static_cast<std::size_t>(from)];
}

// The spectator delay, in actions, of a room whose creator named none. It isn't in force there.
inline constexpr int default_delay = 4;

// Seconds for each action, in a room without a clock. Then the opponent may claim the win.
inline constexpr int default_patience = 600;

// Seconds: for the whole match, and added after each action.
struct ClockOptions {
    int initial = 0;
    int increment = 0;
    friend bool operator==(const ClockOptions&, const ClockOptions&) = default;
};

// What a room's creator can choose, with the protocol's defaults; limits.hpp has the bounds.
struct CreateOptions {
    bool is_public = false;
    std::optional<std::string> password;
    SpectatorMode spectators = SpectatorMode::Public;
    std::optional<int> delay; // actions
    std::optional<ClockOptions> clock;
    int seals = 2;
    std::optional<std::string> bot; // the opponent's level, maybe one that doesn't exist
    int grace = 120;                // seconds
    int patience = default_patience;
    ChatFrom chat = ChatFrom::Everyone;
    friend bool operator==(const CreateOptions&, const CreateOptions&) = default;
};

// The levels of bots, the weakest first.
inline constexpr std::array<std::string_view, 5> bot_levels{"beginner", "easy", "medium", "hard",
                                                            "master"};

// The level of the opponent if no other is asked for.
inline constexpr std::string_view default_bot = "easy";

// The same, as everybody in the room sees it.
struct RoomOptions {
    bool is_public = false;
    bool has_password = false;
    SpectatorMode spectators = SpectatorMode::Public;
    int delay = default_delay;           // actions
    std::optional<OpenAfter> open_after; // empty in records and replays of rooms without the offer,
                                         // and from servers of release 0.1.0
    std::optional<ClockOptions> clock;
    int seals = 2;
    int grace = 120;
    std::optional<int> patience;    // empty in replays, in records if it is the default, and from
                                    // servers of release 0.1.0
    std::optional<ChatFrom> chat{}; // empty in replays, and in records if it is the default
    friend bool operator==(const RoomOptions&, const RoomOptions&) = default;
};

constexpr int patience_of(const RoomOptions& options) {
    return options.patience.value_or(default_patience);
}

constexpr ChatFrom chat_from(const RoomOptions& options) {
    return options.chat.value_or(ChatFrom::Everyone);
}

// With so many seconds for each action, or more, a match without a clock is played over days:
// players come and go, and only the time for an action counts.
inline constexpr int days_patience = 24 * 60 * 60;

constexpr bool is_played_over_days(const RoomOptions& options) {
    return !options.clock && patience_of(options) >= days_patience;
}

// Whether spectators see both hands some actions late if both players agree.
constexpr bool offers_delay(const RoomOptions& options) {
    return options.open_after == OpenAfter::Actions;
}

} // namespace jaipur::protocol
