// What keeps a store from working, by what whoever runs the server can do about it.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

namespace jaipur::server::store {

class StoreError : public std::runtime_error {
  public:
    enum class Kind : std::uint8_t {
        Io,          // reading or writing failed: nothing is known of what was under way
        Full,        // no space
        NewerSchema, // written by a newer server
        Corrupt,     // damaged, or no database of ours
        InUse,       // by another process
        CantOpen,    // not there, not ours to use, or in the way
    };

    StoreError(Kind kind, const std::string& text) : std::runtime_error(text), kind_(kind) {}

    Kind kind() const { return kind_; }

  private:
    Kind kind_;
};

} // namespace jaipur::server::store
