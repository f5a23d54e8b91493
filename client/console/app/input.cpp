#include "client/console/app/input.hpp"

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>

#include <atomic>
#include <cerrno>
#include <fcntl.h>
#include <poll.h>
#include <stdexcept>
#include <string_view>
#include <thread>
#include <unistd.h>

namespace jaipur::client::app {

namespace {

constexpr std::size_t longest_line = 4096; // what is longer is cut into several

} // namespace

struct Input::Reader {
    Reader(boost::asio::io_context& context_, int descriptor_, OnLine on_line_)
        : context(context_), descriptor(descriptor_), on_line(std::move(on_line_)) {
        if (::pipe2(wake, O_CLOEXEC) != 0)
            throw std::runtime_error("no pipe can be had");
        thread = std::thread([this] { run(); });
    }

    ~Reader() {
        ::close(wake[1]); // wakes the thread, whatever it waits for
        thread.join();
        ::close(wake[0]);
        *alive = false;
    }

    Reader(const Reader&) = delete;
    Reader& operator=(const Reader&) = delete;

    // ---- the context's thread
    void ask() {
        if (asked || over)
            return;
        asked = true;
        const char one = 1;
        [[maybe_unused]] const auto written = ::write(wake[1], &one, 1);
    }

    // ---- the thread that waits
    void run() {
        while (wait_for(wake[0])) {
            char one = 0;
            if (::read(wake[0], &one, 1) != 1)
                return; // closed: the end
            bool stopped = false;
            std::optional<std::string> line = read_line(stopped);
            if (stopped)
                return;
            boost::asio::post(context, [this, still = alive, got = std::move(line)]() mutable {
                if (!*still)
                    return;
                asked = false;
                over = !got;
                on_line(std::move(got));
            });
        }
    }

    static bool wait_for(int fd) {
        pollfd waited{fd, POLLIN, 0};
        while (::poll(&waited, 1, -1) < 0)
            if (errno != EINTR)
                return false;
        return true;
    }

    // Waits for input or the end of the program.
    bool input_is_there() const {
        pollfd waited[2] = {{descriptor, POLLIN, 0}, {wake[0], POLLIN, 0}};
        while (::poll(waited, 2, -1) < 0)
            if (errno != EINTR)
                return false;
        return waited[1].revents == 0;
    }

    std::optional<std::string> read_line(bool& stopped) {
        for (;;) {
            if (const auto end = buffer.find('\n'); end != std::string::npos) {
                std::string line = buffer.substr(0, end);
                buffer.erase(0, end + 1);
                return line;
            }
            if (buffer.size() >= longest_line || (ended && !buffer.empty()))
                return std::exchange(buffer, {});
            if (ended)
                return std::nullopt;
            if (!input_is_there()) {
                stopped = true;
                return std::nullopt;
            }
            char bytes[1024];
            const auto count = ::read(descriptor, bytes, sizeof bytes);
            if (count > 0)
                buffer.append(bytes, static_cast<std::size_t>(count));
            else if (count == 0 || (errno != EINTR && errno != EAGAIN))
                ended = true;
        }
    }

    boost::asio::io_context& context;
    const int descriptor;
    OnLine on_line;
    int wake[2] = {-1, -1}; // a byte asks for a line, the end of it ends the thread
    // Handlers may run after the reader is gone.
    std::shared_ptr<bool> alive = std::make_shared<bool>(true);
    bool asked = false, over = false; // the context's thread
    std::string buffer;               // the waiting thread
    bool ended = false;
    std::thread thread;
};

Input::Input(boost::asio::io_context& context, int descriptor, OnLine on_line)
    : reader_(std::make_unique<Reader>(context, descriptor, std::move(on_line))) {}

Input::~Input() = default;

void Input::next() {
    reader_->ask();
}

} // namespace jaipur::client::app
