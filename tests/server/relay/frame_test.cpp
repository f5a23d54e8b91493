// Frames, whole and in pieces.
#include "server/relay/frame.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace jaipur::server::relay;

TEST_CASE("frames arrive whole, however the bytes are cut") {
    std::string bytes;
    append_frame(bytes, Kind::Text, "one");
    append_frame(bytes, Kind::Alive, "");
    append_frame(bytes, static_cast<Kind>('?'), std::string(70'000, 'x'));
    for (const std::size_t piece :
         {std::size_t{1}, std::size_t{3}, std::size_t{4096}, bytes.size()}) {
        FrameReader reader(100'000);
        std::string seen;
        for (std::size_t at = 0; at < bytes.size(); at += piece) {
            reader.add(std::string_view(bytes).substr(at, piece));
            while (const auto frame = reader.next())
                seen.append(1, static_cast<char>(frame->kind))
                    .append(std::to_string(frame->payload.size()))
                    .append(" ");
        }
        CHECK(seen == "t3 a0 ?70000 ");
        CHECK_FALSE(reader.is_too_long());
    }
}

TEST_CASE("a frame that is too long is known by its head, and nothing follows it") {
    std::string bytes;
    append_frame(bytes, Kind::Text, "12345");
    FrameReader reader(4);
    reader.add(bytes.substr(0, frame_head));
    CHECK_FALSE(reader.next());
    CHECK(reader.is_too_long());
    std::string good;
    append_frame(good, Kind::Text, "1");
    reader.add(good);
    CHECK_FALSE(reader.next());

    FrameReader patient(5);
    patient.add(bytes);
    const auto frame = patient.next();
    REQUIRE(frame);
    CHECK(frame->payload == "12345");
}
