// Other programs read the schemas, so they must have the bounds that the code has.
#include "protocol/limits.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <fstream>
#include <string>

using namespace jaipur::protocol;

namespace {

nlohmann::json schema(const std::string& file) {
    std::ifstream in(JAIPUR_SOURCE_DIR "/protocol/schema/" + file);
    REQUIRE(in);
    return nlohmann::json::parse(in);
}

void check_numbers(const nlohmann::json& value, Bounds bounds) {
    CAPTURE(value.dump());
    CHECK(value.at("minimum") == bounds.min);
    CHECK(value.at("maximum") == bounds.max);
}

void check_lengths(const nlohmann::json& value, Bounds bounds) {
    CAPTURE(value.dump());
    CHECK(value.at("minLength") == bounds.min);
    CHECK(value.at("maxLength") == bounds.max);
}

// Texts that are read, but refused with an error code; only the description says so.
void check_described(const nlohmann::json& value, Bounds bounds) {
    const std::string text = value.at("description");
    CAPTURE(text);
    CHECK(text.starts_with(std::to_string(bounds.min) + " to " + std::to_string(bounds.max) +
                           " code points"));
}

} // namespace

TEST_CASE("the schemas have the bounds of a room's options") {
    const auto defs = schema("defs.json").at("$defs");
    const auto created =
        schema("client/create_room.json").at("/properties/options/properties"_json_pointer);
    check_lengths(created.at("password"), password_bounds);
    for (const auto& options : {created, defs.at("room_options").at("properties")}) {
        check_numbers(options.at("delay"), delay_bounds);
        check_numbers(options.at("seals"), seals_bounds);
        check_numbers(options.at("grace"), grace_bounds);
    }
    check_numbers(created.at("patience"), patience_bounds);
    // The server may have shortened it.
    check_numbers(defs.at("/room_options/properties/patience"_json_pointer),
                  {1, patience_bounds.max});
    const auto clock = defs.at("clock_options").at("properties");
    check_numbers(clock.at("initial"), clock_initial_bounds);
    check_numbers(clock.at("increment"), clock_increment_bounds);
    const auto listing =
        schema("server/ok_rooms.json").at("/properties/rooms/items/properties"_json_pointer);
    check_numbers(listing.at("seals"), seals_bounds);
    CHECK(listing.at("names").at("items").at("maxLength") == name_bounds.max);
    for (const char* trader : {"trader", "trader_or_null"})
        check_numbers(defs.at(trader), trader_bounds);
}

TEST_CASE("the schemas have the bounds of texts and room codes") {
    for (const char* file : {"create_room", "join_room", "quick_match", "spectate"})
        check_described(schema("client/" + std::string(file) + ".json").at("properties").at("name"),
                        name_bounds);
    check_described(schema("client/chat.json").at("properties").at("text"), chat_bounds);
    const auto chat = schema("server/chat.json").at("properties");
    check_lengths(chat.at("name").at("anyOf").at(0), name_bounds);
    check_lengths(chat.at("text"), chat_bounds);
    check_lengths(schema("http/replay.json").at("/properties/names/items"_json_pointer),
                  name_bounds);
    CHECK(schema("defs.json").at("/$defs/room_code/pattern"_json_pointer) ==
          "^[" + std::string(room_code_alphabet) + "]{" + std::to_string(room_code_length) + "}$");
}
