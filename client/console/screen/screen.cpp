// The full screen of a match: the controls are asked what keys mean.
#include "client/console/screen/screen.hpp"

#include "client/console/screen/draw.hpp"
#include "client/console/screen/parts.hpp"
#include "client/console/screen/shell.hpp"
#include "client/console/screen/ui.hpp"
#include "client/console/translation.hpp"
#include "client/console/words/words.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>

#include <algorithm>
#include <functional>
#include <utility>

namespace jaipur::client::screen {

namespace {

namespace asio = boost::asio;
using std::chrono::milliseconds;

// The time for a move is shown only if it is short.
std::optional<milliseconds> next_move_tick(const Model& model) {
    if (!model.view || !model.view->move_in)
        return std::nullopt;
    const auto passed =
        std::chrono::duration_cast<milliseconds>(std::chrono::steady_clock::now() - model.view_at);
    const milliseconds left = milliseconds(*model.view->move_in) - passed;
    if (left <= milliseconds(0))
        return std::nullopt;
    return std::clamp<milliseconds>(left - short_move, milliseconds(100), std::chrono::hours(1));
}

// How soon something on the screen counts down; nothing if nothing does.
std::optional<milliseconds> next_tick(const Model& model) {
    if (model.view && model.view->clock && model.view->clock->running)
        return milliseconds(100); // tenths are shown under ten seconds
    const auto move = next_move_tick(model);
    bool somebody_away = false;
    if (model.room)
        for (const auto& player : model.room->players.values)
            somebody_away = somebody_away || (player && player->claim_in);
    if (somebody_away || model.link.state == LinkState::Retrying)
        return milliseconds(250);
    return move;
}

class MatchScreen final : public Shell {
  public:
    MatchScreen(asio::io_context& context, const Model& model, Controls& controls,
                const ScreenOptions& options)
        : Shell(context, options), model_(model), controls_(controls), ticker_(context),
          copy_(options.copy), use_plain_mode_(options.use_plain_mode),
          ui_(settle(first_state(model, options.new_room), model)) {
        ui_.mouse = options.mouse;
    }

    void start(const ScreenOptions& options) {
        ui_.notice = options.notice;
        if (options.start)
            apply(begin(ui_, *options.start));
        Shell::start();
    }

    void changed() {
        ui_ = settle(std::move(ui_), model_);
        show();
    }

  private:
    void press(const Key& key) override {
        apply(is_too_small(size()) ? update_unseen(ui_, key) : update(ui_, key, model_));
    }

    bool is_over() const override { return false; }

    void leave() override { controls_.quit(); }

    Canvas render(Size size, Charset charset) override {
        return draw(model_, ui_, size, charset, std::chrono::steady_clock::now());
    }

    void show() override {
        Shell::show();
        const auto tick = next_tick(model_);
        if (!tick)
            return void(ticker_.cancel());
        ticker_.expires_after(*tick);
        ticker_.async_wait(guarded([this] { show(); }));
    }

    void apply(Step step) {
        ui_ = std::move(step.ui); // before asking: the answer may come at once
        for (Ask& ask : step.asks)
            std::visit([this](auto& what) { perform(std::move(what)); }, ask);
    }

    Controls::OnReply on_reply(std::string removed = {}) {
        return [this, weak = weak_from_this(), removed](const Controls::Reply& reply) {
            if (const auto self = weak.lock()) {
                apply(answered(ui_, reply, removed));
                show();
            }
        };
    }

    void perform(protocol::RequestBody body) {
        auto reply = on_reply(removed_person(model_, body));
        controls_.request(std::move(body), std::move(reply));
    }

    void perform(MarkReady) { controls_.ready(); }

    void perform(MarkReadyAndAgree) { controls_.ready_and_agree(); }

    void perform(const ResumeSeat& what) { controls_.resume(what.seat, on_reply()); }

    void perform(const ForgetSeat& what) {
        controls_.forget(what.seat);
        changed();
    }

    void perform(const PlayOther& what) {
        const auto left = [this, weak = weak_from_this(),
                           create = what.create](const Controls::Reply& reply) {
            if (const auto self = weak.lock(); self && std::holds_alternative<protocol::Ok>(reply))
                perform(protocol::RequestBody{create});
        };
        controls_.request(protocol::LeaveRoom{}, left);
    }

    void perform(const EnterServer& what) { controls_.enter_server(what.key, on_reply()); }

    void perform(StayOutside) { controls_.stay_outside(); }

    void perform(ReconnectNow) { controls_.reconnect_now(); }

    void perform(const CopyLink& what) {
        if (copy_ && copy_(what.link))
            ui_.done = _("The link is copied, if your terminal allows that.");
        else
            ui_.notice = _("No clipboard here. Select the link with the mouse.");
    }

    void perform(UsePlainMode) {
        if (use_plain_mode_)
            use_plain_mode_();
    }

    void perform(Quit) { controls_.quit(); }

    const Model& model_;
    Controls& controls_;
    asio::steady_timer ticker_;
    std::function<bool(std::string_view)> copy_;
    std::function<void()> use_plain_mode_;
    UiState ui_;
};

class ScreenFrontend final : public Frontend {
  public:
    explicit ScreenFrontend(std::shared_ptr<MatchScreen> screen) : screen_(std::move(screen)) {}

    void changed() override { screen_->changed(); }

  private:
    std::shared_ptr<MatchScreen> screen_;
};

} // namespace

std::unique_ptr<Frontend> make_screen(asio::io_context& context, const Model& model,
                                      Controls& controls, const ScreenOptions& options) {
    auto screen = std::make_shared<MatchScreen>(context, model, controls, options);
    screen->start(options);
    return std::make_unique<ScreenFrontend>(std::move(screen));
}

} // namespace jaipur::client::screen
