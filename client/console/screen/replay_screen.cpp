// The shell of a replay's screen: keys come in, canvases go out. It has a context of its own, for
// there is no session and no line.
#include "client/console/screen/replay.hpp"
#include "client/console/screen/screen.hpp"
#include "client/console/screen/terminal.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/signal_set.hpp>

#include <csignal>
#include <sys/ioctl.h>
#include <unistd.h>
#include <utility>

namespace jaipur::client::screen {

namespace {

namespace asio = boost::asio;
using boost::system::error_code;

class ReplayScreen {
  public:
    ReplayScreen(replay::ReplayPlayer replay, const ScreenOptions& options)
        : replay_(std::move(replay)), window_(context_, SIGWINCH),
          stop_(context_, SIGINT, SIGTERM, SIGHUP),
          terminal_(options.colours == Colours::Some ? Palette::Coloured : Palette::Plain),
          charset_(options.glyphs == Glyphs::Ascii ? Charset::Ascii : terminal_.charset()),
          keyboard_(context_, ::dup(STDIN_FILENO)) {}

    void run() {
        stop_.async_wait([this](error_code, int) { context_.stop(); });
        wait_for_window();
        wait_for_keys();
        show();
        context_.run();
    }

  private:
    void wait_for_keys() {
        keyboard_.async_wait(asio::posix::stream_descriptor::wait_read, [this](error_code error) {
            if (!error)
                keys_came();
        });
    }

    void keys_came() {
        constexpr char32_t ctrl_l = 0x0c;
        int waiting = 0;
        const bool hung_up = ::ioctl(STDIN_FILENO, FIONREAD, &waiting) != 0 || waiting == 0;
        while (const auto key = terminal_.read_key()) {
            if (*key == screen::key(ctrl_l))
                terminal_.repaint();
            else if (!ui_.over)
                press(ui_, replay_, *key);
        }
        if (hung_up || ui_.over)
            return context_.stop();
        show();
        wait_for_keys();
    }

    void wait_for_window() {
        window_.async_wait([this](error_code error, int) {
            if (error)
                return;
            terminal_.resize();
            show();
            wait_for_window();
        });
    }

    void show() { terminal_.paint(draw(replay_, ui_, terminal_.size(), charset_)); }

    asio::io_context context_;
    replay::ReplayPlayer replay_;
    asio::signal_set window_; // before the terminal, which leaves a signal alone that is cared for
    asio::signal_set stop_;
    Terminal terminal_;
    Charset charset_;
    asio::posix::stream_descriptor keyboard_;
    ReplayUi ui_;
};

} // namespace

void show_replay(replay::ReplayPlayer replay, const ScreenOptions& options) {
    ReplayScreen(std::move(replay), options).run();
}

} // namespace jaipur::client::screen
