#include "tests/client/shuffle/transcripts.hpp"

#include <ranges>
#include <stdexcept>
#include <utility>

namespace jaipur::client::test {

using namespace shuffle;

Recorded record(std::uint64_t seed) {
    Network network(seed);
    Recorded recorded;
    for (const auto mode : {protocol::SpectatorMode::Public, protocol::SpectatorMode::Open}) {
        protocol::CreateOptions options;
        options.spectators = mode;
        options.delay = 4;
        Couple couple = sit_down(network, options);
        auto spectator = network.client("Mira");
        for (Client* client : {couple.host.get(), couple.guest.get(), spectator.get()})
            client->listens = true;
        spectator->session.request(protocol::Spectate{couple.room, std::nullopt, std::nullopt});
        network.settle();
        play_match(network, couple);
        recorded.host = {Seat::Zero, couple.host->heard};
        recorded.guest = {Seat::One, couple.guest->heard};
        (mode == protocol::SpectatorMode::Public ? recorded.spectator : recorded.open_spectator) = {
            std::nullopt, spectator->heard};
        for (Client* client : {couple.host.get(), couple.guest.get()})
            client->session.quit();
        network.settle();
    }
    return recorded;
}

const Recorded& recorded() {
    static const Recorded once = record(1);
    return once;
}

protocol::View* view_at(protocol::ServerMessage& message) {
    return std::get_if<protocol::View>(&message);
}

protocol::View& last_view(Heard& heard) {
    for (auto& message : std::views::reverse(heard))
        if (auto* view = view_at(message))
            return *view;
    throw std::logic_error("no view");
}

protocol::Proof& proof_in(Heard& heard) {
    return *last_view(heard).result->proof;
}

namespace {

// Feeds a transcript to a verifier, with the secret that the client really used.
Verifier hear(const Transcript& transcript, const protocol::Secret& nonce) {
    Verifier verifier;
    verifier.enter(transcript.seat ? Verifier::Entrance::SatDown : Verifier::Entrance::Late,
                   transcript.seat);
    bool first_view = true, committed = false;
    for (const protocol::ServerMessage& message : transcript.heard) {
        if (const auto* room = std::get_if<protocol::RoomInfo>(&message)) {
            verifier.saw(*room);
            if (transcript.seat && !std::exchange(committed, true))
                verifier.commit(nonce);
        } else if (const auto* table = std::get_if<protocol::Commitments>(&message)) {
            verifier.saw(*table);
        } else if (const auto* view = std::get_if<protocol::View>(&message)) {
            verifier.saw(*view, std::exchange(first_view, false)
                                    ? Verifier::Telling::WholeRound
                                    : Verifier::Telling::SinceLastView);
        }
    }
    return verifier;
}

protocol::Secret nonce_of(Transcript transcript) {
    return transcript.seat ? *proof_in(transcript.heard).nonces[*transcript.seat]
                           : protocol::Secret{};
}

} // namespace

ShuffleVerdict judge(const Transcript& transcript) {
    return hear(transcript, nonce_of(transcript)).verdict();
}

ShuffleVerdict judge_falsified(const Transcript& transcript,
                               const std::function<void(Heard&)>& falsify) {
    Transcript copy = transcript;
    falsify(copy.heard);
    return hear(copy, nonce_of(transcript)).verdict();
}

} // namespace jaipur::client::test
