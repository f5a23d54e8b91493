// The server's disk, which outlives every process: an append-only file behind a cache that a power
// failure loses. Also the store that keeps records there, as `record_codec`'s text. It must not
// know rooms or clients.
//
// Transactions follow one another, each with its length and a hash; reading stops at the first
// incomplete one. So unsynced writes may be lost, torn or kept.
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

    // Appends to the file. Everything written before a sync begins is durable when it ends.
    void write(std::string_view transaction);

    std::size_t written() const { return bytes_.size(); }

    bool is_writing() const { return bytes_.size() > synced_; }

    void synced(std::size_t until);

    // The process is gone: its completed writes remain.
    void process_killed();
    void power_cut();

    // What the next process finds, transaction by transaction; the rest is cut off.
    std::vector<std::string> open();

    Random& random() { return random_; }

  private:
    void tear();

    Ground& ground_;
    Random random_;
    std::string bytes_;
    std::size_t synced_ = 0;
};

// The disk's contents: the records by number, as text, and the replays.
struct Kept {
    std::map<std::uint64_t, std::string> records;
    std::map<std::uint64_t, std::string> appended; // those of them that `append` added
    std::map<protocol::MatchId, std::string> replays;
    std::uint64_t last = 0;
};

void read_transaction(Kept& kept, std::string_view transaction);

struct DiskWeather {
    Micros latency{1ms};
    std::size_t late_one_in = 0; // share of commits that take up to `delay`; 0: none
    Micros delay{1500ms};
    std::size_t full_one_in = 0; // share of commits that start a period without space
    Micros full_for{3s};
    std::size_t fails_one_in = 0;
};

class DiskStore final : public server::store::Store {
  public:
    struct Hooks {
        Answer answer;
        std::function<void(const std::string& record)> durable; // called before the answer
        std::function<void()> failed;                           // the store stops
    };

    // Its random source is the disk's, which outlives it.
    DiskStore(Ground& ground, Disk& disk, const DiskWeather& weather, Hooks hooks);

    std::vector<server::core::RoomCode>
    load(const std::function<void(const server::core::Record&)>& take) override;

    std::optional<server::store::PushSecret> push_secret(const server::core::Entropy&) override {
        return std::nullopt;
    }

    std::uint64_t last_number() const override { return kept_.last; }

    void append(std::vector<server::core::Record> records) override;
    void housekeep(server::store::HousekeepingTask task) override;
    void find(const protocol::MatchId& match, Found found) override;
    void measure(const protocol::MatchId& match, Measured measured) override;

    const Kept& kept() const { return kept_; }

    // A clean end: all requests are carried out.
    void finish();

  private:
    struct Jobs {
        std::vector<server::core::Record> records;
        std::vector<std::string> tasks; // as written
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
    Kept kept_; // as of the last durable transaction
    Jobs jobs_;
    bool busy_ = false, broken_ = false;
    Micros full_until_{0};
    std::shared_ptr<int> alive_ = std::make_shared<int>();
};

} // namespace jaipur::simulation
