// A player's part in the fair shuffle (protocol/README.md), as a real client plays it, except that
// nobody checks the proof.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace jaipur::bench {

class ShufflePart {
  public:
    // For a player of this seat.
    explicit ShufflePart(int seat) : seat_(seat) {}

    // The `ready` that answers this `room`: if a match waits in it, the first time it is seen.
    std::optional<std::string> ready(std::string_view room);

    // The `reveal` that answers `table`.
    std::string reveal() const;

  private:
    using Secret = std::array<unsigned char, 32>;

    int seat_;
    std::string match_; // to which it has committed
    Secret nonce_{};
};

} // namespace jaipur::bench
