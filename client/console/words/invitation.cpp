// How others get into the user's room, and the user to another device.
#include "client/console/address.hpp"
#include "client/console/safe_text.hpp"
#include "client/console/translation.hpp"
#include "client/console/words/words.hpp"

namespace jaipur::client::words {

namespace {

bool is_this_computer(std::string_view host) {
    return host == "localhost" || host == "::1" ||
           (host.substr(0, 4) == "127." &&
            host.find_first_not_of("0123456789.") == std::string_view::npos);
}

} // namespace

std::string out_of_reach(std::string_view server) {
    const auto address = parse_address(server);
    if (!address || !is_this_computer(address->host))
        return {};
    return _(
        "Friends on other computers can't reach {0}. To play over the network, one of you runs "
        "./jaipur serve; the others run ./jaipur join CODE HOST:7777 with the address of that "
        "computer.",
        server);
}

std::string invitation(const Model& model) {
    const bool listed = model.room && model.room->options.is_public;
    return listed ? _("Waiting for somebody to join.")
                  : _("Give your friend the code, and wait for them to join.");
}

WayIn way_in(const Model& model) {
    const auto address = parse_address(model.invite_at);
    if (!address || !model.room_code)
        return {};
    return {"./jaipur join " + *model.room_code + " " + text_of(*address),
            page_link(*address, *model.room_code)};
}

WayOut way_out(const Model& model, const protocol::SeatKey& key) {
    const auto address = parse_address(model.invite_at);
    if (!address || !model.room_code)
        return {};
    return {seat_link(*address, *model.room_code, key.key),
            _("Open this link in a browser on the other device, or run ./jaipur join there and "
              "paste it. You go on playing there, and this program stops."),
            _("It works once, for the next {0}. Anyone who opens it gets your seat, so keep it to "
              "yourself.",
              duration(key.expires_in / 1000))};
}

std::string elsewhere(std::string_view server) {
    return _("That room is on {0}. Quit, run ./jaipur join and paste the link.", safe(server));
}

std::string wrong_room_code(std::string_view given) {
    return given.empty() ? _("A room code has six letters and digits (no 0, 1, I or O).")
                         : _("\"{0}\" isn't a room code. A code has six letters and digits (no 0, "
                             "1, I or O).",
                             given);
}

} // namespace jaipur::client::words
