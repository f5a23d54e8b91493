#include "tests/mutation/sample/sample.hpp"

#include <cassert>

namespace sample {

template <class Number>
bool is_between(Number low, Number number, Number high) {
    assert(low <= high); // a macro, which isn't mutated
    return low < number && number < high;
}

bool is_digit(int number) {
    return is_between(-1, number, 10);
}

} // namespace sample
