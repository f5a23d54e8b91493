// Why a store can't work, by what the operator can do about it.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

namespace jaipur::server::store {

class StoreError : public std::runtime_error {
  public:
    enum class Kind : std::uint8_t {
        Io,          // reading or writing failed: nobody knows what was written
        Full,        // no space
        NewerSchema, // written by a newer server
        Corrupt,     // damaged, or not a database of this server
        InUse,       // by another process
        CantOpen,    // missing, not permitted, or in the way
        Unreachable, // can't connect to the database
    };

    StoreError(Kind kind, const std::string& text) : std::runtime_error(text), kind_(kind) {}

    Kind kind() const { return kind_; }

  private:
    Kind kind_;
};

} // namespace jaipur::server::store
