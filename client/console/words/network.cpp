#include "client/console/words/network.hpp"

namespace jaipur::client {

std::string declined_in_words(unsigned status) {
    const std::string said = " (HTTP " + std::to_string(status) + ")";
    switch (status) {
    case 429:
        return "there are too many connections from your network" + said;
    case 503:
        return "the server is full" + said;
    default:
        return "it answered HTTP " + std::to_string(status);
    }
}

} // namespace jaipur::client
