// The form of commands and answers.
#include "server/admin/answer.hpp"
#include "server/admin/command.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace jaipur;
using namespace jaipur::server;
using namespace jaipur::server::admin;

namespace {

// What a line means, as the codec writes it; or why it is refused.
std::string understood(std::string_view line) {
    const auto request = decode(line);
    return request ? encode(*request) : std::string(name(request.error()));
}

} // namespace

TEST_CASE("commands are read as they are written") {
    for (const std::string line : {
             R"({"command":"status"})",
             R"({"command":"status","text":true})",
             R"({"command":"rooms"})",
             R"({"command":"limits"})",
             R"({"command":"log-level","level":"debug"})",
             R"({"command":"backup","file":"/data/b"})",
             R"({"command":"end","room":"K7QX2M"})",
             R"({"command":"end","room":"K7QX2M","reason":"Rude."})",
             R"({"command":"announce","message":"Hello","for":60})",
             R"({"command":"announce"})",
             R"({"command":"drain"})",
             R"({"command":"drain","cancel":true})",
             R"({"command":"kick","who":"203.0.113.7"})",
             R"({"command":"ban","who":"K7QX2M","seat":1,"for":7200})",
             R"({"command":"unban","address":"203.0.113.0/24"})",
             R"({"command":"bans"})",
             R"({"command":"invite","uses":8,"for":3600,"note":"club"})",
             R"({"command":"invitations"})",
             R"({"command":"revoke","id":7})",
         })
        CHECK(understood(line) == line);
    CHECK(understood(R"({"command":"invite"})") == R"({"command":"invite","uses":1,"for":604800})");
    CHECK(name(decode(R"({"text":false,"command":"rooms"})")->command) == "rooms");
}

TEST_CASE("anything else is refused") {
    for (const std::string line : {
             "",
             "status",
             "[]",
             R"({})",
             R"({"command":null})",
             R"({"command":"shutdown"})",
             R"({"command":"status","command":"rooms"})",
             R"({"command":"status","more":1})",
             R"({"command":"status","text":1})",
             R"({"command":"log-level"})",
             R"({"command":"backup","file":7})",
             R"({"command":"ban","who":"203.0.113.7","for":0})",
             R"({"command":"ban","who":"203.0.113.7","for":1e9})",
             R"({"command":"kick","who":"K7QX2M","seat":2})",
             R"({"command":"invite","uses":0})",
             R"({"command":"invite","uses":1001})",
             R"({"command":"invite","for":0})",
             R"({"command":"invite","note":7})",
             R"({"command":"revoke"})",
             R"({"command":"revoke","id":0})",
             R"({"command":"revoke","id":"7"})",
             R"({"command":"backup","file":{"a":{"b":{"c":1}}}})",
             "{\"command\":\"backup\",\"file\":\"\xff\"}",
         })
        CHECK_MESSAGE(understood(line) == "bad_request", line);
}

TEST_CASE("answers say whether it worked, and have a text only for people") {
    CHECK(encode(Done{"saved"}, {}, With::Data) == R"({"ok":true,"message":"saved"})");
    CHECK(encode(Failed{Failure::Busy, "no"}, {}, With::Data) ==
          R"({"ok":false,"error":"busy","message":"no"})");
    CHECK(encode(Done{"saved"}, {}, With::Text) ==
          R"({"ok":true,"message":"saved","text":"saved\n"})");
    CHECK(encode(LimitList{{{"rooms", "7"}}}, {}, With::Data) ==
          R"({"ok":true,"limits":{"rooms":"7"}})");
    const core::Time time{core::milliseconds{5}};
    CHECK(encode(Invited{7, "https://a.example/enter#x", time, 2}, {}, With::Data) ==
          R"({"ok":true,"id":7,"link":"https://a.example/enter#x","expires":5,"uses":2})");
    CHECK(encode(InvitationList{{{7, "club", time, time, 2, 1, 1, true}}, 3}, {}, With::Data) ==
          R"({"ok":true,"invitations":[{"id":7,"note":"club","made":5,"expires":5,"uses":2,)"
          R"("spent":1,"passes":1,"revoked":true}],"passes_by_password":3})");
}
