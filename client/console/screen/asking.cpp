// The requests that forms send, and what the replies change in the form.
#include "client/console/screen/ui.hpp"
#include "client/console/translation.hpp"
#include "client/console/words/words.hpp"

#include <algorithm>
#include <utility>

namespace jaipur::client::screen {

namespace {

struct FillIn {
    UiState& ui;

    void fill(Page page, const std::optional<std::string>& name, std::string_view code,
              const std::optional<std::string>& password) const {
        ui.page = page;
        ui.form.name = line_edit(name.value_or(""));
        ui.form.code = line_edit(code);
        ui.form.password = line_edit(password.value_or(""));
    }

    void operator()(const protocol::CreateRoom& create) const {
        fill(create.options.bot ? Page::Bot : Page::NewRoom, create.name, {},
             create.options.password);
        ui.form.options = create.options;
        ui.form.options.password.reset();
    }

    void operator()(const protocol::JoinRoom& join) const {
        fill(Page::Join, join.name, join.room, join.password);
    }

    void operator()(const protocol::Spectate& spectate) const {
        fill(Page::Watch, spectate.name, spectate.room, spectate.password);
    }

    void operator()(const protocol::QuickMatch& quick) const {
        fill(Page::Quick, quick.name, {}, {});
        ui.form.options.clock = quick.clock;
    }

    void operator()(const protocol::ListRooms&) const { ui.page = Page::Rooms; }

    void operator()(const protocol::TakeOver&) const { ui.asked = Asked::SeatHere; }

    template <class... Bodies>
    void operator()(const std::variant<Bodies...>& group) const {
        std::visit(*this, group);
    }

    template <class Other>
    void operator()(const Other&) const {} // has no form
};

// Moves to the password, which is wrong more often than the code.
void refused(UiState& ui, const protocol::Error& error, Asked asked) {
    const words::Purpose purpose = asked == Asked::SeatHere ? words::Purpose::MovingHere
                                   : ui.page == Page::Join  ? words::Purpose::Joining
                                   : ui.page == Page::Watch ? words::Purpose::Watching
                                                            : words::Purpose::Any;
    if (asked != Asked::Server) // the gate says why
        ui.notice = words::error(error.code, purpose);
    if (purpose != words::Purpose::Any && error.code == protocol::ErrorCode::NoSuchRoom)
        focus(ui, Field::Password);
}

void take(UiState& ui, const protocol::Ok& ok, Asked asked) {
    if (asked == Asked::Server) {
        ui.done = words::is_in();
        if (ui.page == Page::Join || ui.page == Page::Watch) { // the link was pasted there
            ui.page = Page::Menu;
            ui.row = 0;
            ui.form.code = {};
        }
    }
    const auto* key = std::get_if<protocol::SeatKey>(&ok.adds);
    if (key == nullptr)
        return;
    ui.seat_key = *key;
    ui.overlay = Overlay::OtherDevice;
}

} // namespace

Step begin(UiState ui, const protocol::RequestBody& request) {
    std::visit(FillIn{ui}, request);
    if (ui.page != Page::Menu && ui.page != Page::Rooms)
        ui.asked = Asked::Something;
    return {std::move(ui), {request}};
}

Step answered(UiState ui, const Controls::Reply& reply, std::string_view removed) {
    const Asked asked = std::exchange(ui.asked, Asked::Nothing);
    if (ui.before_gate && asked != Asked::Server) // what the form behind the gate asked for
        ui.before_gate->asked = Asked::Nothing;
    Step step{std::move(ui), {}};
    if (const auto* error = std::get_if<protocol::Error>(&reply))
        refused(step.ui, *error, asked);
    else if (!removed.empty())
        step.ui.done = _("You removed {0}.", removed);
    else
        take(step.ui, std::get<protocol::Ok>(reply), asked);
    return step;
}

} // namespace jaipur::client::screen
