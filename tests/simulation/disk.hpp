// The disk of the server's machine, which outlives every process: a file that is written at its
// end, in a cache that a loss of power forgets. Beside it the store that keeps records there, as
// the text that `record_codec` makes of them. It must not know rooms or clients.
//
// Transactions lie one after the other, each with its length and a hash; reading stops at the first
// that is not whole. So what was written and not synced may be lost, torn or kept.
#pragma once

#include "server/store/store.hpp"
#include "tests/simulation/ground.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace jaipur::simulation {

class Disk {
  public:
    explicit Disk(Ground& ground) : ground_(ground), random_(stream(ground.seed(), 3)) {}

    // Lengthens the file. What has been written until a sync began is durable when it ends.
    void write(std::string_view transaction);

    std::size_t written() const { return bytes_.size(); }

    bool is_writing() const { return bytes_.size() > synced_; }

    void synced(std::size_t until);

    // The process is gone: what it wrote is there, but for what it was writing.
    void process_killed();
    void power_cut();

    // What a process finds after that, transaction by transaction; the rest is cut off.
    std::vector<std::string> open();

    Random& random() { return random_; }

  private:
    void tear();

    Ground& ground_;
    Random random_;
    std::string bytes_;
    std::size_t synced_ = 0;
};

// What the disk says, once it is read: the records by their numbers, as text, and the replays.
struct Kept {
    std::map<std::uint64_t, std::string> records;
    std::map<std::uint64_t, std::string> appended; // of those, what `append` brought
    std::map<protocol::MatchId, std::string> replays;
    std::uint64_t last = 0;
};

void read_transaction(Kept& kept, std::string_view transaction);

struct DiskWeather {
    Micros latency{1ms};
    std::size_t late_one_in = 0; // commits that take up to `delay`; 0: none
    Micros delay{1500ms};
    std::size_t full_one_in = 0; // commits that begin a time without space
    Micros full_for{3s};
    std::size_t fails_one_in = 0;
};

class DiskStore final : public server::store::Store {
  public:
    struct Hooks {
        Answer answer;
        std::function<void(const std::string& record)> durable; // told before it is answered
        std::function<void()> failed;                           // nothing is done any more
    };

    // Its chance is the disk's, which outlives it.
    DiskStore(Ground& ground, Disk& disk, const DiskWeather& weather, Hooks hooks);

    void load(const std::function<void(const server::core::Record&)>& take) override;

    std::uint64_t last_number() const override { return kept_.last; }

    void append(std::vector<server::core::Record> records) override;
    void keep(server::store::FinishedMatch match) override;
    void compact(server::core::Record snapshot) override;
    void forget(server::core::RoomCode room, std::uint64_t first, std::uint64_t last) override;
    void find(const protocol::MatchId& match, Found found) override;

    const Kept& kept() const { return kept_; }

    // The end in good order: all that was asked for is done.
    void finish();

  private:
    struct Jobs {
        std::vector<server::core::Record> records;
        std::vector<std::string> tasks; // as they are written
    };

    void hurry();
    void commit();
    void committed(const std::vector<server::core::Record>& records, const std::string& transaction,
                   std::size_t written);
    void tell_durable(const std::vector<server::core::Record>& records);
    bool has_space();
    std::string transaction_of(const std::vector<server::core::Record>& records);
    void answer(const std::vector<server::core::Record>& records, server::core::Stored result);
    void later(Micros delay, const char* name, Ground::Do what);

    Ground& ground_;
    Disk& disk_;
    const DiskWeather& weather_;
    Random& random_;
    Hooks hooks_;
    Kept kept_; // as of the last transaction that is durable
    Jobs jobs_;
    bool busy_ = false, broken_ = false;
    Micros full_until_{0};
    std::shared_ptr<int> alive_ = std::make_shared<int>();
};

} // namespace jaipur::simulation
