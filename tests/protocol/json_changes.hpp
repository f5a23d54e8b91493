// Damaged messages: valid ones with random bytes changed, or with changes to their JSON,
// one value at a time.
#pragma once

#include "tests/support/random.hpp"

#include <nlohmann/json.hpp>

#include <functional>
#include <string>
#include <vector>

namespace jaipur::test {

// A few random changes: bytes changed, removed, inserted or copied elsewhere.
std::string mutated(std::string text, Random& random);

// Calls `each` with a pointer to every value, the outermost first.
void for_each_value(const nlohmann::ordered_json& value,
                    const std::function<void(const nlohmann::ordered_json::json_pointer&)>& each);

} // namespace jaipur::test
