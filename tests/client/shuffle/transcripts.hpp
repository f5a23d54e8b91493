// What clients received in real matches, and the verifier's verdict on it, falsified or not.
#pragma once

#include "client/console/shuffle/verifier.hpp"
#include "tests/client/network.hpp"

#include <functional>
#include <optional>
#include <vector>

namespace jaipur::client::test {

using Status = ShuffleVerdict::Status;
using Heard = std::vector<protocol::ServerMessage>;

// What one client received during a whole match.
struct Transcript {
    std::optional<Seat> seat;
    Heard heard;
};

struct Recorded {
    Transcript host, guest, spectator, open_spectator;
};

Recorded record(std::uint64_t seed);
const Recorded& recorded(); // always the same

protocol::View* view_at(protocol::ServerMessage& message);
protocol::View& last_view(Heard& heard);
protocol::Proof& proof_in(Heard& heard);

ShuffleVerdict judge(const Transcript& transcript);
// The verdict on a falsified transcript; the client's own secret is unchanged.
ShuffleVerdict judge_falsified(const Transcript& transcript,
                               const std::function<void(Heard&)>& falsify);

} // namespace jaipur::client::test
