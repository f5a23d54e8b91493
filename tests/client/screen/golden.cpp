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

void check_golden(const std::string& name, const Canvas& canvas) {
    compare(name, text_of(canvas));
}

void check_golden_with_styles(const std::string& name, const Canvas& canvas) {
    compare(name, text_of(canvas) + '\n' + styles_of(canvas));
}

} // namespace jaipur::client::screen::test
