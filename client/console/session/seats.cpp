// A seat's record as text and back.
#include "client/console/session/seats.hpp"

#include <algorithm>
#include <array>
#include <map>

namespace jaipur::client::session {

namespace {

constexpr std::string_view first_line = "jaipur-seat 1\n";
constexpr std::string_view nothing = "-";

// Values are one line: control characters and % are written as %0A.
std::string escaped(std::string_view value) {
    std::string result;
    for (const char c : value) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte >= 0x20 && byte != 0x7F && c != '%') {
            result += c;
            continue;
        }
        result += '%';
        result += "0123456789ABCDEF"[byte / 16];
        result += "0123456789ABCDEF"[byte % 16];
    }
    return result;
}

std::optional<std::string> unescaped(std::string_view value) {
    std::string result;
    for (std::size_t i = 0; i < value.size(); ++i) {
        if (value[i] != '%') {
            result += value[i];
            continue;
        }
        const auto digit = [&](std::size_t at) -> std::optional<unsigned> {
            if (at >= value.size())
                return std::nullopt;
            const auto found = std::string_view("0123456789ABCDEF").find(value[at]);
            if (found == std::string_view::npos)
                return std::nullopt;
            return static_cast<unsigned>(found);
        };
        const auto high = digit(i + 1), low = digit(i + 2);
        if (!high || !low)
            return std::nullopt;
        result += static_cast<char>(*high * 16 + *low);
        i += 2;
    }
    return result;
}

using Fields = std::map<std::string, std::string, std::less<>>;

std::optional<Fields> fields_of(std::string_view text) {
    if (!text.starts_with(first_line))
        return std::nullopt;
    text.remove_prefix(first_line.size());
    Fields fields;
    while (!text.empty()) {
        const std::size_t end = text.find('\n'), space = text.find(' ');
        if (end == std::string_view::npos || space > end) // cut off, or without a value
            return std::nullopt;
        const auto value = unescaped(text.substr(space + 1, end - space - 1));
        if (!value || !fields.emplace(text.substr(0, space), *value).second)
            return std::nullopt;
        text.remove_prefix(end + 1);
    }
    return fields;
}

std::optional<std::string> field(const Fields& fields, std::string_view key) {
    const auto found = fields.find(key);
    return found == fields.end() ? std::nullopt : std::optional(found->second);
}

// A hash or secret that may be missing. The outer optional is empty if the text is wrong.
using MaybeHash = std::optional<std::array<std::uint8_t, 32>>;

std::optional<MaybeHash> maybe_hash(const Fields& fields, std::string_view key) {
    const auto text = field(fields, key);
    if (!text || *text == nothing)
        return MaybeHash{};
    const MaybeHash hash = protocol::from_hex<32>(*text);
    return hash ? std::optional(hash) : std::nullopt;
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

std::optional<shuffle::Opening> opening_from(std::string_view text) {
    for (const shuffle::Opening opening :
         {shuffle::Opening{}, shuffle::Opening{shuffle::Opening::Kind::Drawn, {}},
          shuffle::Opening{shuffle::Opening::Kind::Settled, Seat::Zero},
          shuffle::Opening{shuffle::Opening::Kind::Settled, Seat::One}})
        if (opening_text(opening) == text)
            return opening;
    return std::nullopt;
}

std::string hex_or_nothing(const MaybeHash& hash) {
    return hash ? protocol::hex(*hash) : std::string(nothing);
}

std::optional<shuffle::KeptFair> fair_from(const Fields& fields, const std::string& match_text) {
    shuffle::KeptFair fair;
    const auto match = protocol::from_hex<16>(match_text);
    const auto server_commit = protocol::from_hex<32>(field(fields, "server_commit").value_or(""));
    const auto opening = opening_from(field(fields, "opening").value_or(""));
    const auto nonce = maybe_hash(fields, "nonce");
    const auto commit0 = maybe_hash(fields, "commit0");
    const auto commit1 = maybe_hash(fields, "commit1");
    if (!match || !server_commit || !opening || !nonce || !commit0 || !commit1)
        return std::nullopt;
    fair.match = *match;
    fair.server_commit = *server_commit;
    fair.opening = *opening;
    fair.nonce = *nonce;
    if (field(fields, "commit0") && field(fields, "commit1"))
        fair.seat_commits = PerSeat<std::optional<protocol::Hash>>{{*commit0, *commit1}};
    return fair;
}

} // namespace

std::string to_text(const SeatRecord& record) {
    std::string text(first_line);
    const auto add = [&](std::string_view key, std::string_view value) {
        text += std::string(key) + " " + escaped(value) + "\n";
    };
    add("server", record.server);
    add("room", record.room);
    add("seat", record.seat == Seat::Zero ? "0" : "1");
    add("token", record.token);
    add("name", record.name);
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

std::optional<SeatRecord> from_text(std::string_view text) {
    const auto fields = fields_of(text);
    if (!fields)
        return std::nullopt;
    const auto server = field(*fields, "server"), room = field(*fields, "room"),
               seat = field(*fields, "seat"), token = field(*fields, "token"),
               name = field(*fields, "name"), match = field(*fields, "match");
    if (!server || !room || !token || !name || (seat != "0" && seat != "1"))
        return std::nullopt;
    SeatRecord record{*server, *room, seat == "0" ? Seat::Zero : Seat::One,
                      *token,  *name, std::nullopt};
    if (match) {
        record.fair = fair_from(*fields, *match);
        if (!record.fair)
            return std::nullopt;
    }
    return record;
}

} // namespace jaipur::client::session
