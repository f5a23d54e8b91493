// What is JSON and what it says: damaged texts, read by the codec and by nlohmann's
// parser, with separate code here for what the protocol forbids.
#include "protocol/codec.hpp"
#include "tests/support/random.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

using namespace jaipur;
using namespace jaipur::protocol;
using jaipur::test::Random;
using nlohmann::json;

namespace {

// The other reader accepts repeated keys and any depth.
class Strict : public json::json_sax_t {
  public:
    bool null() override { return true; }

    bool boolean(bool) override { return true; }

    bool number_integer(number_integer_t) override { return true; }

    bool number_unsigned(number_unsigned_t) override { return true; }

    bool number_float(number_float_t, const std::string&) override { return true; }

    bool string(std::string&) override { return true; }

    bool binary(json::binary_t&) override { return false; }

    bool start_object(std::size_t) override { return open(); }

    bool key(std::string& key) override { return keys_.back().insert(key).second; }

    bool end_object() override { return close(); }

    bool start_array(std::size_t) override { return open(); }

    bool end_array() override { return close(); }

    bool parse_error(std::size_t, const std::string&, const json::exception&) override {
        return false;
    }

  private:
    bool open() {
        keys_.emplace_back();
        return keys_.size() <= max_depth;
    }

    bool close() {
        keys_.pop_back();
        return true;
    }

    std::vector<std::set<std::string>> keys_;
};

std::optional<json> read_by_another(const std::string& text) {
    Strict strict;
    if (text.starts_with("\xEF\xBB\xBF") || text.find('\0') != std::string::npos ||
        !json::sax_parse(text, &strict))
        return std::nullopt;
    return json::parse(text);
}

const std::vector<std::string> frames{
    R"({"type":"chat","id":7,"text":"\"\\\/\b\f\n\r\t \u00e9\u20AC\ud83d\uDE00 é€😀"})",
    R"( { "type" : "chat" , "id" : 9007199254740991 , "text" : "" } )",
    R"({"type":"act","id":7,"ply":0,"action":{"type":"exchange","take":["gold"],"give":[]}})",
    R"({"id":-0,"a":[[[[[[[]]]]]]],"b":[1.5,-2e9,1E-400,true,false,null],"c":{"a":{},"b":{}}})",
    R"({"a":1,"b":1,"c":1,"d":1,"e":1,"f":1,"g":1,"h":1,"i":1,"id":18446744073709551616})",
};

const std::vector<std::string> pieces{
    "\"",
    "\\",
    "\\u",
    "\\u0000",
    "\\ud800",
    "\\udc00",
    "d83d",
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "0",
    "-",
    ".",
    "e",
    "E+",
    "1e999",
    "1e-999",
    "9",
    "true",
    "nul",
    " ",
    "\n",
    "\t",
    "\x1f",
    "\x7f",
    "\x80",
    "\xC1\x81",
    "\xC3",
    "\xED\xA0\x80",
    "\xE0\x9F\xBF",
    "\xF4\x90\x80\x80",
    "\xF0\x8F\xBF\xBF",
    "\xEF\xBB\xBF",
    "[[",
    "\"a\":1,",
    std::string(1, '\0'),
    "😀",
    "/*",
};

std::string spoilt(Random& random) {
    std::string text = random.pick(frames);
    for (std::size_t changes = 1 + random.below(3); changes > 0; --changes) {
        const std::size_t place = random.below(text.size() + 1);
        const std::size_t gone = random.one_in(2) ? random.below(3) : 0;
        const char any = static_cast<char>(random.below(256));
        text.replace(place, gone, random.one_in(3) ? std::string(1, any) : random.pick(pieces));
    }
    return text;
}

bool is_bad_json(const Result<Request, Error>& request) {
    return request.has_error() && request.error().code == ErrorCode::BadJson;
}

} // namespace

TEST_CASE("nlohmann's parser accepts the same texts and reads the same values") {
    Random random(20251122);
    int good = 0, bad = 0, texts = 0;
    for (int i = 0; i < 50'000; ++i) {
        const std::string text = spoilt(random);
        CAPTURE(text);
        const auto request = decode(text);
        const auto other = read_by_another(text);
        const bool object = other && other->is_object();
        REQUIRE(is_bad_json(request) == !object);
        ++(object ? good : bad);
        if (!request)
            continue;
        REQUIRE(request->id == (*other)["id"].get<std::uint64_t>());
        if (const auto* chat = as<SendChat>(request->body)) {
            REQUIRE(chat->text == (*other)["text"].get<std::string>());
            ++texts;
        }
    }
    CHECK(good > 2'500);
    CHECK(bad > 2'500);
    CHECK(texts > 250);
}

TEST_CASE("a repeated key is found among many fields, too") {
    std::string fields;
    for (int i = 0; i < 100; ++i)
        fields += "\"" + std::to_string(i) + "\":0,";
    CHECK(decode("{" + fields + R"("type":"ping","id":7})").error().code == ErrorCode::BadRequest);
    CHECK(decode("{" + fields + R"("type":"ping","id":7,"42":0})").error().code ==
          ErrorCode::BadJson);
}
