// Takes part in the fair shuffle and checks it: commits to a secret, checks the commitments before
// revealing it, notes every round and compares all of it with the proof at the end. Pure: secrets
// and messages are passed in. It never calls fair what it hasn't seen.
#pragma once

#include "client/console/model.hpp"
#include "common/seat.hpp"
#include "protocol/fair.hpp"
#include "protocol/message.hpp"
#include "protocol/round_check.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace jaipur::client::shuffle {

// Who must start the first round, if that is known in advance.
struct Opening {
    enum class Kind : std::uint8_t {
        Unknown, // entered later
        Drawn,   // the first match of these two: by the shuffle
        Settled, // a rematch: `starter`
    };
    Kind kind = Kind::Unknown;
    Seat starter{};
    friend bool operator==(const Opening&, const Opening&) = default;
};

// What must outlive the program so that it can continue the match after a crash.
struct KeptFair {
    protocol::MatchId match{};
    protocol::Hash server_commit{};
    Opening opening;
    std::optional<protocol::Secret> nonce;
    std::optional<PerSeat<std::optional<protocol::Hash>>> seat_commits; // once both have committed
    friend bool operator==(const KeptFair&, const KeptFair&) = default;
};

// The start of a round that is known from its first event; null for any other.
const RoundStarted* start_of(const std::vector<protocol::ObservedEvent>& events);

class Verifier {
  public:
    enum class Entrance : std::uint8_t {
        SatDown, // took a free seat: the first match of these two
        Late,    // watches, or came back to a seat
    };
    // What the events of a view cover.
    enum class Telling : std::uint8_t { SinceLastView, WholeRound };

    // Enters a room as the player of `seat`, or to watch; forgets everything.
    void enter(Entrance entrance, std::optional<Seat> seat);
    // What an earlier run kept of the match in progress; call it after `enter`.
    void remember(const KeptFair& kept);
    // The connection was lost and is back in the same room.
    void reconnected();

    void saw(const protocol::RoomInfo& room);
    // What is wrong with the commitments; empty: nothing, and `nonce()` may be revealed.
    std::string saw(const protocol::Commitments& table);
    // The first view of a connection covers the whole round, later ones what is new.
    void saw(const protocol::View& view, Telling telling);

    // The commitment to a fresh secret; only for a player, after `saw(RoomInfo)`.
    protocol::Hash commit(const protocol::Secret& nonce);
    // The secret behind this match's commitment, if there is one.
    std::optional<protocol::Secret> nonce() const;

    // The server refused the commitment.
    void forget_nonce() { fair_.nonce.reset(); }

    std::optional<KeptFair> kept() const;

    const ShuffleVerdict& verdict() const { return verdict_; }

  private:
    // The two players, compared with the match before.
    enum class Pair : std::uint8_t { Unknown, New, Same };

    void note_pair(const protocol::RoomInfo& room);
    void doubt_opening();
    void begin_match(const protocol::RoomInfo& room);
    Opening opening_of_next() const;
    void note_events(const protocol::View& view);
    void note_whole_round(const protocol::View& view);
    void note_view(const protocol::View& view);
    void note_results(const protocol::View& view);
    void finish(const protocol::View& view);
    void judge(const protocol::View& view);
    void report_mismatch(const std::string& what);
    // What is wrong with a proof; empty: it fits everything that was seen.
    std::string proof_mismatch(const protocol::Proof& proof) const;
    std::string rounds_mismatch(const protocol::Proof& proof) const;
    std::string verified_text(const protocol::Proof& proof, std::size_t rounds_played) const;

    std::optional<Seat> seat_;
    Entrance entrance_ = Entrance::Late;
    Pair pair_ = Pair::Unknown;
    std::optional<protocol::RoomInfo> room_;
    bool cut_ = false; // since the last `room`
    bool in_match_ = false;
    bool following_ = false; // the current round is known from its first event on
    bool finished_ = false;
    std::optional<Seat> next_starter_; // of a rematch, once a match has finished
    KeptFair fair_;
    std::vector<protocol::SeenRound> rounds_;
    ShuffleVerdict verdict_;
};

} // namespace jaipur::client::shuffle
