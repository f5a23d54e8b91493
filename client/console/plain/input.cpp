// When the next line is read, and what the end of the input means.
#include "client/console/plain/plain.hpp"
#include "client/console/translation.hpp"

#include <utility>

namespace jaipur::client::plain {

namespace {

// More than any script sends. A script that never ends must not fill the memory.
constexpr std::size_t most_buffered = 1000;

} // namespace

// Reads a pipe even before the client is online: if it ends, nobody is waiting. A line that was
// asked for then may arrive later.
void PlainFrontend::line(std::string_view text) {
    const bool is_next = buffered_.empty() && ready_for_input();
    if (options_.from == InputFrom::Pipe && !is_next)
        buffered_.emplace_back(text);
    else
        run_line(text);
}

void PlainFrontend::run_buffered_lines() {
    if (activity_ != Activity::Idle)
        return; // a command that is run may change the model
    activity_ = Activity::RunningLines;
    while (!buffered_.empty() && ready_for_input()) {
        const std::string text = std::move(buffered_.front());
        buffered_.pop_front();
        run_line(text);
    }
    activity_ = Activity::Idle;
}

bool PlainFrontend::still_waiting() const {
    if (!model_.seat || !model_.view)
        return model_.room_code.has_value() && !model_.view;
    switch (model_.view->phase) {
    case Phase::Waiting:
        return true;
    case Phase::Playing:
        return !my_turn();
    case Phase::RoundOver:
        return ready_at_ && ready_at_->next.match == model_.view->match &&
               ready_at_->round == model_.view->round && ready_at_->next.phase == Phase::RoundOver;
    case Phase::MatchOver:
        return false;
    }
    return false;
}

// Sent and not answered, or answered before the view that shows it.
bool PlainFrontend::action_pending() const {
    return model_.awaiting || (acted_ && model_.view && *acted_ == action_moment());
}

PlainFrontend::ActionMoment PlainFrontend::action_moment() const {
    return {model_.view->match, model_.view->phase, model_.view->ply};
}

bool PlainFrontend::connected_before() const {
    return link_.was_online || model_.link.state == LinkState::Online;
}

bool PlainFrontend::ready_for_input() const {
    return connected_before() && unanswered_ == 0 && !model_.gets_in && !action_pending() &&
           !(waits_for_turn_ && still_waiting());
}

bool PlainFrontend::wants_input() const {
    if (input_ != Input::Open)
        return false;
    if (options_.from == InputFrom::Person)
        return true;
    return connected_before() ? buffered_.empty() && ready_for_input()
                              : buffered_.size() < most_buffered;
}

void PlainFrontend::input_ended() {
    if (input_ == Input::Open)
        input_ = Input::Ended;
    quit_after_input();
}

// Spectators don't need to type; everyone else leaves once the input has ended and all commands are
// done. A person can wait for a connection as long as they like; a script gives up.
void PlainFrontend::quit_after_input() {
    if (input_ != Input::Ended || activity_ == Activity::RunningLines)
        return;
    const bool pipe = options_.from == InputFrom::Pipe;
    if (!connected_before()) {
        const Link& link = model_.link;
        if (pipe && (link.state != LinkState::Retrying || link.attempt < most_tries))
            return;
        entry_refused_ = true;
        return end(pipe
                       ? link.reason + " " +
                             _("There is no more input: giving up after attempt {0}.", link.attempt)
                       : link.reason);
    }
    const bool watching = model_.room_code && !model_.seat &&
                          !(model_.view && model_.view->phase == Phase::MatchOver);
    const bool busy = pipe && (!buffered_.empty() || !ready_for_input());
    if (!watching && !busy)
        end(failed() ? _("There is no more input, and no room: the program ends here.") : "");
}

void PlainFrontend::end(std::string_view last_words) {
    input_ = Input::Quitting;
    if (!last_words.empty())
        say(last_words);
    controls_.quit();
}

} // namespace jaipur::client::plain
