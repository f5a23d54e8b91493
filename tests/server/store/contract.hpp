// What every durable store must do: contract_test.cpp is part of each such store's test program,
// which says how to make one.
#pragma once

#include "tests/server/store/heard.hpp"

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>

namespace jaipur::server::store::test {

// Data that stores open one after the other.
class Data {
  public:
    struct Settings {
        std::chrono::days retain{0};
        std::function<std::chrono::milliseconds()> running{};
    };

    virtual ~Data() = default;
    virtual std::unique_ptr<Store> open(Ear& ear, const Settings& settings) = 0;
    // How many it has, read through a separate connection.
    virtual std::size_t replays() = 0;
};

// Empty. Each test program has one of these.
std::unique_ptr<Data> new_data();

} // namespace jaipur::server::store::test
