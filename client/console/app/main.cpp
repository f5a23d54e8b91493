// jaipur-client: connects the network, the session and a frontend.
#include "client/console/app/input.hpp"
#include "client/console/app/options.hpp"
#include "client/console/app/output.hpp"
#include "client/console/app/past_match.hpp"
#include "client/console/files/seat_files.hpp"
#include "client/console/network/web_socket.hpp"
#include "client/console/plain/plain.hpp"
#include "client/console/safe_text.hpp"
#include "client/console/screen/screen.hpp"
#include "client/console/session/session.hpp"
#include "client/console/words/words.hpp"
#include "common/overloaded.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <memory>
#include <optional>
#include <stdexcept>
#include <sys/random.h>
#include <unistd.h>
#include <utility>

namespace jaipur::client::app {

namespace {

namespace asio = boost::asio;

constexpr std::chrono::milliseconds farewell{300}; // for the closing handshake

// A command to show to the user, set by a script that starts this program.
std::string set_by(const char* variable) {
    const char* value = std::getenv(variable);
    return value ? safe(value, 200) : "";
}

void draw_entropy(std::span<std::uint8_t> bytes) {
    while (!bytes.empty()) {
        const ::ssize_t count = ::getrandom(bytes.data(), bytes.size(), 0);
        if (count < 0 && errno != EINTR)
            throw std::runtime_error("can't get random numbers from the system");
        if (count > 0)
            bytes = bytes.subspan(static_cast<std::size_t>(count));
    }
}

// Runs the session's clock, passes changes to the frontend and stops when the session has ended.
class Program final : public Frontend {
  public:
    explicit Program(Options options)
        : options_(std::move(options)), connection_(context_, options_.address),
          files_(files::SeatFiles::default_directory()),
          session_(options_.server, options_.name, connection_, files_,
                   {[] { return std::chrono::steady_clock::now(); }, draw_entropy,
                    set_by("JAIPUR_COME_BACK"), set_by("JAIPUR_REPLAY"), set_by("JAIPUR_PAGE_AT")}),
          timer_(context_), signals_(context_, SIGINT, SIGTERM, SIGHUP) {}

    int run() {
        connection_.set_events(session_);
        session_.show_on(this);
        signals_.async_wait([this](boost::system::error_code error, int) {
            if (!error)
                session_.quit();
        });
        std::optional<KeptSeat> seat;
        if (!try_full_screen(options_, [&] { seat = show_screen(); }))
            use_plain_mode();
        else if (seat)
            session_.resume(*seat);
        session_.start();
        context_.run();
        return finish();
    }

    void changed() override {
        if (plain_) {
            plain_->changed();
            ask_for_input();
        } else if (screen_) {
            screen_->changed();
        }
        const auto deadline = session_.deadline();
        if (session_.ended())
            return asio::post(context_, [this] { context_.stop(); });
        if (!deadline)
            return void(timer_.cancel());
        timer_.expires_at(*deadline);
        timer_.async_wait([this](boost::system::error_code error) {
            if (!error)
                session_.tick();
        });
    }

  private:
    // The seat to return to, if any.
    std::optional<KeptSeat> show_screen() {
        screen::ScreenOptions look = screen_options(options_);
        look.new_room = options_.new_room;
        look.use_plain_mode = [this] { asio::post(context_, [this] { leave_the_screen(); }); };
        std::optional<KeptSeat> seat;
        const Overloaded begin{
            [&](const command::Resume& resume) {
                seat = kept_seat(session_.model(), resume.room);
                look.notice = seat ? "" : words::no_such_seat;
            },
            [&](const command::Rooms&) { look.start = protocol::ListRooms{}; },
            [&](const auto& way_in) { look.start = way_in.request(options_.name); },
        };
        if (options_.start)
            std::visit(begin, *options_.start);
        screen_ = screen::make_screen(context_, session_.model(), session_, look);
        return seat;
    }

    // The user chose plain mode in the menu. The command line's own command has run already.
    void leave_the_screen() {
        if (!screen_)
            return;      // asked for twice
        screen_.reset(); // gives the terminal back
        options_.look = Options::Look::Plain;
        options_.start.reset();
        use_plain_mode();
        plain_->changed();
        ask_for_input();
    }

    void use_plain_mode() {
        if (options_.look == Options::Look::Plain)
            session_.use_plain_mode();
        plain_ = std::make_unique<plain::PlainFrontend>(
            session_.model(), session_, line_writer(options_),
            plain::PlainOptions{::isatty(STDIN_FILENO) ? plain::InputFrom::Person
                                                       : plain::InputFrom::Pipe});
        input_ = std::make_unique<Input>(context_, STDIN_FILENO,
                                         [this](std::optional<std::string> line) {
                                             if (line)
                                                 plain_->line(*line);
                                             else
                                                 plain_->input_ended();
                                             ask_for_input();
                                         });
        if (options_.start)
            std::visit([this](const auto& command) { plain_->obey(command); }, *options_.start);
    }

    void ask_for_input() {
        if (plain_->wants_input())
            input_->next();
    }

    // Gives the connection a moment for the closing handshake. Returns the exit code.
    int finish() {
        const bool in_order =
            session_.model().link.state != LinkState::Closed && !(plain_ && plain_->failed());
        session_.show_on(nullptr);
        signals_.cancel();
        input_.reset();
        const bool filled_the_screen = screen_ != nullptr;
        screen_.reset(); // gives the terminal back
        if (filled_the_screen && !session_.farewell().empty())
            line_writer(options_)(session_.farewell());
        connection_.shut();
        context_.restart();
        context_.run_for(farewell);
        return in_order ? 0 : 1;
    }

    Options options_;
    asio::io_context context_;
    network::WebSocketConnection connection_;
    files::SeatFiles files_;
    session::Session session_;
    asio::steady_timer timer_;
    asio::signal_set signals_;
    std::unique_ptr<Frontend> screen_;
    std::unique_ptr<plain::PlainFrontend> plain_;
    std::unique_ptr<Input> input_;
};

} // namespace

} // namespace jaipur::client::app

int main(int argc, char** argv) {
    auto read = jaipur::client::app::read_options(argc, argv);
    if (const int* code = std::get_if<int>(&read))
        return *code;
    try {
        auto& options = std::get<jaipur::client::app::Options>(read);
        if (options.replay || options.verify)
            return jaipur::client::app::show_past_match(options);
        jaipur::client::app::Program program(std::move(options));
        return program.run();
    } catch (const std::exception& error) {
        std::cerr << "jaipur-client: " << error.what() << '\n';
        return 1;
    }
}
