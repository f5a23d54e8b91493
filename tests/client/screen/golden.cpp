#include "tests/client/screen/golden.hpp"

#include <doctest/doctest.h>

#include <fstream>
#include <sstream>

namespace jaipur::client::screen::test {

namespace {

void compare(const std::string& name, const std::string& drawn) {
    const std::string path = std::string(JAIPUR_GOLDEN) + "/" + name + ".txt";
    if (renew_golden) {
        std::ofstream(path) << drawn;
        return;
    }
    std::ostringstream golden;
    golden << std::ifstream(path).rdbuf();
    INFO("drawn:\n" << drawn);
    CHECK_MESSAGE(golden.str() == drawn,
                  path << " says otherwise; renew it with tests_screen --renew-golden");
}

} // namespace

std::string text_of(const Canvas& canvas) {
    std::string text;
    for (int y = 0; y < canvas.size().height; ++y) {
        std::string line;
        for (int x = 0; x < canvas.size().width; ++x)
            line += canvas.at({x, y}).text;
        line.erase(line.find_last_not_of(' ') + 1);
        text += line + '\n';
    }
    return text;
}

bool shows(const Canvas& canvas, std::string_view text) {
    return text_of(canvas).find(text) != std::string::npos;
}

std::string styles_of(const Canvas& canvas) {
    // Plain ink is a small letter or sign, laid on in any other way a capital one.
    constexpr std::string_view plain = "dgscplm.bq-tynw", other = "DGSCPLMABQ=TYNW";
    static_assert(plain.size() == static_cast<std::size_t>(Ink::Count) &&
                  other.size() == plain.size());
    std::string text;
    for (int y = 0; y < canvas.size().height; ++y) {
        for (int x = 0; x < canvas.size().width; ++x) {
            const Style style = canvas.at({x, y}).style;
            const auto ink = static_cast<std::size_t>(style.ink);
            text += style.look == Look::Plain ? plain[ink] : other[ink];
        }
        text += '\n';
    }
    return text;
}

void check_golden(const std::string& name, const Canvas& canvas) {
    compare(name, text_of(canvas));
}

void check_golden_with_styles(const std::string& name, const Canvas& canvas) {
    compare(name, text_of(canvas) + '\n' + styles_of(canvas));
}

} // namespace jaipur::client::screen::test
