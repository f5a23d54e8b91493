// Renew the golden file if a stored format changes, and write a migration:
//     JAIPUR_RENEW_GOLDEN=1 build/dev/bin/tests_server_store -tc='stored records*'
#include "server/store/record_codec.hpp"
#include "tests/server/store/samples.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <set>
#include <string>
#include <vector>

namespace jaipur::server::store::test {

namespace {

const std::string golden = JAIPUR_GOLDEN "/records.jsonl";

std::vector<std::string> lines_of(const std::string& path) {
    std::ifstream file(path);
    std::vector<std::string> lines;
    for (std::string line; std::getline(file, line);)
        lines.push_back(line);
    return lines;
}

bool is_refused(const std::string& text) {
    return decode_record(text).has_error();
}

std::string replaced(std::string text, const std::string& what, const std::string& by) {
    const auto at = text.find(what);
    REQUIRE(at != std::string::npos);
    return text.replace(at, what.size(), by);
}

} // namespace

TEST_CASE("every kind of record is read back unchanged") {
    std::set<std::size_t> kinds;
    for (const core::Record& record : sample_records()) {
        const std::string text = encode_record(record);
        CAPTURE(text);
        const auto back = decode_record(text);
        REQUIRE(back.has_value());
        CHECK(back->number == record.number);
        CHECK(back->room == record.room);
        CHECK(back->at == record.at);
        CHECK(back->absence == record.absence);
        CHECK(back->clock_left == record.clock_left);
        CHECK(back->body.index() == record.body.index());
        CHECK(encode_record(*back) == text);
        kinds.insert(record.body.index());
    }
    CHECK(kinds.size() == std::variant_size_v<core::RecordBody>);
}

TEST_CASE("a record's text includes every member") {
    const auto all = texts(sample_records());
    CHECK(std::set<std::string>(all.begin(), all.end()).size() == all.size());
    const auto record = snapshot_record(9);
    const auto& was = std::get<core::Snapshot>(record.body);
    const auto back = std::get<core::Snapshot>(decode_record(encode_record(record))->body);
    CHECK(back.opened == was.opened);
    CHECK(back.options == was.options);
    CHECK(back.password == was.password);
    CHECK(back.players == was.players);
    CHECK(back.fresh == was.fresh);
    CHECK(back.aborted == was.aborted);
    CHECK(back.starter == was.starter);
    CHECK(back.seq == was.seq);
    CHECK(back.chat == was.chat);
}

TEST_CASE("stored records match the golden file") {
    const auto now = texts(sample_records());
    if (std::getenv("JAIPUR_RENEW_GOLDEN") != nullptr) {
        std::ofstream file(golden);
        for (const std::string& line : now)
            file << line << "\n";
    }
    CHECK(lines_of(golden) == now);
}

TEST_CASE("a truncated or changed record is refused or reads as a different record") {
    for (const std::string& text : texts(sample_records())) {
        CAPTURE(text);
        int taken = 0, altered = 0;
        for (std::size_t size = 0; size < text.size(); ++size)
            taken += is_refused(text.substr(0, size)) ? 0 : 1;
        for (std::size_t at = 0; at < text.size(); ++at) {
            for (const char byte : {'\0', ' ', '"', '0', '9', 'x', '}', ']', ',', '\xFF'}) {
                std::string changed = text;
                changed[at] = byte;
                const auto read = decode_record(changed);
                altered += read.has_value() && encode_record(*read) != changed ? 1 : 0;
            }
        }
        CHECK(taken == 0);
        CHECK(altered == 0);
    }
}

TEST_CASE("unknown content in a record is refused") {
    const std::string text = encode_record(chat_record(7));
    REQUIRE_FALSE(is_refused(text));
    CHECK(is_refused(text + " "));
    CHECK(is_refused(" " + text));
    CHECK(is_refused(text + text));
    CHECK(is_refused("\xEF\xBB\xBF" + text));
    CHECK(is_refused(replaced(text, "{", "{\"more\":1,")));
    CHECK(is_refused(replaced(text, "\"text\":\"hello\"}", "\"text\":\"hello\",\"more\":1}")));
    CHECK(is_refused(replaced(text, ",\"text\":\"hello\"", "")));
    CHECK(is_refused(replaced(text, "hello", "h\\u0065llo")));
    CHECK(is_refused(replaced(text, "chatted", "whispered")));
    CHECK(is_refused(replaced(text, "chatted", "room_closed")));
    for (const char* number :
         {"0", "-7", "7.0", "7e0", "\"7\"", "9007199254740992", "99999999999999999999", "null"})
        CHECK_MESSAGE(is_refused(replaced(text, ":7,", ":" + std::string(number) + ",")), number);
    for (const char* room : {"abc234", "ABC23", "ABC2345", "ABC23O", "", "ABC 34"})
        CHECK_MESSAGE(is_refused(replaced(text, "ABC234", room)), room);
    CHECK(is_refused(replaced(text, "\"absence\":[0,0]", "\"absence\":[0]")));
    CHECK(is_refused(replaced(text, "\"absence\":[0,0]", "\"absence\":[0,0,0]")));
    for (const char* other : {"", "null", "[]", "{}", "1", "\"record\""})
        CHECK_MESSAGE(is_refused(other), other);
    CHECK(is_refused(std::string(100'000, '[')));
}

TEST_CASE("a record that no room could have decided is refused") {
    const auto all = texts(sample_records());
    const auto with = [&](const std::string& part) {
        const auto found = std::ranges::find_if(
            all, [&](const std::string& text) { return text.find(part) != std::string::npos; });
        REQUIRE(found != all.end());
        return *found;
    };
    const auto refused = [&](const std::string& part, const std::string& by) {
        return is_refused(replaced(with(part), part, by));
    };
    for (const char* seals : {"0", "4", "-1"})
        CHECK(refused("\"seals\":3", "\"seals\":" + std::string(seals)));
    CHECK(refused("\"delay\":20", "\"delay\":1"));
    CHECK(refused("\"grace\":3600", "\"grace\":3601"));
    for (const char* patience : {"0", "-1", "2592001"})
        CHECK(refused("\"patience\":2592000", "\"patience\":" + std::string(patience)));
    CHECK(refused("\"initial\":36000", "\"initial\":0"));
    for (const char* reason : {"tokens", "deck", "stalled", "seals", "bored"})
        CHECK(refused("\"reason\":\"resigned\"", "\"reason\":\"" + std::string(reason) + "\""));
    CHECK(refused("\"seat\":1", "\"seat\":2"));
    CHECK(refused("\"ply\":4294967295", "\"ply\":4294967296"));
    CHECK(refused("\"count\":255", "\"count\":256"));
    CHECK(refused("\"take\":[\"diamond\",", // more than an exchange can name
                  R"("take":["gold","gold","gold","gold","gold","gold","gold","gold",)"));
    CHECK(refused("\"opened\":1", "\"opened\":0"));
    CHECK(refused("\"aborted\":2", "\"aborted\":-2"));
    CHECK(refused("\"missed_reveals\":3", "\"missed_reveals\":-3"));
    CHECK(refused("\"missed_reveals\":3", "\"missed_reveals\":0")); // 0 is left out
    for (const char* trader : {"-1", "6", "null"})
        CHECK(refused("\"trader\":5", "\"trader\":" + std::string(trader)));
}

} // namespace jaipur::server::store::test
