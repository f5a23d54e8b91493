// An open file that is closed with its owner, and functions that read it whole, write it whole and
// wait for it.
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

    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;

    Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}

    Descriptor& operator=(Descriptor&& other) noexcept {
        std::swap(number_, other.number_);
        return *this;
    }

    ~Descriptor() {
        if (number_ > STDERR_FILENO)
            ::close(number_);
    }

    operator int() const { return number_; } // NOLINT: for system calls

  private:
    int number_;
};

// The rest of the file, cut one byte after `most`; nothing after an error (errno).
std::optional<std::string> read_all(int descriptor, std::size_t most);
// False after an error (errno).
bool write_all(int descriptor, std::string_view text);

// A new descriptor that is readable whenever this one is; -1 if this one can't be waited for, as a
// file. Asio makes what it waits for non-blocking: for this one, every program that shares it (a
// terminal's output, the shell) would find it so.
int watch_input(int descriptor);

} // namespace jaipur::client::files
