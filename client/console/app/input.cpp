#include "client/console/app/input.hpp"

#include "client/console/files/descriptor.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/post.hpp>

#include <cerrno>
#include <unistd.h>
#include <utility>

namespace jaipur::client::app {

namespace {

namespace asio = boost::asio;

constexpr std::size_t longest_line = 4096; // longer ones are cut into several

} // namespace

struct Input::Reader : std::enable_shared_from_this<Reader> {
    Reader(asio::io_context& context, int input, OnLine callback)
        : descriptor(input), watch(context), on_line(std::move(callback)) {
        if (const int watching = files::watch_input(descriptor); watching >= 0)
            watch.assign(watching);
    }

    void ask() {
        if (asked)
            return;
        asked = true;
        asio::post(watch.get_executor(), [self = shared_from_this()] { self->look(); });
    }

    // Prevents all further calls.
    void stop() {
        stopped = true;
        boost::system::error_code ignored;
        watch.close(ignored);
    }

    void look() {
        if (stopped)
            return;
        const auto end = buffer.find('\n');
        if (end == std::string::npos && buffer.size() < longest_line && !ended)
            // A file isn't watched, so an error means that it can be read.
            return watch.async_wait(asio::posix::descriptor_base::wait_read,
                                    [self = shared_from_this()](auto) { self->read(); });
        std::optional<std::string> line;
        if (end != std::string::npos)
            line = buffer.substr(0, end);
        else if (!buffer.empty())
            line = buffer;
        buffer.erase(0, end == std::string::npos ? end : end + 1);
        asked = !line; // the end is reported once
        on_line(std::move(line));
    }

    void read() {
        if (stopped)
            return;
        char bytes[1024];
        const auto count = ::read(descriptor, bytes, sizeof bytes);
        if (count > 0)
            buffer.append(bytes, static_cast<std::size_t>(count));
        else if (count == 0 || (errno != EINTR && errno != EAGAIN))
            ended = true;
        look();
    }

    const int descriptor;
    asio::posix::stream_descriptor watch;
    OnLine on_line;
    std::string buffer;
    bool asked = false, ended = false, stopped = false;
};

Input::Input(asio::io_context& context, int descriptor, OnLine on_line)
    : reader_(std::make_shared<Reader>(context, descriptor, std::move(on_line))) {}

Input::~Input() {
    reader_->stop();
}

void Input::next() {
    reader_->ask();
}

} // namespace jaipur::client::app
