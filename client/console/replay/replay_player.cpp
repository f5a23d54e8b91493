#include "client/console/replay/replay_player.hpp"

#include "client/console/translation.hpp"
#include "client/console/words/bots.hpp"

#include <algorithm>
#include <utility>

namespace jaipur::client::replay {

namespace {

constexpr std::size_t longest_log = 60; // lines for a frontend; no screen has more

// A replay doesn't say who is a bot. Bots sit there, and have no part in the shuffle.
bool may_be_bot(const protocol::Replay& replay, Seat seat) {
    return seat == Seat::One && !replay.proof.nonces[seat];
}

// The room as a spectator would see it after the match.
protocol::RoomInfo room_of(const protocol::Replay& replay) {
    protocol::RoomInfo room;
    room.room = replay.room;
    room.phase = Phase::MatchOver;
    room.options = replay.options;
    for (const Seat seat : all_seats) {
        room.players[seat].emplace();
        room.players[seat]->name = replay.names[seat];
        if (may_be_bot(replay, seat))
            room.players[seat]->bot = words::level_of(replay.names[seat]);
    }
    return words::made_safe(std::move(room));
}

std::vector<LogLine> news_of(const protocol::View& view, const words::PlayerNames& names) {
    std::vector<LogLine> lines;
    for (const protocol::ObservedEvent& event : view.events)
        for (LogLine& line : words::event(event, view, names))
            lines.push_back(std::move(line));
    return lines;
}

} // namespace

ReplayPlayer::ReplayPlayer(const protocol::Replay& replay)
    : verification_(protocol::verify(replay)), playback_(protocol::play_back(replay)),
      info_(room_of(replay)), match_id_(protocol::hex(replay.match)) {
    Model named;
    named.room = info_;
    names_ = words::player_names(named);
    for (protocol::Position& position : playback_.positions) {
        position.view.room = info_.room;
        news_.push_back(news_of(position.view, names_));
    }
}

std::optional<std::chrono::milliseconds> ReplayPlayer::elapsed() const {
    const auto& now = playback_.positions[at_].at;
    const auto first = std::find_if(playback_.positions.begin(), playback_.positions.end(),
                                    [](const protocol::Position& p) { return p.at.has_value(); });
    if (!now || *now < *first->at)
        return std::nullopt;
    return std::chrono::milliseconds(*now - *first->at);
}

std::vector<bool> ReplayPlayer::fresh() const {
    const auto& market = view().market;
    std::vector<bool> fresh(market.size(), false);
    if (at_ == 0 || playback_.positions[at_ - 1].view.round != view().round)
        return fresh;
    const auto& before = playback_.positions[at_ - 1].view.market;
    for (std::size_t i = 0; i < market.size(); ++i)
        fresh[i] = market[i] && market[i] != before[i];
    return fresh;
}

bool ReplayPlayer::go(std::size_t at) {
    if (at > last() || at == at_)
        return false;
    at_ = at;
    return true;
}

template <class Condition>
bool ReplayPlayer::to_first_with(Condition holds) {
    const auto& all = playback_.positions;
    const auto found =
        std::find_if(all.begin(), all.end(),
                     [&](const protocol::Position& position) { return holds(position.view); });
    return found != all.end() && go(static_cast<std::size_t>(found - all.begin()));
}

bool ReplayPlayer::to_round(int round) {
    return to_first_with([&](const protocol::View& view) { return view.round == round; });
}

// A deal, and an end from outside, have the number of the action before them: the first position
// with a number is the action.
bool ReplayPlayer::to_action(int action) {
    return to_first_with(
        [&](const protocol::View& view) { return std::cmp_equal(view.ply, action); });
}

bool ReplayPlayer::next_round() {
    return round() < rounds() ? to_round(round() + 1) : to_last();
}

bool ReplayPlayer::previous_round() {
    return to_round(round()) || to_round(round() - 1);
}

Model ReplayPlayer::model() const {
    Model model;
    model.room_code = info_.room;
    model.room = info_;
    model.view = view();
    std::size_t lines = 0, from = at_ + 1;
    while (from > 0 && lines < longest_log)
        lines += news_[--from].size();
    for (std::size_t i = from; i <= at_; ++i)
        model.log.insert(model.log.end(), news_[i].begin(), news_[i].end());
    return model;
}

// ---- in words ----------------------------------------------------------------------------------

namespace {

std::string who_contributed(const ReplayPlayer& replay) {
    const PerSeat<bool>& did = replay.verification().contributed;
    const words::PlayerNames& names = replay.names();
    if (did[Seat::Zero] && did[Seat::One])
        return _("Both players contributed to the shuffle.");
    if (!did[Seat::Zero] && !did[Seat::One])
        return _("Neither player contributed to the shuffle: the server alone chose the cards.");
    return _("{0} and the server contributed to the shuffle.",
             names.of[did[Seat::Zero] ? Seat::Zero : Seat::One]);
}

} // namespace

std::vector<std::string> check_in_words(const ReplayPlayer& replay) {
    const protocol::Verification& found = replay.verification();
    if (found.is_consistent())
        return {
            _("This match was checked: all secrets match their commitments, {0} dealt again from "
              "them, {1} played again by the rules, and every score is right.",
              n_("{0} round", "{0} rounds", found.rounds),
              n_("{0} move", "{0} moves", found.actions)),
            who_contributed(replay) + " " +
                (found.starter_drawn ? _("The shuffle decided who started.")
                                     : _("It didn't decide who started, as in a rematch."))};
    const std::size_t faults = found.faults.size() + found.more_faults;
    std::vector<std::string> lines{_("THIS REPLAY IS NOT VALID. DO NOT TRUST IT! {0}:",
                                     n_("{0} fault", "{0} faults", faults))};
    lines.insert(lines.end(), found.faults.begin(), found.faults.end());
    if (found.more_faults > 0)
        lines.push_back(_("and {0} more", found.more_faults));
    return lines;
}

std::string position_in_words(const ReplayPlayer& replay) {
    return _("Round {0} of {1}, move {2} of {3}.", replay.round(), replay.rounds(), replay.action(),
             replay.actions());
}

} // namespace jaipur::client::replay
