// jaipur-client: connects the network, the session and a frontend.
#include "client/console/app/attention.hpp"
#include "client/console/app/bot_player.hpp"
#include "client/console/app/environment.hpp"
#include "client/console/app/games.hpp"
#include "client/console/app/input.hpp"
#include "client/console/app/keyboard.hpp"
#include "client/console/app/options.hpp"
#include "client/console/app/output.hpp"
#include "client/console/app/past_match.hpp"
#include "client/console/files/descriptor.hpp"
#include "client/console/files/pass_files.hpp"
#include "client/console/files/seat_files.hpp"
#include "client/console/network/web_socket.hpp"
#include "client/console/plain/plain.hpp"
#include "client/console/screen/screen.hpp"
#include "client/console/session/session.hpp"
#include "client/console/words/words.hpp"
#include "common/overloaded.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>

#include <csignal>
#include <exception>
#include <iostream>
#include <memory>
#include <optional>
#include <span>
#include <unistd.h>
#include <utility>

namespace jaipur::client::app {

namespace {

namespace asio = boost::asio;

constexpr std::chrono::milliseconds farewell{300}; // for the closing handshake

bool is_terminal() {
    return ::isatty(STDIN_FILENO) != 0 && ::isatty(STDOUT_FILENO) != 0;
}

// Whether there may be a person to ask for the server's password.
bool can_ask(const Options& options) {
    return is_terminal() && !options.bot;
}

session::Environment environment_of(const Options& options) {
    session::Environment result = environment(options);
    result.can_ask = can_ask(options);
    return result;
}

TerminalKind kind_of_terminal() {
    return is_terminal() ? terminal_kind(variable) : TerminalKind{};
}

void write_out(std::string_view text) {
    files::write_all(STDOUT_FILENO, text);
}

std::optional<std::string> ask_user(std::string_view question) {
    std::string answer;
    std::cout << question << std::flush;
    if (!std::getline(std::cin, answer))
        return std::nullopt;
    return answer;
}

// Runs the session's clock, passes changes to the frontend and stops when the session has ended.
class Program final : public Frontend {
  public:
    explicit Program(Options options)
        : options_(std::move(options)), connection_(context_, options_.address, options_.ca),
          files_(files::SeatFiles::default_directory(seat_user(options_))),
          passes_(files::PassFiles::default_directory()),
          session_(options_.server, options_.name, connection_, files_, passes_,
                   environment_of(options_)),
          attention_(is_terminal() ? options_.notify.value_or(Notify{})
                                   : Notify{false, false, false},
                     kind_of_terminal()),
          timer_(context_), signals_(context_, SIGINT, SIGTERM, SIGHUP) {}

    int run() {
        connection_.set_events(session_);
        session_.show_on(this);
        signals_.async_wait([this](boost::system::error_code error, int) {
            if (!error)
                session_.quit();
        });
        std::optional<KeptSeat> seat;
        if (options_.bot)
            let_bot_play();
        else if (!try_full_screen(options_, [&] { seat = show_screen(); }))
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
            await_input();
        } else if (screen_) {
            screen_->changed();
        } else if (bot_) {
            bot_->changed();
        }
        write_out(attention_.changed(session_.model(), std::chrono::steady_clock::now()));
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
        look.copy = copy_to_clipboard;
        look.use_plain_mode = [this] { asio::post(context_, [this] { leave_the_screen(); }); };
        std::optional<KeptSeat> seat;
        const Overloaded begin{
            [&](const command::Resume& resume) {
                seat = kept_seat(session_.model(), resume.room);
                look.notice = seat ? "" : words::no_such_seat();
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
        await_input();
    }

    void use_plain_mode() {
        if (options_.look == Options::Look::Plain)
            session_.use_plain_mode();
        if (!options_.notify) // screen readers read each change of the title, as if it were news
            write_out(attention_.leave_title());
        plain::PlainOptions look;
        look.from = ::isatty(STDIN_FILENO) != 0 ? plain::InputFrom::Person : plain::InputFrom::Pipe;
        look.echoes = look.from == plain::InputFrom::Person && !is_terminal();
        look.qr = only_ascii(options_) ? qr::Look::Ascii : qr::Look::HalfBlocks;
        look.copy = copy_to_clipboard;
        const auto take_line = [this](std::optional<std::string> line) {
            if (line)
                plain_->line(*line);
            else
                plain_->input_ended();
            await_input();
        };
        if (is_terminal())
            keyboard_ = std::make_unique<Keyboard>(context_, take_line);
        else
            input_ = std::make_unique<Input>(context_, STDIN_FILENO, take_line);
        plain_ =
            std::make_unique<plain::PlainFrontend>(session_.model(), session_, printer(), look);
        if (options_.start)
            std::visit([this](const auto& command) { plain_->obey(command); }, *options_.start);
    }

    // A bot takes the seat that the user was invited to.
    void let_bot_play() {
        bot_player_.emplace(context_.get_executor(), *options_.bot, draw_entropy);
        bot_ = std::make_unique<bot::BotFrontend>(
            session_.model(), session_, line_writer(options_),
            [this](const protocol::View& view, std::span<const protocol::ObservedEvent> round,
                   bot::Answer answer) { bot_player_->choose(view, round, std::move(answer)); });
        const Overloaded begin{
            [&](const OneOf<command::Join, command::MoveHere> auto& way_in) {
                bot_->sit_down(way_in.request(options_.name));
            },
            [](const auto&) {},
        };
        std::visit(begin, *options_.start);
    }

    std::function<void(std::string_view)> printer() {
        if (!keyboard_)
            return line_writer(options_);
        return [this, format = line_format(options_)](std::string_view line) {
            keyboard_->news(format(line));
        };
    }

    static bool copy_to_clipboard(std::string_view text) {
        if (!kind_of_terminal().titles)
            return false;
        write_out(to_clipboard(text));
        return true;
    }

    void await_input() {
        if (keyboard_) {
            keyboard_->type_secretly(plain_->wants_secret());
            keyboard_->show();
        } else if (plain_->wants_input()) {
            input_->next();
        }
    }

    // Gives the connection a moment for the closing handshake. Returns the exit code.
    int finish() {
        const bool in_order = session_.model().link.state != LinkState::Closed &&
                              !(plain_ && plain_->failed()) && !(bot_ && bot_->failed());
        session_.show_on(nullptr);
        signals_.cancel();
        input_.reset();
        keyboard_.reset(); // gives the terminal back
        write_out(attention_.end());
        const bool filled_the_screen = screen_ != nullptr;
        screen_.reset(); // gives the terminal back
        if (filled_the_screen && !session_.farewell().empty())
            line_writer(options_)(session_.farewell());
        connection_.shut();
        bot_player_.reset();
        context_.restart();
        context_.run_for(farewell);
        if (session_.model().stays_outside && !can_ask(options_))
            return exit_outside;
        return in_order ? 0 : 1;
    }

    Options options_;
    asio::io_context context_;
    network::WebSocketConnection connection_;
    files::SeatFiles files_;
    files::PassFiles passes_;
    session::Session session_;
    Attention attention_;
    asio::steady_timer timer_;
    asio::signal_set signals_;
    std::unique_ptr<Frontend> screen_;
    std::unique_ptr<plain::PlainFrontend> plain_;
    std::unique_ptr<bot::BotFrontend> bot_;
    std::optional<BotPlayer> bot_player_; // for it
    std::unique_ptr<Input> input_;        // of a pipe or file,
    std::unique_ptr<Keyboard> keyboard_;  // or of a person
};

} // namespace

} // namespace jaipur::client::app

int main(int argc, char** argv) {
    using namespace jaipur::client::app;
    using namespace jaipur::client;
    speak(wanted_language(argc, argv, std::nullopt, variable)); // for warnings about the settings
    const Settings settings = read_settings();
    speak(wanted_language(argc, argv, settings.language, variable));
    for (const std::string& warning : settings.warnings)
        std::cerr << "jaipur-client: " << warning << '\n';
    auto read = read_options(argc, argv, settings, is_terminal() ? Ask(ask_user) : Ask());
    if (const int* code = std::get_if<int>(&read))
        return *code;
    try {
        auto& options = std::get<Options>(read);
        if (options.games)
            return show_games(options);
        if (options.replay || options.verify)
            return show_past_match(options);
        Program program(std::move(options));
        return program.run();
    } catch (const std::exception& error) {
        std::cerr << "jaipur-client: " << error.what() << '\n';
        return 1;
    }
}
