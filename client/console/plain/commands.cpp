// What typed lines do.
#include "client/console/plain/plain.hpp"
#include "client/console/safe_text.hpp"
#include "client/console/translation.hpp"
#include "client/console/words/words.hpp"

#include <algorithm>
#include <utility>

namespace jaipur::client::plain {

namespace {

// Whether it is the first letter of the answer. Other commands begin with it, too.
bool is_initial(std::string_view text, const std::string& answer) {
    return lower(trimmed(text)) == lower(answer.substr(0, 1));
}

} // namespace

void PlainFrontend::run_line(std::string_view text) {
    waits_for_turn_ = asks_for_server_key_ = false;
    if (const auto answer = std::exchange(next_line_, nullptr); answer && answer(text))
        return;
    if (when_yes_ && is_initial(text, p_("command", "yes")))
        return answer(command::Simple::Yes);
    if (when_yes_ && is_initial(text, p_("command", "no")))
        return answer(command::Simple::No);
    const auto understood = command::parse(text);
    if (understood)
        obey(*understood);
    else
        say(understood.error().text);
}

void PlainFrontend::obey(const command::Command& command) {
    const auto* simple = std::get_if<command::Simple>(&command);
    if (!simple || (*simple != command::Simple::Yes && *simple != command::Simple::No))
        when_yes_ = nullptr; // anything but an answer means no
    std::visit([this](const auto& what) { run(what); }, command);
}

void PlainFrontend::request(protocol::RequestBody body, Controls::OnReply on_reply) {
    // When offline, only requests to enter a room wait for the connection, and only at the start.
    if (model_.link.state == LinkState::Online || !link_.was_online)
        ++unanswered_;
    controls_.request(std::move(body),
                      [this, on_reply = std::move(on_reply)](const Controls::Reply& reply) {
                          unanswered_ = std::max(0, unanswered_ - 1);
                          if (on_reply)
                              on_reply(reply);
                      });
}

void PlainFrontend::request_in_room(const protocol::TableRequest& body) {
    if (model_.room_code)
        request(body);
    else
        say_no_room();
}

void PlainFrontend::note_entry(const Controls::Reply& reply) {
    entry_refused_ = std::holds_alternative<protocol::Error>(reply);
}

void PlainFrontend::say_error(protocol::ErrorCode code) {
    say(words::error(code));
}

void PlainFrontend::say_no_room() {
    say(words::not_in_a_room() + " " + _("Type new, join CODE, watch CODE, quick or bot first."));
}

// ---- the game ----------------------------------------------------------------------------------

void PlainFrontend::act(const Action& action) {
    if (!model_.view || !model_.room)
        return say_no_room();
    if (!model_.seat)
        return say_error(protocol::ErrorCode::NotAPlayer);
    if (model_.view->phase != Phase::Playing)
        return say(_("No round is being played.") + " " + words::turn(model_));
    if (!my_turn())
        return say_error(protocol::ErrorCode::NotYourTurn);
    if (action_pending())
        return say(_("The server hasn't answered your last move yet. Wait a moment."));
    if (const auto turn = protocol::turn_of(*model_.view))
        if (const auto refusal = check(*turn, action))
            return say(words::refusal(*turn, action, *refusal));
    request(protocol::Act{model_.view->ply, action, std::nullopt},
            [this, when = action_moment()](const Controls::Reply& reply) {
                if (std::holds_alternative<protocol::Ok>(reply))
                    acted_ = when;
            });
}

void PlainFrontend::run(const command::SellAll& sell) {
    if (!model_.view || !model_.seat || !model_.view->players[*model_.seat].hand)
        return say_no_room();
    const std::uint8_t count = (*model_.view->players[*model_.seat].hand)[sell.good];
    if (count == 0)
        return say(words::you_have_no(card_of(sell.good)));
    act(Sell{sell.good, count});
}

// ---- single words ------------------------------------------------------------------------------

void PlainFrontend::ask(const std::string& question, std::function<void()> when_yes) {
    when_yes_ = std::move(when_yes);
    say(question + " " + _("Type yes or no."));
}

void PlainFrontend::answer(command::Simple yes_or_no) {
    const auto what = std::exchange(when_yes_, nullptr);
    if (!what)
        say(_("There's nothing to confirm."));
    else if (yes_or_no == command::Simple::Yes)
        what();
    else
        say(_("Cancelled."));
}

void PlainFrontend::run(command::Simple simple) {
    using command::Simple;
    switch (simple) {
    case Simple::Ready:
        if (!model_.room_code)
            return say_no_room();
        ready_at_ = view_moment();
        if (options_.from == InputFrom::Person && model_.seat && model_.view &&
            model_.view->phase == Phase::Playing)
            say(words::turn(model_)); // the round has begun: silence would leave them waiting
        return controls_.ready();
    case Simple::ReadyAndAgree:
        if (!model_.room_code)
            return say_no_room();
        if (model_.room && words::agreement(*model_.room).empty())
            say(_("Nothing to agree to: spectators of this room won't see hands during a round."));
        ready_at_ = view_moment();
        return controls_.ready_and_agree();
    case Simple::Rematch:
        return request_in_room(protocol::AskRematch{});
    case Simple::Level:
        return play_other_level();
    case Simple::Resign:
        if (!model_.room_code)
            return say_no_room();
        if (!model_.seat)
            return say_error(protocol::ErrorCode::NotAPlayer);
        return ask(_("Resign, and lose the match?"), [this] { request(protocol::Resign{}); });
    case Simple::Claim:
        return request_in_room(protocol::ClaimWin{});
    case Simple::Spectators:
        return show_spectators();
    case Simple::Leave:
        return request_in_room(protocol::LeaveRoom{});
    case Simple::Quit:
        return controls_.quit();
    case Simple::Yes:
    case Simple::No:
        return answer(simple);
    case Simple::Wait:
        waits_for_turn_ = true;
        return;
    case Simple::Reconnect:
        return controls_.reconnect_now();
    case Simple::Copy:
        return copy_link();
    case Simple::Qr:
        return model_.room_code ? show_qr(words::way_in(model_).link) : say_no_room();
    case Simple::Nothing:
        return;
    }
}

} // namespace jaipur::client::plain
