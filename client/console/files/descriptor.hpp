// An open file that is closed with its owner, and functions that read and write it whole.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <unistd.h>
#include <utility>

namespace jaipur::client::files {

class Descriptor {
  public:
    explicit Descriptor(int number = -1) : number_(number) {}

    Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}

    Descriptor& operator=(Descriptor&& other) noexcept {
        std::swap(number_, other.number_);
        return *this;
    }

    ~Descriptor() {
        if (number_ > STDERR_FILENO)
            ::close(number_);
    }

    operator int() const { return number_; }

  private:
    int number_;
};

// The rest of the file, cut one byte after `most`; nothing after an error (errno).
std::optional<std::string> read_all(int descriptor, std::size_t most);
// False after an error (errno).
bool write_all(int descriptor, std::string_view text);

} // namespace jaipur::client::files
