// Whom to tell what, while a seat is free.
#include "client/console/address.hpp"
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
    const auto address = address_meant(server);
    if (!address || !is_this_computer(address->host))
        return {};
    return "Friends on other computers cannot reach " + std::string(server) +
           ". For a game with them, one types ./jaipur serve, and everybody ./jaipur play "
           "HOST:7777 with the address of that computer.";
}

std::string invitation(const Model& model) {
    const bool listed = model.room && model.room->options.is_public;
    return listed ? "Waiting for somebody to join."
                  : "Tell your friend the code, and wait for them to join.";
}

} // namespace jaipur::client::words
