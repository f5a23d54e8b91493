// A finished match that is being looked at: the replay, what was found out about it, and the
// position where one is. A value; both faces step through it. Texts of the replay are made safe
// here. It knows no rule of the game: positions come from `protocol/playback`.
#pragma once

#include "client/console/model.hpp"
#include "client/console/words/words.hpp"
#include "protocol/playback.hpp"
#include "protocol/verify.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace jaipur::client::replay {

class ReplayPlayer {
  public:
    explicit ReplayPlayer(const protocol::Replay& replay);

    const protocol::Verification& verification() const { return verification_; }

    const words::PlayerNames& names() const { return names_; }

    const std::string& match_id() const { return match_id_; }

    const std::string& room() const { return info_.room; }

    // ---- where one is
    const protocol::View& view() const { return playback_.positions[at_].view; }

    std::size_t at() const { return at_; }

    std::size_t last() const { return playback_.positions.size() - 1; }

    int round() const { return view().round; }

    int rounds() const { return playback_.positions.back().view.round; }

    std::uint32_t action() const { return view().ply; }

    std::uint32_t actions() const { return playback_.positions.back().view.ply; }

    bool whole() const { return playback_.whole; }

    // From the first action of the match to the one that led here; none for a deal.
    std::optional<std::chrono::milliseconds> elapsed() const;
    // Which slots of the market got another card by what led here.
    std::vector<bool> fresh() const;

    // ---- to other positions; false: there is none, and nothing has changed
    bool next();
    bool back();
    bool to_first();
    bool to_last();
    bool to_round(int round);   // the deal of it
    bool to_action(int action); // right after it; 0: the first deal
    bool next_round();          // or, in the last one, its end
    bool previous_round();      // the beginning of this one, if one is behind that

    // ---- what is shown here
    // All that a face needs; the log goes up to here.
    Model model() const;

    // What led here: events, and where a round or the match ended what came of it.
    std::vector<LogLine> told_here() const { return told_[at_]; }

  private:
    bool go(std::size_t at);

    protocol::Verification verification_;
    protocol::Playback playback_;
    protocol::RoomInfo info_; // safe
    words::PlayerNames names_;
    std::string match_id_;
    std::vector<std::vector<LogLine>> told_; // by position
    std::size_t at_ = 0;
};

// ---- in words
// "This match was checked: …", or, first, that it does not fit, and then what does not.
std::vector<std::string> check_in_words(const ReplayPlayer& replay);
// "Round 2 of 3, action 12 of 61."
std::string position_in_words(const ReplayPlayer& replay);

} // namespace jaipur::client::replay
