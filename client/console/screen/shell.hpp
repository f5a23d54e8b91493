// What both full screens, of a match and of a replay, share: keys come in, canvases go out. One
// thread: the context's.
#pragma once

#include "client/console/files/descriptor.hpp"
#include "client/console/screen/draw.hpp"
#include "client/console/screen/screen.hpp"
#include "client/console/screen/terminal.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>

#include <csignal>
#include <memory>
#include <sys/ioctl.h>
#include <unistd.h>

namespace jaipur::client::screen {

// The terminal, its keys and its window. Handlers hold it weakly: it may be gone before they run.
class Shell : public std::enable_shared_from_this<Shell> {
  public:
    Shell(boost::asio::io_context& context, const ScreenOptions& options)
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
        return [weak = weak_from_this(), handler](boost::system::error_code error, auto...) {
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
        keyboard_.async_wait(boost::asio::posix::stream_descriptor::wait_read,
                             guarded([this] { read_keys(); }));
    }

    void read_keys() {
        constexpr char32_t ctrl_l = 0x0c;
        int waiting = 0;
        const bool hung_up = ::ioctl(STDIN_FILENO, FIONREAD, &waiting) != 0 || waiting == 0;
        while (const auto typed = terminal_.read()) {
            if (*typed == key(ctrl_l))
                terminal_.repaint();
            else if (!is_over())
                press(*typed);
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
        theme_.expires_after(std::chrono::milliseconds(100)); // not all terminals answer
        theme_.async_wait(guarded([this] {
            has_theme_ = true;
            show();
        }));
    }

    // Before the terminal, which doesn't touch signals with a handler.
    boost::asio::signal_set window_, stopping_;
    Terminal terminal_;
    boost::asio::steady_timer theme_;
    bool has_theme_ = false; // or need not wait for it any longer
    Charset charset_;
    boost::asio::posix::stream_descriptor keyboard_;
};

} // namespace jaipur::client::screen
