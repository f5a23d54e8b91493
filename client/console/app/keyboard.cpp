#include "client/console/app/keyboard.hpp"

#include "client/console/files/descriptor.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/signal_set.hpp>

#include <cerrno>
#include <csignal>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>
#include <utility>

namespace jaipur::client::app {

namespace {

namespace asio = boost::asio;

void write_out(std::string_view text) {
    files::write_all(STDOUT_FILENO, text); // if the terminal is gone, reading says so
}

} // namespace

int terminal_columns() {
    winsize size{};
    const bool known = ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
    return known ? size.ws_col : 80;
}

struct Keyboard::State : std::enable_shared_from_this<State> {
    State(asio::io_context& context, OnLine callback)
        : keys(context, files::watch_input(STDIN_FILENO)), continued(context, SIGCONT),
          on_line(std::move(callback)) {}

    void start() {
        ::tcgetattr(STDIN_FILENO, &before);
        take_over();
        wait_for_keys();
        wait_until_continued();
    }

    // Signals and output stay as they are.
    void take_over() {
        termios now = before;
        now.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
        now.c_cc[VMIN] = 1;
        now.c_cc[VTIME] = 0;
        ::tcsetattr(STDIN_FILENO, TCSADRAIN, &now);
    }

    void stop() {
        if (std::exchange(stopped, true))
            return;
        boost::system::error_code ignored;
        keys.close(ignored);
        continued.cancel(ignored);
        write_out(editor.hide());
        ::tcsetattr(STDIN_FILENO, TCSADRAIN, &before);
    }

    void wait_for_keys() {
        keys.async_wait(asio::posix::descriptor_base::wait_read,
                        [self = shared_from_this()](auto error) {
                            if (!error)
                                self->read();
                        });
    }

    // The shell has changed the terminal's mode meanwhile.
    void wait_until_continued() {
        continued.async_wait([self = shared_from_this()](auto error, int) {
            if (error || self->stopped)
                return;
            self->take_over();
            self->editor.hide();
            write_out(self->editor.show());
            self->wait_until_continued();
        });
    }

    void read() {
        char bytes[1024];
        const auto count = ::read(STDIN_FILENO, bytes, sizeof bytes);
        if (count > 0) {
            editor.set_columns(terminal_columns());
            editor.type({bytes, static_cast<std::size_t>(count)}, write_out,
                        [this](std::string line) { on_line(std::move(line)); });
        }
        if (stopped)
            return;
        if (count == 0 || editor.ended() || (count < 0 && errno != EINTR && errno != EAGAIN))
            return on_line(std::nullopt);
        wait_for_keys();
    }

    asio::posix::stream_descriptor keys;
    asio::signal_set continued;
    OnLine on_line;
    LineEditor editor;
    termios before{};
    bool stopped = false;
};

Keyboard::Keyboard(asio::io_context& context, OnLine on_line)
    : state_(std::make_shared<State>(context, std::move(on_line))) {
    state_->start();
}

Keyboard::~Keyboard() {
    state_->stop();
}

void Keyboard::news(std::string_view line) {
    state_->editor.set_columns(terminal_columns());
    write_out(state_->editor.hide() + std::string(line) + "\n");
}

void Keyboard::show() {
    write_out(state_->editor.show());
}

void Keyboard::type_secretly(bool secretly) {
    state_->editor.type_secretly(secretly);
}

} // namespace jaipur::client::app
