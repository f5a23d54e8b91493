#include "protocol/codec.hpp"
#include "server/core/outbox.hpp"

#include <doctest/doctest.h>

#include <array>
#include <memory>
#include <string>
#include <utility>

namespace jaipur::server::core {

namespace {

using protocol::ServerMessage;

Outgoing outgoing(ServerMessage message) {
    return encoded(std::make_shared<const ServerMessage>(std::move(message)));
}

ServerMessage ok(std::uint64_t re) {
    return protocol::Ok{re, {}};
}

// A view with one event: seat 0 took this many camels.
ServerMessage view(std::uint64_t seq) {
    protocol::View view;
    view.room = "K7QX2M";
    view.seq = seq;
    TookCamels event;
    event.count = static_cast<std::uint8_t>(seq);
    view.events.emplace_back(event);
    return view;
}

// A room with this many spectators.
ServerMessage room(int spectators) {
    protocol::RoomInfo room;
    room.room = "K7QX2M";
    room.spectators = spectators;
    return room;
}

std::vector<std::string> all_of(Outbox& outbox) {
    std::vector<std::string> texts;
    while (!outbox.empty())
        texts.push_back(*outbox.pop());
    return texts;
}

std::vector<int> camels_told(const std::string& text) {
    const auto message = protocol::decode_server(text);
    REQUIRE(message.has_value());
    std::vector<int> counts;
    for (const auto& event : std::get<protocol::View>(*message).events)
        counts.push_back(std::get<TookCamels>(event).count);
    return counts;
}

std::string text(const ServerMessage& message) {
    return protocol::encode(message);
}

} // namespace

TEST_CASE("messages leave the outbox in order") {
    Outbox outbox(64, 0);
    for (std::uint64_t re = 1; re <= 3; ++re)
        CHECK(outbox.push(outgoing(ok(re))) == Outbox::Pushed::Queued);
    CHECK(outbox.messages() == 3);
    CHECK(all_of(outbox) == std::vector{text(ok(1)), text(ok(2)), text(ok(3))});
    CHECK(outbox.bytes() == 0);
}

TEST_CASE("a newer view replaces an unsent one, at the end and with the events of both") {
    Outbox outbox(64, 0);
    outbox.push(outgoing(view(1)));
    outbox.push(outgoing(ok(7)));
    outbox.push(outgoing(view(2)));
    outbox.push(outgoing(ok(8)));
    outbox.push(outgoing(view(3)));
    const auto texts = all_of(outbox);
    REQUIRE(texts.size() == 3);
    CHECK(texts[0] == text(ok(7)));
    CHECK(texts[1] == text(ok(8)));
    CHECK(camels_told(texts[2]) == std::vector{1, 2, 3});
    CHECK(texts[2].find("\"seq\":3,") != std::string::npos);
}

TEST_CASE("views of different matches are not merged") {
    Outbox outbox(64, 0);
    const auto of_match = [](std::uint8_t match, std::uint64_t seq) {
        ServerMessage message = view(seq);
        std::get<protocol::View>(message).match.fill(match);
        return outgoing(message);
    };
    outbox.push(of_match(1, 1));
    outbox.push(of_match(1, 2));
    outbox.push(of_match(2, 3));
    outbox.push(of_match(2, 4));
    const auto texts = all_of(outbox);
    REQUIRE(texts.size() == 2);
    CHECK(camels_told(texts[0]) == std::vector{1, 2});
    CHECK(camels_told(texts[1]) == std::vector{3, 4});
}

TEST_CASE("a view already being sent is left alone") {
    Outbox outbox(64, 0);
    outbox.push(outgoing(view(1)));
    CHECK(camels_told(*outbox.pop()) == std::vector{1});
    outbox.push(outgoing(view(2)));
    CHECK(camels_told(*outbox.pop()) == std::vector{2});
}

TEST_CASE("views from before and after joining a room are not merged") {
    Outbox outbox(64, 0);
    outbox.push(outgoing(view(1)));
    outbox.push(outgoing(protocol::Ok{5, protocol::Seated{"K7QX2M", Seat::Zero, std::nullopt}}));
    outbox.push(outgoing(view(2)));
    outbox.push(outgoing(view(3)));
    const auto texts = all_of(outbox);
    REQUIRE(texts.size() == 3);
    CHECK(camels_told(texts[0]) == std::vector{1});
    CHECK(camels_told(texts[2]) == std::vector{2, 3});
}

TEST_CASE("merging views doesn't affect other recipients") {
    const Outgoing first = outgoing(view(1));
    const Outgoing second = outgoing(view(2));
    Outbox slow(64, 0), quick(64, 0);
    slow.push(first);
    slow.push(second);
    quick.push(second);
    CHECK(camels_told(*slow.pop()) == std::vector{1, 2});
    CHECK(camels_told(*quick.pop()) == std::vector{2});
}

TEST_CASE("the outbox holds at most 64 unsent messages") {
    Outbox outbox(64, 0);
    for (std::uint64_t re = 0; re < 64; ++re)
        CHECK(outbox.push(outgoing(ok(re))) == Outbox::Pushed::Queued);
    CHECK(outbox.push(outgoing(ok(64))) == Outbox::Pushed::Overflow);
    CHECK(outbox.messages() == 64);
    outbox.pop();
    CHECK(outbox.push(outgoing(ok(65))) == Outbox::Pushed::Queued);
}

TEST_CASE("a view that replaces another takes no extra space") {
    Outbox outbox(2, 0);
    outbox.push(outgoing(view(1)));
    outbox.push(outgoing(ok(1)));
    CHECK(outbox.push(outgoing(view(2))) == Outbox::Pushed::Queued);
    CHECK(outbox.messages() == 2);
    CHECK(outbox.push(outgoing(ok(2))) == Outbox::Pushed::Overflow);
}

TEST_CASE("joining and leaving can't flood a slow reader: only the last room message is kept") {
    Outbox outbox(4, 0);
    outbox.push(outgoing(room(1)));
    outbox.push(outgoing(ok(1)));
    for (int watching = 2; watching < 100; ++watching)
        REQUIRE(outbox.push(outgoing(room(watching))) == Outbox::Pushed::Queued);
    CHECK(outbox.push(outgoing(ok(2))) == Outbox::Pushed::Queued);
    const std::size_t bytes = text(ok(1)).size() + text(room(99)).size() + text(ok(2)).size();
    CHECK(outbox.bytes() <= bytes + text(room(98)).size());
    auto texts = all_of(outbox);
    REQUIRE(texts.size() >= 3);
    CHECK(texts.front() == text(ok(1)));
    CHECK(texts[texts.size() - 2] == text(room(99)));
    CHECK(texts.back() == text(ok(2)));
    CHECK(outbox.bytes() == 0);
}

TEST_CASE("as long as there is space, every room message is kept") {
    Outbox outbox(64, 0);
    for (int watching = 1; watching <= 64; ++watching)
        outbox.push(outgoing(room(watching)));
    CHECK(all_of(outbox).size() == 64);
}

TEST_CASE("a room message that a table refers to stays, as does one from before joining") {
    Outbox outbox(5, 0);
    const auto joined = protocol::Ok{5, protocol::Seated{"K7QX2M", Seat::Zero, std::nullopt}};
    outbox.push(outgoing(room(1)));
    outbox.push(outgoing(joined));
    outbox.push(outgoing(room(2)));
    outbox.push(outgoing(protocol::Commitments{}));
    outbox.push(outgoing(room(3)));
    CHECK(outbox.push(outgoing(room(4))) == Outbox::Pushed::Queued);
    CHECK(all_of(outbox) == std::vector{text(room(1)), text(joined), text(room(2)),
                                        text(protocol::Commitments{}), text(room(4))});
}

TEST_CASE("the outbox is bounded by bytes, to the byte") {
    const std::size_t size = text(ok(1)).size();
    Outbox outbox(0, 3 * size);
    for (int i = 0; i < 3; ++i)
        CHECK(outbox.push(outgoing(ok(1))) == Outbox::Pushed::Queued);
    CHECK(outbox.bytes() == 3 * size);
    CHECK(outbox.push(outgoing(ok(1))) == Outbox::Pushed::Overflow);
}

TEST_CASE("only the text of waiting messages is kept, except for views") {
    Outbox outbox(64, 0);
    const Outgoing answer = outgoing(ok(1)), shown = outgoing(view(1));
    outbox.push(answer);
    outbox.push(shown);
    CHECK(answer.message.use_count() == 1);
    CHECK(shown.message.use_count() == 2);
    CHECK(answer.text->capacity() <= answer.text->size() + 16);
}

TEST_CASE("0 lifts both limits") {
    Outbox outbox(0, 0);
    for (std::uint64_t re = 0; re < 10000; ++re)
        REQUIRE(outbox.push(outgoing(ok(re))) == Outbox::Pushed::Queued);
    CHECK(outbox.messages() == 10000);
    outbox.clear();
    CHECK(outbox.empty());
    CHECK(outbox.bytes() == 0);
}

TEST_CASE("a message for several recipients is encoded once") {
    Encoder encode;
    const auto room = std::make_shared<const ServerMessage>(ok(1));
    const auto view_of_one = std::make_shared<const ServerMessage>(view(1));
    const auto also_for_another = std::array{room, view_of_one};
    const auto first = encode(room);
    CHECK(encode(view_of_one).text != first.text);
    CHECK(encode(room).text == first.text); // the very same string
    CHECK(*first.text == text(ok(1)));
}

TEST_CASE("the last eight messages are remembered") {
    Encoder encode;
    std::vector<std::shared_ptr<const ServerMessage>> messages;
    for (std::uint64_t re = 0; re < 9; ++re)
        messages.push_back(std::make_shared<const ServerMessage>(ok(re)));
    const auto also_for_another = messages;
    std::vector<std::shared_ptr<const std::string>> texts;
    for (const auto& message : messages)
        texts.push_back(encode(message).text);
    for (std::size_t i = 1; i < messages.size(); ++i)
        CHECK(encode(messages[i]).text == texts[i]);
    CHECK(encode(messages[0]).text != texts[0]);
}

TEST_CASE("a message for one connection is not cached: it may contain a token") {
    Encoder encode;
    std::weak_ptr<const ServerMessage> kept;
    {
        const auto message = std::make_shared<const ServerMessage>(ok(1));
        kept = message;
        encode(message);
    }
    CHECK(kept.expired());
}

TEST_CASE("a single waiting message may exceed the limit") {
    Outbox outbox(0, 1);
    CHECK(outbox.push(outgoing(ok(1))) == Outbox::Pushed::Queued);
    CHECK(outbox.push(outgoing(ok(2))) == Outbox::Pushed::Overflow);
}

TEST_CASE("a message that doesn't fit leaves no trace") {
    Outbox outbox(0, 1000);
    CHECK(outbox.push(outgoing(ok(1))) == Outbox::Pushed::Queued);
    const std::size_t before = outbox.bytes();
    CHECK(outbox.push(outgoing(protocol::Chat{{}, "Asha", std::string(2000, 'x'), 0})) ==
          Outbox::Pushed::Overflow);
    CHECK(outbox.bytes() == before);
    CHECK(outbox.messages() == 1);
    CHECK(all_of(outbox) == std::vector{text(ok(1))});
    CHECK(outbox.bytes() == 0);
}

} // namespace jaipur::server::core
