// A language until the end of a test.
#pragma once

#include "client/console/translation.hpp"

namespace jaipur::client::test {

struct Speaking {
    explicit Speaking(Language language) { speak(language); }

    ~Speaking() { speak(Language::English); }
};

} // namespace jaipur::client::test
