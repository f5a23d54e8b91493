// What comes in: when the face takes the next line, and what the end of the input means.
#include "client/console/plain/plain.hpp"

#include <utility>

namespace jaipur::client::plain {

namespace {

// More than any script types; one that never ends must not fill the memory.
constexpr std::size_t most_held = 1000;

} // namespace

// A pipe is read before there is a line to the server: its end says that nobody waits for one.
void PlainFrontend::line(std::string_view text) {
    if (options_.input == PlainOptions::Input::Pipe && !online_once())
        held_.emplace_back(text);
    else
        take(text);
}

void PlainFrontend::take_held() {
    if (std::exchange(taking_, true))
        return; // what is taken may change the model
    while (!held_.empty() && ready_for_input()) {
        const std::string text = std::move(held_.front());
        held_.pop_front();
        take(text);
    }
    taking_ = false;
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
        return ready_at_ && ready_at_->match == model_.view->match &&
               ready_at_->round == model_.view->round && ready_at_->phase == Phase::RoundOver;
    case Phase::MatchOver:
        return false;
    }
    return false;
}

// Sent and not answered, or answered by a view that is still to come.
bool PlainFrontend::action_on_its_way() const {
    return model_.awaiting || (acted_ && model_.view && *acted_ == moment_of_play());
}

PlainFrontend::PlayMoment PlainFrontend::moment_of_play() const {
    return {model_.view->match, model_.view->phase, model_.view->ply};
}

bool PlainFrontend::online_once() const {
    return was_online_ || model_.link.state == LinkState::Online;
}

bool PlainFrontend::ready_for_input() const {
    return online_once() && unanswered_ == 0 && !action_on_its_way() &&
           !(waiting_ && still_waiting());
}

bool PlainFrontend::wants_input() const {
    if (input_ended_)
        return false;
    if (options_.input == PlainOptions::Input::Person)
        return true;
    return online_once() ? held_.empty() && ready_for_input() : held_.size() < most_held;
}

void PlainFrontend::input_ended() {
    input_ended_ = true;
    leave_with_the_input();
}

// Who watches needs to type nothing; everybody else leaves with the input, once all that came in
// has been done.
void PlainFrontend::leave_with_the_input() {
    if (!input_ended_ || quit_ || taking_)
        return;
    const bool pipe = options_.input == PlainOptions::Input::Pipe;
    if (pipe && !online_once())
        return give_up_alone();
    const bool watching = model_.room_code && !model_.seat &&
                          !(model_.view && model_.view->phase == Phase::MatchOver);
    const bool busy = pipe && (!held_.empty() || !ready_for_input());
    if (!watching && !busy)
        end(failed() ? "The input is at its end, so the program ends here, without a room." : "");
}

// A person may wait for a line as long as they like; a script would wait for ever.
void PlainFrontend::give_up_alone() {
    if (model_.link.state != LinkState::Retrying || model_.link.attempt < most_tries)
        return;
    refused_ = true;
    end("No line to " + model_.server + " after " + std::to_string(model_.link.attempt) +
        " tries. " + model_.link.reason + " The input is at its end, so the program gives up.");
}

void PlainFrontend::end(std::string_view last_words) {
    quit_ = true;
    if (!last_words.empty())
        say(last_words);
    controls_.quit();
}

} // namespace jaipur::client::plain
