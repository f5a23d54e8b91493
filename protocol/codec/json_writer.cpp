#include "protocol/codec/json_writer.hpp"

namespace jaipur::protocol::json {

namespace {

bool needs_escape(char character) {
    return static_cast<unsigned char>(character) < 0x20 || character == '"' || character == '\\';
}

void escape(std::string& out, char character) {
    constexpr std::string_view digits = "0123456789abcdef";
    switch (character) {
    case '"':
    case '\\':
        out += '\\';
        out += character;
        break;
    case '\n':
        out += "\\n";
        break;
    case '\t':
        out += "\\t";
        break;
    default: {
        const auto code = static_cast<unsigned char>(character);
        out += "\\u00";
        out += digits[code >> 4];
        out += digits[code & 15u];
    }
    }
}

} // namespace

void Writer::text(std::string_view utf8) {
    separate();
    out_ += '"';
    std::size_t copied = 0;
    for (std::size_t i = 0; i < utf8.size(); ++i) {
        if (!needs_escape(utf8[i]))
            continue;
        out_ += utf8.substr(copied, i - copied);
        escape(out_, utf8[i]);
        copied = i + 1;
    }
    out_ += utf8.substr(copied);
    out_ += '"';
    comma_ = true;
}

} // namespace jaipur::protocol::json
