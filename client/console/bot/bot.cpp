#include "client/console/bot/bot.hpp"

#include "client/console/translation.hpp"

#include <algorithm>
#include <utility>
#include <variant>

namespace jaipur::client::bot {

namespace {

// Of a round that a server may show: far more than the rules allow.
constexpr std::size_t most_events = 10000;

// At first; then twice as long each time. If nothing else changes, the next ping makes it try.
constexpr std::chrono::seconds tries_again_after{2};
constexpr std::chrono::seconds longest_wait{60};
constexpr int most_missed_reveals = 3;

// How long to wait for an opponent while no match runs.
std::chrono::seconds patience(const protocol::RoomOptions& options) {
    return is_played_over_days(options) ? std::chrono::seconds(patience_of(options))
                                        : std::chrono::minutes(5);
}

} // namespace

BotFrontend::BotFrontend(const Model& model, Controls& controls, Print print, Choose choose,
                         Now now)
    : model_(model), controls_(controls), print_(std::move(print)), choose_(std::move(choose)),
      now_(std::move(now)) {}

void BotFrontend::sit_down(const protocol::EntryRequest& request) {
    controls_.request(request, [this](const Controls::Reply& reply) {
        if (std::holds_alternative<protocol::Error>(reply))
            fail();
    });
}

void BotFrontend::changed() {
    print_log();
    print_link();
    if (ending_)
        return;
    const bool has_seat = model_.seat.has_value();
    const bool lost_seat = std::exchange(had_seat_, has_seat) && !has_seat; // the log says why
    if (lost_seat || model_.link.state == LinkState::Closed)
        return fail();
    if (!model_.view || !has_seat)
        return;
    if (!model_.joined)
        is_asking_ = false; // that was on a connection that is lost
    if (followed_ != model_.view->seq)
        follow(*model_.view);
    // It leaves once the match is over: before, it would keep its seat.
    if ((gives_up_ && !match_is_running(model_)) || is_alone())
        return end();
    if (has_missed_reveals())
        return fail();
    const auto task = next_task();
    if (task && is_due(*task))
        work_on(*task);
}

// A view has the events since the one before; the first one after a new connection has all of the
// round.
void BotFrontend::follow(const protocol::View& view) {
    followed_ = view.seq;
    for (const auto& event : view.events) {
        if (std::holds_alternative<RoundStarted>(event))
            round_.clear();
        if (round_.size() < most_events)
            round_.push_back(event);
    }
}

std::optional<BotFrontend::Task> BotFrontend::next_task() const {
    const protocol::View& view = *model_.view;
    // `room` arrives just before its view.
    const bool is_between = model_.room && model_.room->phase != view.phase;
    if (!model_.joined || model_.awaiting || is_asking_ || is_between)
        return std::nullopt;
    if (gives_up_)
        return Task::Resign;
    const protocol::RoomPlayer* self = player(*model_.seat);
    const protocol::RoomPlayer* opponent = player(other(*model_.seat));
    const bool can_claim = opponent && (opponent->claim_in == 0 || opponent->overdue);
    if (match_is_running(model_) && can_claim)
        return Task::ClaimWin;
    if (view.phase == Phase::Playing)
        return view.legal ? task_on_turn() : std::nullopt;
    if (model_.gets_ready) // the session does that
        return std::nullopt;
    if (view.phase != Phase::MatchOver)
        return self && self->ready ? std::nullopt : std::optional(Task::BeReady);
    const bool wants_rematch = opponent && opponent->rematch && self && !self->rematch;
    return wants_rematch ? std::optional(Task::AskRematch) : std::nullopt;
}

// Nothing while it thinks.
std::optional<BotFrontend::Task> BotFrontend::task_on_turn() const {
    if (!choice_ || choice_->moment != moment_of(*model_.view))
        return Task::Think;
    return choice_->action ? std::optional(Task::Act) : std::nullopt;
}

// It would cancel one shuffle after the other.
bool BotFrontend::has_missed_reveals() const {
    const protocol::RoomPlayer* self = player(*model_.seat);
    return model_.joined && model_.view->phase == Phase::Waiting && self &&
           self->missed_reveals >= most_missed_reveals;
}

bool BotFrontend::is_due(Task task) {
    const Moment moment = moment_of(*model_.view);
    const SteadyTime now = now_();
    if (!tried_ || tried_->moment != moment || tried_->task != task)
        tried_ = {moment, task, tries_again_after, now + tries_again_after};
    else if (now < tried_->again_at)
        return false;
    else {
        tried_->wait = std::min(2 * tried_->wait, longest_wait);
        tried_->again_at = now + tried_->wait;
    }
    return true;
}

void BotFrontend::work_on(Task task) {
    switch (task) {
    case Task::BeReady:
        return controls_.ready();
    case Task::Think:
        return think();
    case Task::Act:
        return controls_.request(protocol::Act{choice_->moment.ply, *choice_->action, {}});
    case Task::ClaimWin:
        return ask(protocol::ClaimWin{});
    case Task::AskRematch: // it plays as often as its opponent wants
        return ask(protocol::AskRematch{});
    case Task::Resign:
        return ask(protocol::Resign{});
    }
}

void BotFrontend::ask(const protocol::RequestBody& body) {
    is_asking_ = true;
    controls_.request(body, [this](const Controls::Reply& reply) {
        is_asking_ = false;
        if (const auto* error = std::get_if<protocol::Error>(&reply))
            refused(error->code);
    });
}

void BotFrontend::refused(protocol::ErrorCode code) {
    tried_->again_at = now_() + tried_->wait;
    if (tried_->task == Task::Resign && !is_temporary(code))
        end();
}

void BotFrontend::think() {
    const Moment now = moment_of(*model_.view);
    choice_ = {now, std::nullopt};
    choose_(*model_.view, round_,
            [this, now](std::optional<Action> action) { chosen(now, action); });
}

// The match may have gone on meanwhile: the opponent resigned, say, or a clock ran out.
void BotFrontend::chosen(const Moment& asked, const std::optional<Action>& action) {
    if (ending_ || !model_.view || moment_of(*model_.view) != asked)
        return;
    choice_->action = action;
    if (!action)
        failed_ = gives_up_ = true;
    changed();
}

const protocol::RoomPlayer* BotFrontend::player(Seat seat) const {
    const bool is_there = model_.room && model_.room->players[seat];
    return is_there ? &*model_.room->players[seat] : nullptr;
}

// No match runs, and nobody is there to play one. While the connection is down, the opponent may
// have come back.
bool BotFrontend::is_alone() {
    const protocol::RoomPlayer* opponent = player(other(*model_.seat));
    const bool is_there = opponent && opponent->connected;
    if (!model_.joined || !model_.room || match_is_running(model_) || is_there) {
        away_since_.reset();
        return false;
    }
    away_since_ = away_since_.value_or(now_());
    const bool has_left = !opponent && model_.view->phase == Phase::MatchOver;
    return has_left || now_() - *away_since_ >= patience(model_.room->options);
}

void BotFrontend::print_log() {
    const std::size_t all = model_.log_dropped + model_.log.size();
    for (; printed_ < all; ++printed_)
        if (printed_ >= model_.log_dropped)
            print_(model_.log[printed_ - model_.log_dropped].text);
}

void BotFrontend::print_link() {
    const Link& link = model_.link;
    const bool lost = std::exchange(link_, link.state) == LinkState::Online; // the log says why
    if (std::exchange(attempt_, link.attempt) != link.attempt && link.is_news())
        print_((lost ? "" : link.reason + " ") + _("Trying again."));
}

void BotFrontend::end() {
    if (std::exchange(ending_, true))
        return;
    controls_.quit();
}

void BotFrontend::fail() {
    failed_ = true;
    end();
}

} // namespace jaipur::client::bot
