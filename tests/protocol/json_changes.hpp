// Texts that are nearly messages: made from right ones by random bytes, or by changes to their JSON
// value one at a time.
#pragma once

#include "tests/support/random.hpp"

#include <nlohmann/json.hpp>

#include <functional>
#include <string>
#include <vector>

namespace jaipur::test {

// A few random changes of bytes: some changed, cut out, put in, or copied to another place.
std::string mutated(std::string text, Random& random);

// Calls `each` with a pointer to every value inside, the outermost first.
void for_each_value(const nlohmann::ordered_json& value,
                    const std::function<void(const nlohmann::ordered_json::json_pointer&)>& each);

} // namespace jaipur::test
