#include "tests/fuzz/console.hpp"

#include "client/console/app/output.hpp"
#include "client/console/safe_text.hpp"
#include "client/console/screen/draw.hpp"
#include "protocol/codec.hpp"
#include "tests/fuzz/input.hpp"
#include "tests/fuzz/terminal_text.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <utility>

namespace jaipur::fuzz {

using namespace client;
using namespace client::plain;
using namespace client::session;
namespace fs = std::filesystem;

namespace {

// In memory if possible: every write is synced.
class Directory {
  public:
    Directory() {
        const fs::path memory = "/dev/shm";
        std::error_code error;
        const fs::path parent =
            fs::is_directory(memory, error) ? memory : fs::temp_directory_path();
        std::string pattern = (parent / "jaipur-fuzz-XXXXXX").string();
        require(::mkdtemp(pattern.data()) != nullptr, "the directory can be created");
        path = pattern;
    }

    ~Directory() {
        std::error_code ignored;
        fs::remove_all(path, ignored);
    }

    Directory(const Directory&) = delete;
    Directory& operator=(const Directory&) = delete;

    fs::path path;
};

void print(std::string_view line) {
    require(is_fit_for_terminal(line), "a line is safe for a terminal");
    const std::string ascii = ascii_only(line);
    require(std::ranges::all_of(ascii, [](char c) { return c >= ' ' && c <= '~'; }),
            "ASCII mode prints only ASCII");
}

} // namespace

const fs::path& fresh_directory() {
    static const Directory directory;
    static const fs::path seats = directory.path / "jaipur" / "seats";
    std::error_code ignored;
    fs::remove_all(directory.path / "jaipur", ignored);
    return seats;
}

Environment Console::environment() {
    Environment result;
    result.now = [this] { return now_; };
    result.entropy = [this](std::span<std::uint8_t> bytes) {
        for (auto& byte : bytes)
            byte = static_cast<std::uint8_t>(random_.next());
    };
    result.can_ask = true; // the server may say that it is private
    return result;
}

Console::Console(const fs::path& seats)
    : files_(seats), passes_(seats.parent_path() / "passes"),
      session_("example.org:7777", "Asha", *this, files_, passes_, environment()),
      plain_(session_.model(), session_, print, {}),
      ui_(screen::settle(screen::first_state(session_.model(), {}), session_.model())) {
    session_.show_on(this);
    session_.start();
}

// ---- the user ----------------------------------------------------------------------------------

void Console::type(std::string_view line) {
    plain_.line(line);
}

void Console::press(std::uint8_t byte) {
    using screen::Key;
    const auto code = static_cast<Key::Code>(1 + byte % 15);
    const Key key = byte < 32    ? screen::key(code)
                    : byte < 128 ? screen::key(char32_t{byte})
                                 : screen::key(char32_t{byte} << 6); // letters of other scripts
    go_on(screen::update(ui_, key, model()));
}

void Console::go_on(screen::Step step) {
    ui_ = std::move(step.ui);
    const auto on_reply = [this](const Controls::Reply& reply) {
        go_on(screen::answered(ui_, reply));
    };

    struct {
        Session& session;
        const std::function<void(const Controls::Reply&)> on_reply;

        void operator()(protocol::RequestBody& body) { session.request(std::move(body), on_reply); }

        void operator()(screen::MarkReady) { session.ready(); }

        void operator()(screen::MarkReadyAndAgree) { session.ready_and_agree(); }

        void operator()(const screen::ResumeSeat& what) { session.resume(what.seat, on_reply); }

        void operator()(const screen::ForgetSeat& what) { session.forget(what.seat); }

        void operator()(const screen::PlayOther& what) {
            const auto open = [&to = session, create = what.create,
                               then = on_reply](const Controls::Reply& left) {
                if (std::holds_alternative<protocol::Ok>(left))
                    to.request(create, then);
            };
            session.request(protocol::LeaveRoom{}, open);
        }

        void operator()(const screen::EnterServer& what) {
            session.enter_server(what.key, on_reply);
        }

        void operator()(screen::StayOutside) { session.stay_outside(); }

        void operator()(screen::ReconnectNow) { session.reconnect_now(); }

        void operator()(screen::CopyLink) {} // the terminal takes it

        void operator()(screen::UsePlainMode) {} // the frontend changes, the session stays

        void operator()(screen::Quit) { session.quit(); }
    } perform{session_, on_reply};

    for (screen::Ask& ask : step.asks)
        std::visit(perform, ask);
}

void Console::draw(std::uint8_t kind) {
    using screen::Size;
    constexpr std::array sizes{Size{80, 24}, Size{100, 30}, Size{80, 24}, Size{140, 50},
                               Size{81, 25}, Size{79, 23},  Size{1, 1},   Size{300, 24}};
    const auto canvas = screen::draw(model(), ui_, sizes[kind % sizes.size()],
                                     static_cast<screen::Charset>(kind / 8 % 3), now_);
    require(is_fit_for_terminal(canvas), "a screen is safe for a terminal");
}

// ---- the server's end --------------------------------------------------------------------------

void Console::opened() {
    if (!std::exchange(opening, false))
        return;
    open_now = true;
    session_.opened();
}

void Console::received(std::string_view text) {
    if (open_now)
        session_.received(text);
}

void Console::closed(std::uint16_t code, std::string_view reason) {
    if (!std::exchange(open_now, false) && !opening)
        return;
    opening = false;
    sent.clear();
    session_.closed(code, reason);
}

void Console::pass(std::chrono::milliseconds time) {
    const SteadyTime end = now_ + time;
    int wakes = 0;
    for (auto due = session_.deadline(); due && *due <= end && ++wakes < 64;
         due = session_.deadline()) {
        now_ = std::max(now_, *due);
        session_.tick();
    }
    now_ = std::max(now_, end);
}

// ---- the session's requests --------------------------------------------------------------------

void Console::open() {
    shut();
    opening = true;
}

void Console::send(std::string text) {
    require(text.size() <= protocol::max_client_message, "a request is not too long");
    require(protocol::decode(text).has_value(), "a server can decode each request");
    sent.push_back(std::move(text));
}

void Console::shut() {
    opening = open_now = false;
    sent.clear();
}

void Console::changed() {
    plain_.changed();
    ui_ = screen::settle(std::move(ui_), model());
    const auto& log = model().log;
    for (std::size_t at = std::max(checked_, model().log_dropped);
         at < model().log_dropped + log.size(); ++at)
        require(is_fit_for_terminal(log[at - model().log_dropped].text),
                "the log is safe for a terminal");
    checked_ = model().log_dropped + log.size();
    require(is_fit_for_terminal(session_.farewell()), "a farewell is safe for a terminal");
}

} // namespace jaipur::fuzz
