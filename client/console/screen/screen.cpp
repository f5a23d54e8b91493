// The shells of both full screens, a match and a replay: keys come in, canvases go out, and the
// controls are asked. One thread: the context's.
#include "client/console/screen/screen.hpp"

#include "client/console/files/descriptor.hpp"
#include "client/console/screen/draw.hpp"
#include "client/console/screen/parts.hpp"
#include "client/console/screen/replay.hpp"
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
using boost::system::error_code;
using std::chrono::milliseconds;

// The terminal, its keys and its window. Handlers hold it weakly: it may be gone before they run.
class Shell : public std::enable_shared_from_this<Shell> {
  public:
    Shell(asio::io_context& context, const ScreenOptions& options)
        : window_(context, SIGWINCH), stopping_(context, SIGTSTP),
          terminal_(options.colours, options.theme, options.mouse, smallest), theme_(context),
          charset_(options.glyphs == Glyphs::Ascii ? Charset::Ascii : terminal_.charset()),
          keyboard_(context, files::watch_input(STDIN_FILENO)) {}

    virtual ~Shell() = default;

  protected:
    void start() {
        wait_for_keys();
        wait_for_window();
        wait_for_stop();
        wait_for_theme();
        show();
    }

    // Calls `handler` unless the shell is gone or the operation failed.
    template <class Handler>
    auto guarded(Handler handler) {
        return [weak = weak_from_this(), handler](error_code error, auto...) {
            if (const auto self = weak.lock(); self && !error)
                handler();
        };
    }

    virtual void press(const Key& key) = 0;
    virtual bool is_over() const = 0;
    virtual void leave() = 0; // the terminal is gone, or the user has left
    virtual Canvas render(Size size, Charset charset) = 0;

    virtual void show() {
        if (has_theme_)
            terminal_.paint(render(terminal_.size(), charset_));
    }

    Size size() const { return terminal_.size(); }

  private:
    void wait_for_keys() {
        keyboard_.async_wait(asio::posix::stream_descriptor::wait_read,
                             guarded([this] { read_keys(); }));
    }

    void read_keys() {
        constexpr char32_t ctrl_l = 0x0c;
        int waiting = 0;
        const bool hung_up = ::ioctl(STDIN_FILENO, FIONREAD, &waiting) != 0 || waiting == 0;
        while (const auto typed = terminal_.read()) {
            if (typed->key == key(ctrl_l))
                terminal_.repaint();
            else if (!is_over())
                press(typed->key);
        }
        has_theme_ = has_theme_ || !terminal_.owes_theme();
        if (hung_up || is_over())
            return leave();
        show();
        wait_for_keys();
    }

    void wait_for_window() {
        window_.async_wait(guarded([this] {
            show();
            wait_for_window();
        }));
    }

    void wait_for_stop() {
        stopping_.async_wait(guarded([this] {
            terminal_.stop_for_a_while();
            show();
            wait_for_stop();
        }));
    }

    void wait_for_theme() {
        has_theme_ = !terminal_.owes_theme();
        theme_.expires_after(milliseconds(100)); // not all terminals answer
        theme_.async_wait(guarded([this] {
            has_theme_ = true;
            show();
        }));
    }

    // Before the terminal, which doesn't touch signals with a handler.
    asio::signal_set window_, stopping_;
    Terminal terminal_;
    asio::steady_timer theme_;
    bool has_theme_ = false; // or need not wait for it any longer
    Charset charset_;
    asio::posix::stream_descriptor keyboard_;
};

// ---- a match -----------------------------------------------------------------------------------

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
          use_plain_mode_(options.use_plain_mode),
          ui_(settle(first_state(model, options.new_room), model)) {}

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

    Controls::OnReply on_reply() {
        return [this, weak = weak_from_this()](const Controls::Reply& reply) {
            if (const auto self = weak.lock()) {
                apply(answered(ui_, reply));
                show();
            }
        };
    }

    void perform(protocol::RequestBody body) { controls_.request(std::move(body), on_reply()); }

    void perform(MarkReady) { controls_.ready(); }

    void perform(MarkReadyAndAgree) { controls_.ready_and_agree(); }

    void perform(const ResumeSeat& what) { controls_.resume(what.seat, on_reply()); }

    void perform(const ForgetSeat& what) {
        controls_.forget(what.seat);
        changed();
    }

    void perform(ReconnectNow) { controls_.reconnect_now(); }

    void perform(UsePlainMode) {
        if (use_plain_mode_)
            use_plain_mode_();
    }

    void perform(Quit) { controls_.quit(); }

    const Model& model_;
    Controls& controls_;
    asio::steady_timer ticker_;
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

// ---- a replay ----------------------------------------------------------------------------------

class ReplayScreen final : public Shell {
  public:
    ReplayScreen(asio::io_context& context, replay::ReplayPlayer replay,
                 const ScreenOptions& options)
        : Shell(context, options), context_(context), stop_(context, SIGINT, SIGTERM, SIGHUP),
          replay_(std::move(replay)) {}

    void run() {
        stop_.async_wait(guarded([this] { leave(); }));
        start();
        context_.run();
    }

  private:
    void press(const Key& key) override {
        if (!is_too_small(size()))
            return screen::press(ui_, replay_, key);
        ui_.over = letter(key) == U'q';
    }

    bool is_over() const override { return ui_.over; }

    void leave() override { context_.stop(); }

    Canvas render(Size size, Charset charset) override { return draw(replay_, ui_, size, charset); }

    asio::io_context& context_;
    asio::signal_set stop_;
    replay::ReplayPlayer replay_;
    ReplayUi ui_;
};

} // namespace

std::unique_ptr<Frontend> make_screen(asio::io_context& context, const Model& model,
                                      Controls& controls, const ScreenOptions& options) {
    auto screen = std::make_shared<MatchScreen>(context, model, controls, options);
    screen->start(options);
    return std::make_unique<ScreenFrontend>(std::move(screen));
}

void show_replay(replay::ReplayPlayer replay, const ScreenOptions& options) {
    asio::io_context context;
    std::make_shared<ReplayScreen>(context, std::move(replay), options)->run();
}

} // namespace jaipur::client::screen
