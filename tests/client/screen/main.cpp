// Tests, and with `--renew-golden` the canvases of tests/golden/screen anew.
#include "tests/client/screen/golden.hpp"

#include <doctest/doctest.h>

#include <string_view>

int main(int argc, char** argv) {
    for (int i = 1; i < argc; ++i)
        if (std::string_view(argv[i]) == "--renew-golden")
            jaipur::client::screen::test::renew_golden = true;
    return doctest::Context(argc, argv).run();
}
