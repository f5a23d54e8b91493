// Steps through a finished match: the replay, the result of checking it, and a position. A value,
// used by both frontends. It makes the replay's texts safe. It contains no rules of the game:
// positions come from `protocol/playback`.
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

    // ---- the position
    const protocol::View& view() const { return playback_.positions[at_].view; }

    std::size_t at() const { return at_; }

    std::size_t last() const { return playback_.positions.size() - 1; }

    int round() const { return view().round; }

    int rounds() const { return playback_.positions.back().view.round; }

    std::uint32_t action() const { return view().ply; }

    std::uint32_t actions() const { return playback_.positions.back().view.ply; }

    bool whole() const { return playback_.whole; }

    // Time since the first action of the match; nothing for a deal.
    std::optional<std::chrono::milliseconds> elapsed() const;
    // Which market slots the last action refilled.
    std::vector<bool> fresh() const;

    bool next() { return go(at_ + 1); }

    bool back() { return at_ > 0 && go(at_ - 1); }

    bool to_first() { return go(0); }

    bool to_last() { return go(last()); }

    bool to_round(int round);   // the deal of it
    bool to_action(int action); // right after it; 0: the first deal
    bool next_round();          // in the last round: its end
    bool previous_round();      // the beginning of this one, unless already there

    // ---- what to show
    // Everything a frontend draws; the log ends at this position.
    Model model() const;

    // The events of the last step, and the result if a round or the match ended.
    std::vector<LogLine> news() const { return news_[at_]; }

  private:
    bool go(std::size_t at);
    template <class Condition>
    bool to_first_with(Condition holds);

    protocol::Verification verification_;
    protocol::Playback playback_;
    protocol::RoomInfo info_; // made safe
    words::PlayerNames names_;
    std::string match_id_;
    std::vector<std::vector<LogLine>> news_; // by position
    std::size_t at_ = 0;
};

// ---- in words
// "This match was checked: …", or what is wrong.
std::vector<std::string> check_in_words(const ReplayPlayer& replay);
// "Round 2 of 3, move 12 of 61."
std::string position_in_words(const ReplayPlayer& replay);

} // namespace jaipur::client::replay
