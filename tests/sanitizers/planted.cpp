// Deliberate faults, one of each kind that sanitizers must find. It knows nothing of the project.
#include <climits>

#include <cstddef>
#include <cstdio>
#include <string_view>
#include <thread>
#include <vector>

namespace {

volatile std::size_t beyond = 8;
volatile int most = INT_MAX;
int shared = 0;

int overflow() {
    const std::vector<char> bytes(8);
    return bytes.data()[beyond];
}

int undefined() {
    const int more = most + 1;
    return more;
}

// Too many for the stack to contain a word for each that looks like a pointer to it.
int leak() {
    std::size_t sum = 0;
    for (int i = 0; i < 100; ++i)
        sum += *new std::size_t(beyond);
    return static_cast<int>(sum % 2);
}

int race() {
    std::thread other([] { shared += 1; });
    shared += 1;
    other.join();
    return shared - 2;
}

} // namespace

int main(int count, char** words) {
    const std::string_view fault = count == 2 ? words[1] : "";
    if (fault == "none")
        return 0;
    if (fault == "overflow")
        return overflow();
    if (fault == "undefined")
        return undefined() == 0;
    if (fault == "leak")
        return leak();
    if (fault == "race")
        return race();
    std::fputs("usage: planted none|overflow|undefined|leak|race\n", stderr);
    return 64;
}
