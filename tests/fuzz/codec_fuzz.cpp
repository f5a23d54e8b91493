// Any bytes, given to each of the protocol's readers. None may throw or crash, and anything read
// must be the same after writing and reading it again.
#include "protocol/codec.hpp"
#include "protocol/playback.hpp"
#include "protocol/verify.hpp"
#include "tests/fuzz/input.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>

using namespace jaipur::protocol;

namespace {

template <class Read>
void check(std::string_view text, Read read) {
    const auto first = read(text);
    if (!first)
        return;
    const auto second = read(encode(*first));
    if (!second || !(*second == *first))
        std::abort();
}

} // namespace

JAIPUR_FUZZ(codec_fuzz) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    check(text, [](std::string_view frame) { return decode(frame); });
    check(text, [](std::string_view frame) { return decode_server(frame); });
    check(text, [](std::string_view frame) { return decode_replay(frame); });
    if (const auto replay = decode_replay(text)) // anyone can send one
        if (verify(*replay).is_consistent() && !play_back(*replay).whole)
            std::abort();
    if (const auto request = decode(text); !request)
        encode(ServerMessage(request.error()));
    return 0;
}
