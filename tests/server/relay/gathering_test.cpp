// Several servers' answers as one.
#include "protocol/codec.hpp"
#include "protocol/message.hpp"
#include "server/relay/gathering.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <string>
#include <utility>
#include <vector>

using namespace jaipur;
using namespace jaipur::server;
using namespace jaipur::server::relay;

namespace {

protocol::RoomList rooms(const std::vector<std::string>& codes, bool more = false) {
    protocol::RoomList list;
    for (const auto& code : codes) {
        list.rooms.emplace_back();
        list.rooms.back().room = code;
        list.rooms.back().spectator_mode = protocol::SpectatorMode::Public;
        list.rooms.back().patience = 600;
    }
    if (more)
        list.next = codes.back();
    return list;
}

template <class Adds>
std::string answer(Adds adds) {
    return protocol::encode(protocol::ServerMessage(protocol::Ok{1, std::move(adds)}));
}

std::string error(protocol::ErrorCode code) {
    return protocol::encode(protocol::ServerMessage(protocol::Error{1, code, {}}));
}

std::vector<std::string> many(char slot) {
    std::vector<std::string> codes;
    for (char a = 'A'; a <= 'B'; ++a)
        for (char b = 'A'; codes.size() < 25u * static_cast<std::size_t>(a - 'A' + 1); ++b)
            codes.push_back(std::string{slot, a, b, 'A', 'A', 'A'});
    return codes;
}

std::pair<std::vector<std::string>, std::optional<std::string>> listed(const std::string& text) {
    const auto message = protocol::decode_server(text);
    REQUIRE(message.has_value());
    const auto& list = std::get<protocol::RoomList>(std::get<protocol::Ok>(*message).adds);
    std::vector<std::string> codes;
    for (const auto& room : list.rooms)
        codes.push_back(room.room);
    return {codes, list.next};
}

bool is_error(const std::string& text, protocol::ErrorCode code) {
    const auto message = protocol::decode_server(text);
    REQUIRE(message.has_value());
    const auto* refused = std::get_if<protocol::Error>(&*message);
    return refused && refused->code == code && refused->re == 8;
}

} // namespace

TEST_CASE("every answer of ours is known as one, and no push is") {
    CHECK(is_answer(answer(protocol::Pong{3})));
    CHECK(is_answer(error(protocol::ErrorCode::BadJson)));
    CHECK_FALSE(is_answer(protocol::encode(protocol::ServerMessage(protocol::Chat{}))));
}

TEST_CASE("rooms of all servers are one list in the order of codes") {
    const auto [codes, next] = listed(rooms_of(
        {answer(rooms({"BBBBBB", "DDDDDD"})), std::nullopt, answer(rooms({"CCCCCC"}))}, 8));
    CHECK(codes == std::vector<std::string>{"BBBBBB", "CCCCCC", "DDDDDD"});
    CHECK_FALSE(next);
    // While a room moves, two servers may list it.
    CHECK(
        listed(rooms_of({answer(rooms({"BBBBBB"})), answer(rooms({"BBBBBB"}))}, 8)).first.size() ==
        1);
    CHECK(is_error(rooms_of({answer(rooms({})), error(protocol::ErrorCode::ServerLocked)}, 8),
                   protocol::ErrorCode::ServerLocked));
}

TEST_CASE("a page has fifty rooms, and says whether there are more") {
    const auto [codes, next] =
        listed(rooms_of({answer(rooms(many('C'))), answer(rooms(many('B')))}, 8));
    CHECK(codes == many('B'));
    CHECK(next == codes.back());
    const auto all = listed(rooms_of({answer(rooms(many('C'))), answer(rooms({}))}, 8));
    CHECK(all.first.size() == 50);
    CHECK_FALSE(all.second);
    CHECK(listed(rooms_of({answer(rooms(many('C'), true)), answer(rooms({}))}, 8)).second);
}

TEST_CASE("each server tells about its own games") {
    protocol::Game mine, yours;
    mine.room = "BBBBBB";
    yours.room = "CCCCCC";
    const auto first = answer(protocol::GameList{{mine, std::nullopt, std::nullopt}});
    const auto second = answer(protocol::GameList{{std::nullopt, yours, std::nullopt}});
    const auto message = protocol::decode_server(games_of({first, second}, 8));
    REQUIRE(message.has_value());
    const auto& games = std::get<protocol::GameList>(std::get<protocol::Ok>(*message).adds).games;
    REQUIRE(games.size() == 3);
    CHECK(games[0]->room == "BBBBBB");
    CHECK(games[1]->room == "CCCCCC");
    CHECK_FALSE(games[2]);
}

TEST_CASE("games that are known are told, also if others aren't, and none is said to be gone") {
    protocol::Game mine, yours;
    mine.room = "BBBBBB";
    yours.room = "CCCCCC";
    const auto first = answer(protocol::GameList{{mine, std::nullopt}});
    const auto part = protocol::encode(
        protocol::ServerMessage(protocol::games_lacking(1, {std::nullopt, yours})));
    using Games = std::vector<std::optional<protocol::Game>>;
    const auto lacking = [](const std::string& text) {
        REQUIRE(is_error(text, protocol::ErrorCode::ShuttingDown));
        return std::get<protocol::Error>(*protocol::decode_server(text)).games;
    };
    CHECK(lacking(games_of({first, std::nullopt}, 8)) == Games{mine, std::nullopt});
    CHECK(lacking(games_of({std::nullopt, part}, 8)) == Games{std::nullopt, yours});
    CHECK(lacking(games_of({first, error(protocol::ErrorCode::ShuttingDown)}, 8)) ==
          Games{mine, std::nullopt});
    CHECK(lacking(games_of({first}, 8, false)) == Games{mine, std::nullopt});
    const auto none = answer(protocol::GameList{{std::nullopt, std::nullopt}});
    CHECK(lacking(games_of({none, std::nullopt}, 8)).empty());
    CHECK(lacking(games_of({std::nullopt}, 8)).empty());
    const auto whole = protocol::decode_server(games_of({first, part}, 8)); // nothing is left open
    CHECK(std::get<protocol::GameList>(std::get<protocol::Ok>(*whole).adds).games ==
          Games{mine, yours});
    CHECK(is_error(games_of({first, error(protocol::ErrorCode::RateLimited)}, 8),
                   protocol::ErrorCode::RateLimited));
}

TEST_CASE("a server is asked about its own rooms, and seats without a room") {
    core::Owners owners(
        "me", [](core::Slot slot) { return slot == 'B'; }, std::chrono::seconds(10));
    owners.see({{{"me", false}, {"other", false}}, {{'B', "me"}, {'C', "other"}}},
               {{"other", "10.0.0.2:7"}}, {});
    const protocol::ListGames asked{{{"BBBBBB", "b"}, {"CCCCCC", "c"}, {std::nullopt, "n"}}};
    const auto to = [&](const std::string& address) {
        const auto request = protocol::decode(question_about(asked, 8, address, owners));
        REQUIRE(request.has_value());
        return protocol::as<protocol::ListGames>(request->body)->seats;
    };
    using Seats = std::vector<protocol::SeatToken>;
    // "": nobody's seat. Without a room, it could be in a slot that nobody holds.
    CHECK(to("") == Seats{{"BBBBBB", "b"}, {"BBBBBB", ""}, {std::nullopt, "n"}});
    CHECK(to("10.0.0.2:7") == Seats{{"CCCCCC", ""}, {"CCCCCC", "c"}, {std::nullopt, "n"}});
}
