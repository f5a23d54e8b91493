#include "client/console/bot/bot.hpp"

#include "client/console/translation.hpp"

#include <utility>
#include <variant>

namespace jaipur::client::bot {

// Of a round that a server may show: far more than the rules allow.
static constexpr std::size_t most_events = 10000;

BotFrontend::BotFrontend(const Model& model, Controls& controls, Print print, Choose choose)
    : model_(model), controls_(controls), print_(std::move(print)), choose_(std::move(choose)) {}

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
    if (model_.link.state == LinkState::Closed)
        return fail();
    if (!model_.view || !model_.seat)
        return;
    const protocol::View& view = *model_.view;
    if (followed_ != view.seq)
        follow(view);
    const Moment now = moment_of(view);
    if (view.phase == Phase::MatchOver && is_alone())
        return end();
    if (gives_up_)
        return resign();
    if (model_.awaiting || done_ == now)
        return;
    const bool is_waiting = view.phase == Phase::Waiting && !model_.gets_ready;
    if (view.phase == Phase::RoundOver || is_waiting) {
        done_ = now;
        controls_.ready();
    } else if (view.phase == Phase::Playing && view.legal) {
        done_ = now;
        play(view);
    } else if (view.phase == Phase::MatchOver && is_asked_for_rematch()) {
        done_ = now;
        controls_.request(protocol::AskRematch{});
    }
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

void BotFrontend::play(const protocol::View& view) {
    choose_(view, round_,
            [this, asked = moment_of(view)](std::optional<Action> action) { act(asked, action); });
}

// The match may have gone on meanwhile: the opponent resigned, say, or a clock ran out.
void BotFrontend::act(const Moment& asked, const std::optional<Action>& action) {
    if (ending_ || !model_.view || moment_of(*model_.view) != asked)
        return;
    if (action)
        return controls_.request(protocol::Act{asked.ply, *action, {}});
    failed_ = gives_up_ = true;
    resign();
}

// It leaves once the match is over: before, it would keep its seat. If the connection is lost, it
// doesn't know whether the server got the request.
void BotFrontend::resign() {
    if (!match_is_running(model_))
        return end();
    if (model_.link.state != LinkState::Online)
        resigns_ = false;
    else if (!std::exchange(resigns_, true))
        controls_.request(protocol::Resign{}, [this](const Controls::Reply& reply) {
            if (std::holds_alternative<protocol::Error>(reply))
                end();
        });
}

bool BotFrontend::is_asked_for_rematch() const {
    const auto& opponent = model_.room->players[other(*model_.seat)];
    return opponent && opponent->rematch && !model_.gets_ready;
}

bool BotFrontend::is_alone() const {
    return !model_.room || !model_.room->players[other(*model_.seat)];
}

void BotFrontend::print_log() {
    const std::size_t all = model_.log_dropped + model_.log.size();
    for (; printed_ < all; ++printed_)
        if (printed_ >= model_.log_dropped)
            print_(model_.log[printed_ - model_.log_dropped].text);
}

void BotFrontend::print_link() {
    const Link& link = model_.link;
    if (std::exchange(attempt_, link.attempt) != link.attempt && link.is_news())
        print_(link.reason + " " + _("Trying again."));
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
