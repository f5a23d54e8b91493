// A seat's record as text and back.
#include "client/console/session/seats.hpp"

#include "protocol/text.hpp"

#include <charconv>
#include <map>
#include <sstream>

namespace jaipur::client::session {

namespace {

// Values are one line: control characters and % are written as %0A.
std::string escaped(std::string_view value) {
    std::string result;
    for (const char c : value) {
        const auto byte = static_cast<unsigned char>(c);
        const bool plain = byte >= 0x20 && byte != 0x7F && c != '%';
        result += plain ? std::string(1, c) : "%" + protocol::upper_hex(byte, 2);
    }
    return result;
}

std::string unescaped(std::string_view value) {
    std::string result;
    for (std::size_t i = 0; i < value.size(); ++i) {
        std::uint8_t byte = static_cast<std::uint8_t>(value[i]);
        if (value[i] == '%' && i + 2 < value.size()) {
            std::from_chars(&value[i + 1], &value[i + 1] + 2, byte, 16);
            i += 2;
        }
        result += static_cast<char>(byte);
    }
    return result;
}

template <std::size_t Size>
std::string hex_or_nothing(const std::optional<std::array<std::uint8_t, Size>>& bytes) {
    return bytes ? protocol::hex(*bytes) : "-";
}

std::string opening_text(const shuffle::Opening& opening) {
    switch (opening.kind) {
    case shuffle::Opening::Kind::Unknown:
        break;
    case shuffle::Opening::Kind::Drawn:
        return "drawn";
    case shuffle::Opening::Kind::Settled:
        return opening.starter == Seat::Zero ? "seat0" : "seat1";
    }
    return "unknown";
}

shuffle::Opening opening_from(const std::string& text) {
    if (text == "drawn")
        return {shuffle::Opening::Kind::Drawn, {}};
    if (text == "unknown")
        return {};
    return {shuffle::Opening::Kind::Settled, text == "seat0" ? Seat::Zero : Seat::One};
}

} // namespace

std::string to_text(const SeatRecord& record) {
    std::string text;
    const auto add = [&](std::string_view key, std::string_view value) {
        text += std::string(key) + " " + escaped(value) + "\n";
    };
    add("jaipur-seat", "1"); // the version of this format
    add("server", record.server);
    add("room", record.room);
    add("seat", record.seat ? std::to_string(index(*record.seat)) : "-");
    add("token", record.token);
    add("name", record.name);
    if (!record.player.empty())
        add("player", record.player);
    if (!record.fair)
        return text;
    add("match", protocol::hex(record.fair->match));
    add("server_commit", protocol::hex(record.fair->server_commit));
    add("opening", opening_text(record.fair->opening));
    add("nonce", hex_or_nothing(record.fair->nonce));
    if (record.fair->seat_commits) {
        add("commit0", hex_or_nothing((*record.fair->seat_commits)[Seat::Zero]));
        add("commit1", hex_or_nothing((*record.fair->seat_commits)[Seat::One]));
    }
    return text;
}

// Reads leniently, writes the result again and compares: only what `to_text` writes is a record.
std::optional<SeatRecord> from_text(std::string_view text) {
    std::map<std::string, std::string> values;
    std::istringstream lines{std::string(text)};
    for (std::string key, value; std::getline(lines, key, ' ') && std::getline(lines, value);)
        values[key] = unescaped(value);

    SeatRecord record{values["server"], values["room"], std::nullopt,    values["token"],
                      values["name"],   std::nullopt,   values["player"]};
    if (values["seat"] != "-")
        record.seat = values["seat"] == "0" ? Seat::Zero : Seat::One;
    if (values.contains("match")) {
        shuffle::KeptFair& fair = record.fair.emplace();
        fair.match = protocol::from_hex<16>(values["match"]).value_or(fair.match);
        fair.server_commit =
            protocol::from_hex<32>(values["server_commit"]).value_or(fair.server_commit);
        fair.opening = opening_from(values["opening"]);
        fair.nonce = protocol::from_hex<32>(values["nonce"]);
        if (values.contains("commit0"))
            fair.seat_commits =
                PerSeat<std::optional<protocol::Hash>>{{protocol::from_hex<32>(values["commit0"]),
                                                        protocol::from_hex<32>(values["commit1"])}};
    }
    return to_text(record) == text ? std::optional(record) : std::nullopt;
}

} // namespace jaipur::client::session
