// The shell of the full-screen face: keys come in, canvases go out, what is asked goes to the
// controls. One thread: that of the context.
#include "client/console/screen/screen.hpp"

#include "client/console/screen/draw.hpp"
#include "client/console/screen/terminal.hpp"
#include "client/console/screen/ui.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>

#include <csignal>
#include <functional>
#include <sys/ioctl.h>
#include <unistd.h>
#include <utility>

namespace jaipur::client::screen {

namespace {

namespace asio = boost::asio;
using std::chrono::milliseconds;

// Something on the screen counts down, or nothing does.
std::optional<milliseconds> next_tick(const Model& model) {
    if (model.view && model.view->clock && model.view->clock->running)
        return milliseconds(100); // under ten seconds tenths are shown
    bool somebody_away = false;
    if (model.room)
        for (const auto& player : model.room->players.values)
            somebody_away = somebody_away || (player && player->claim_in);
    if (somebody_away || model.link.state == LinkState::Retrying)
        return milliseconds(250);
    return std::nullopt;
}

// Handlers hold it weakly: it may be gone before they run.
class FullScreen : public std::enable_shared_from_this<FullScreen> {
  public:
    FullScreen(asio::io_context& context, const Model& model, Controls& controls,
               const ScreenOptions& options)
        : model_(model), controls_(controls), window_(context, SIGWINCH),
          terminal_(options.colours == Colours::Some ? Palette::Coloured : Palette::Plain),
          charset_(options.glyphs == Glyphs::Ascii ? Charset::Ascii : terminal_.charset()),
          keyboard_(context, ::dup(STDIN_FILENO)), ticker_(context),
          use_plain_mode_(options.use_plain_mode),
          ui_(settle(first_state(model, options.new_room), model)) {}

    void start(const ScreenOptions& options) {
        ui_.notice = options.notice;
        if (options.start)
            go_on(begin(ui_, *options.start));
        wait_for_keys();
        wait_for_window();
        show();
    }

    void changed() {
        ui_ = settle(std::move(ui_), model_);
        show();
    }

  private:
    using Weak = std::weak_ptr<FullScreen>;

    void wait_for_keys() {
        keyboard_.async_wait(asio::posix::stream_descriptor::wait_read,
                             [weak = Weak(weak_from_this())](boost::system::error_code error) {
                                 if (const auto self = weak.lock(); self && !error)
                                     self->keys_came();
                             });
    }

    void keys_came() {
        int waiting = 0;
        const bool hung_up = ::ioctl(STDIN_FILENO, FIONREAD, &waiting) != 0 || waiting == 0;
        while (const auto key = terminal_.read_key())
            press(*key);
        if (hung_up) // the terminal is gone
            return controls_.quit();
        show();
        wait_for_keys();
    }

    void press(const Key& key) {
        constexpr char32_t ctrl_l = 0x0c;
        if (key == screen::key(ctrl_l))
            return terminal_.repaint();
        const Size size = terminal_.size();
        if (size.width < smallest.width || size.height < smallest.height)
            return; // nothing is played blind
        go_on(update(ui_, key, model_));
    }

    void go_on(Step step) {
        ui_ = std::move(step.ui); // before anything is asked: the answer may come at once
        for (Ask& ask : step.asks)
            std::visit([this](auto& what) { perform(std::move(what)); }, ask);
    }

    Controls::OnReply on_reply() {
        return [weak = Weak(weak_from_this())](const Controls::Reply& reply) {
            if (const auto self = weak.lock()) {
                self->go_on(answered(self->ui_, reply));
                self->show();
            }
        };
    }

    void perform(protocol::RequestBody body) { controls_.request(std::move(body), on_reply()); }

    void perform(MarkReady) { controls_.ready(); }

    void perform(ResumeSeat what) { controls_.resume(what.seat, on_reply()); }

    void perform(ForgetSeat what) {
        controls_.forget(what.seat);
        changed();
    }

    void perform(ReconnectNow) { controls_.reconnect_now(); }

    void perform(UsePlainMode) {
        if (use_plain_mode_)
            use_plain_mode_();
    }

    void perform(Quit) { controls_.quit(); }

    void wait_for_window() {
        window_.async_wait([weak = Weak(weak_from_this())](boost::system::error_code error, int) {
            const auto self = weak.lock();
            if (!self || error)
                return;
            self->terminal_.resize();
            self->show();
            self->wait_for_window();
        });
    }

    void show() {
        const SteadyTime now = std::chrono::steady_clock::now();
        terminal_.paint(draw(model_, ui_, terminal_.size(), charset_, now));
        const auto tick = next_tick(model_);
        if (!tick)
            return void(ticker_.cancel());
        ticker_.expires_after(*tick);
        ticker_.async_wait([weak = Weak(weak_from_this())](boost::system::error_code error) {
            if (const auto self = weak.lock(); self && !error)
                self->show();
        });
    }

    const Model& model_;
    Controls& controls_;
    asio::signal_set window_; // before the terminal, which leaves a signal alone that is cared for
    Terminal terminal_;
    Charset charset_;
    asio::posix::stream_descriptor keyboard_;
    asio::steady_timer ticker_;
    std::function<void()> use_plain_mode_;
    UiState ui_;
};

class ScreenFrontend : public Frontend {
  public:
    explicit ScreenFrontend(std::shared_ptr<FullScreen> screen) : screen_(std::move(screen)) {}

    void changed() override { screen_->changed(); }

  private:
    std::shared_ptr<FullScreen> screen_;
};

} // namespace

std::unique_ptr<Frontend> make_screen(asio::io_context& context, const Model& model,
                                      Controls& controls, const ScreenOptions& options) {
    auto screen = std::make_shared<FullScreen>(context, model, controls, options);
    screen->start(options);
    return std::make_unique<ScreenFrontend>(std::move(screen));
}

} // namespace jaipur::client::screen
