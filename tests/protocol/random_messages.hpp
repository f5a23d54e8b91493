// Messages of every kind with random values: everything that the codec must support,
// even if no game could produce it. The same seed gives the same messages.
#pragma once

#include "protocol/message.hpp"
#include "tests/support/random.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>

namespace jaipur::test {

class RandomMessages {
  public:
    static constexpr std::size_t request_types = std::variant_size_v<protocol::EntryRequest> +
                                                 std::variant_size_v<protocol::LobbyRequest> +
                                                 std::variant_size_v<protocol::TableRequest>;

    explicit RandomMessages(std::uint64_t seed) : random_(seed) {}

    protocol::Request request();
    protocol::ServerMessage server_message();
    protocol::Replay replay();
    protocol::View view();

    // From 0 to `most`.
    std::uint64_t up_to(std::uint64_t most);

    bool toss() { return up_to(1) == 1; }

    // Valid UTF-8 with sequences of every length and everything that JSON must escape.
    std::string text(std::size_t most_code_points);
    Action action();

  private:
    protocol::RequestBody request_body();
    protocol::CreateOptions create_options();
    protocol::RoomOptions room_options();
    protocol::GameList games();
    protocol::Ok ok();
    protocol::Error error();
    protocol::RoomInfo room();
    protocol::Chat chat();
    protocol::RoomListing listing();
    protocol::ObservedTrader trader();
    protocol::ObservedEvent event();
    LegalSummary legal();
    protocol::Proof proof();
    RoundResult round_result();
    MatchResult match_result();

    template <class Integer>
    Integer small() {
        return static_cast<Integer>(up_to(255));
    }

    template <class Enum>
    Enum any(Enum last) {
        return static_cast<Enum>(up_to(static_cast<std::uint64_t>(last)));
    }

    Seat seat() { return any(Seat::One); }

    Good good() { return any(Good::Leather); }

    Card card() { return any(Card::Camel); }

    Phase phase() { return any(Phase::MatchOver); }

    int range(int min, int max) {
        return min + static_cast<int>(up_to(static_cast<std::uint64_t>(max - min)));
    }

    // Mostly small, sometimes the protocol's largest.
    std::int64_t whole();
    GoodCounts counts();
    protocol::ClockOptions clock();

    template <std::size_t Size>
    std::array<std::uint8_t, Size> bytes() {
        std::array<std::uint8_t, Size> out;
        for (std::uint8_t& byte : out)
            byte = small<std::uint8_t>();
        return out;
    }

    protocol::Commitments commitments();

    template <class Make>
    auto maybe(Make make) -> std::optional<decltype(make())> {
        if (toss())
            return make();
        return std::nullopt;
    }

    template <class Vector, class Make>
    void fill(Vector& items, std::size_t most, Make make) {
        for (auto i = up_to(most); i > 0; --i)
            items.push_back(make());
    }

    Random random_;
};

} // namespace jaipur::test
