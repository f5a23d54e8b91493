// The full screen of a replay.
#include "client/console/screen/draw.hpp"
#include "client/console/screen/replay.hpp"
#include "client/console/screen/shell.hpp"

#include <utility>

namespace jaipur::client::screen {

namespace {

class ReplayScreen final : public Shell {
  public:
    ReplayScreen(boost::asio::io_context& context, replay::ReplayPlayer replay,
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

    boost::asio::io_context& context_;
    boost::asio::signal_set stop_;
    replay::ReplayPlayer replay_;
    ReplayUi ui_;
};

} // namespace

void show_replay(replay::ReplayPlayer replay, const ScreenOptions& options) {
    boost::asio::io_context context;
    std::make_shared<ReplayScreen>(context, std::move(replay), options)->run();
}

} // namespace jaipur::client::screen
