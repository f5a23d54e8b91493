// Which texts the server accepts as JSON.
#include "tests/protocol/decoding.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace jaipur;
using namespace jaipur::protocol;
using namespace jaipur::test;

TEST_CASE("anything but one JSON object is bad_json") {
    for (const char* frame : {"",
                              " ",
                              "null",
                              "true",
                              "7",
                              "\"ping\"",
                              "[]",
                              R"([{"type":"ping","id":7}])",
                              "{",
                              "}",
                              "{}}",
                              "{]",
                              "{,}",
                              "{\"a\"}",
                              "{\"a\":}",
                              "{\"a\":1,}",
                              "{a:1}",
                              "{'type':'ping','id':7}",
                              R"({"type":"ping","id":7}{})",
                              R"({"type":"ping","id":7} x)",
                              R"({"type":"ping","id":7},)",
                              R"({"type":"ping","id":07})",
                              R"({"type":"ping","id":+7})",
                              R"({"type":"ping","id":0x7})",
                              R"({"type":"ping","id":7.})",
                              R"({"type":"ping","id":.7})",
                              R"({"type":"ping","id":NaN})",
                              R"({"type":"ping","id":Infinity})",
                              R"({"type":"ping","id":7 /* seven */})",
                              "{\"type\":\"ping\",\"id\":7} // seven",
                              R"({"type":"ping","id":True})",
                              "{\"type\":\"pi\nng\",\"id\":7}",
                              "{\"type\":\"pi\tng\",\"id\":7}",
                              R"({"type":"pi\xng","id":7})",
                              R"({"type":"pi\u12","id":7})"})
        check_bad_json(frame);
}

TEST_CASE("only JSON's own white space is accepted") {
    CHECK(accepted(" \t\r\n{ \"type\" : \"ping\" ,\n\"id\" : 7 } \r\n"));
    check_bad_json("\v{\"type\":\"ping\",\"id\":7}");
    check_bad_json("\u00a0{\"type\":\"ping\",\"id\":7}");
}

TEST_CASE("a byte-order mark is bad_json") {
    check_bad_json("\xef\xbb\xbf{\"type\":\"ping\",\"id\":7}");
    check_bad_json("\xff\xfe{\"type\":\"ping\",\"id\":7}");
}

TEST_CASE("a zero byte does not end the frame") {
    using namespace std::string_literals;
    check_bad_json("{\"type\":\"ping\",\"id\":7}\0"s);
    check_bad_json("{\"type\":\"ping\",\"id\":7}\0 garbage"s);
    check_bad_json("\0{\"type\":\"ping\",\"id\":7}"s);
    check_bad_json("{\"type\":\"ping\",\0\"id\":7}"s);
    check_bad_json("{\"type\":\"pi\0ng\",\"id\":7}"s);
}

TEST_CASE("a repeated key is bad_json, at any depth and however it is escaped") {
    check_bad_json(R"({"type":"ping","id":7,"id":7})");
    check_bad_json(R"({"type":"ping","type":"ping","id":7})");
    check_bad_json(R"({"type":"ping","id":7,"x":1,"\u0078":1})");
    check_bad_json(R"({"type":"ping","id":7,"":1,"":1})");
    check_bad_json(with_options(R"("seals":2,"seals":2)"));
    check_bad_json(with_options(R"("clock":{"initial":1,"increment":1,"initial":1})"));
    check_bad_json(with_action(R"({"type":"take","card":"gold","card":"gold"})"));
    check_bad_json(R"({"type":"ping","id":7,"x":[[{"a":1,"b":2,"a":3}]]})");
    // The same key may appear in different objects.
    check_bad_request(R"({"type":"ping","id":7,"x":{"type":1,"id":{"id":1}}})");
}

TEST_CASE("objects and arrays may be nested 8 deep, no deeper") {
    const auto nested = [](int depth) { // the outer object is depth 1
        return R"({"type":"ping","id":7,"x":)" + repeated("[", depth - 1) +
               repeated("]", depth - 1) + "}";
    };
    check_bad_request(nested(8)); // JSON, but no field of a ping
    check_bad_json(nested(9));
    const auto nested_objects = [](int depth) {
        return R"({"type":"ping","id":7,"x":)" + repeated(R"({"x":)", depth - 1) + "1" +
               repeated("}", depth - 1) + "}";
    };
    check_bad_request(nested_objects(8));
    check_bad_json(nested_objects(9));
}

TEST_CASE("a hundred thousand brackets do no harm") {
    check_bad_json(repeated("[", 100000));
    check_bad_json(repeated("{\"a\":", 100000));
    check_bad_json(repeated("{\"a\":[", 100000));
    check_bad_json(R"({"type":"ping","id":7,"x":)" + repeated("[", 100000));
    check_bad_json(repeated("[", 100000) + repeated("]", 100000));
    check_bad_json(repeated("[]", 100000));
    check_bad_request(R"({"type":"ping","id":7,"x":[)" + repeated("[],", 100000) + "[]]}");
}

TEST_CASE("texts are valid Unicode or bad_json") {
    CHECK(body<SendChat>(with_text("\xc3\xa4 \xe2\x82\xac \xf0\x9f\x90\xab")).text == "ä € 🐫");
    CHECK(body<SendChat>(with_text(R"(\u00e4 \u20AC \ud83d\udc2b \n\"\\\/)")).text ==
          "ä € 🐫 \n\"\\/");
    CHECK(body<SendChat>(with_text(R"(a\u0000b)")).text == std::string("a\0b", 3));
    for (const char* raw : {
             "\x80",             // a trail byte alone
             "\xc3",             // cut short
             "\xc3(",            // no trail byte
             "\xc0\xaf",         // overlong
             "\xe0\x80\xaf",     // overlong
             "\xf0\x80\x80\xaf", // overlong
             "\xed\xa0\x80",     // a surrogate
             "\xed\xbf\xbf",     //
             "\xf4\x90\x80\x80", // above U+10FFFF
             "\xf8\x88\x80\x80\x80",
             "\xfe",
             "\xff",
             R"(\ud83d)",       // a lone surrogate
             R"(\udc2b)",       //
             R"(\ud83dx)",      //
             R"(\ud83d\u0041)", //
             R"(\udc2b\ud83d)", // the wrong way round
             R"(\ud83d\ud83d)",
         })
        check_bad_json(with_text(raw));
    // Also in keys and outside texts.
    check_bad_json("{\"type\":\"ping\",\"id\":7,\"\xff\":1}");
    check_bad_json("{\"type\":\"ping\",\"id\":7}\xff");
}
