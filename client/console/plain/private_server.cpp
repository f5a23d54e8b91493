// The gate of a private server: its password is typed, or an invitation link.
#include "client/console/plain/plain.hpp"
#include "client/console/safe_text.hpp"
#include "client/console/translation.hpp"
#include "client/console/words/words.hpp"

#include <algorithm>
#include <utility>

namespace jaipur::client::plain {

// The log says why the last password was refused.
void PlainFrontend::announce_gate() {
    const auto now = model_.gate ? std::optional(model_.gate->refusals) : std::nullopt;
    const auto before = std::exchange(gate_, now);
    if (now == before)
        return;
    if (!now)
        return stop_asking_for_server_key(); // let in, or not
    if (!before) {
        say(words::gate_title(*model_.gate) + ".");
        Gate gate = *model_.gate;
        gate.has_ended = gate.has_ended && !gate.ended_now;
        say(words::gate_lines(gate));
    }
    ask_for_server_key();
}

void PlainFrontend::ask_for_server_key() {
    say(_("Type the server's password, or paste an invitation link. An empty line cancels."));
    take_server_key();
}

// Until the server has answered, further lines are passwords, too: a user who has seen the mistake
// types it again.
void PlainFrontend::take_server_key() {
    asks_for_server_key_ = true;
    next_line_ = [this](std::string_view line) {
        const std::string key(trimmed(line));
        if (key.empty()) {
            say(_("Cancelled."));
            controls_.stay_outside();
        } else {
            take_server_key();
            enter_server(key);
        }
        return true;
    };
}

void PlainFrontend::stop_asking_for_server_key() {
    if (std::exchange(asks_for_server_key_, false))
        next_line_ = nullptr;
}

void PlainFrontend::enter_server(const std::string& key) {
    ++unanswered_;
    controls_.enter_server(key, [this](const Controls::Reply&) {
        unanswered_ = std::max(0, unanswered_ - 1);
        if (!model_.gate)
            stop_asking_for_server_key();
    });
}

void PlainFrontend::run(const command::EnterServer& enter) {
    if (!enter.link.empty())
        enter_server(enter.link);
    else if (options_.echoes)
        say(words::how_to_enter_server());
    else
        ask_for_server_key();
}

} // namespace jaipur::client::plain
