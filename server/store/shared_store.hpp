// One store for several threads: each has a share, and gets the answers about its own records.
// Their numbers must come from one `core::RecordNumbers`.
#pragma once

#include "server/store/store.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

namespace jaipur::server::store {

class SharedStore {
  public:
    // What the store itself should call; on any thread.
    Store::Answer answer();

    // Before anything else is asked.
    void use(std::unique_ptr<Store> store) { store_ = std::move(store); }

    // `answer` is called on any thread. Shares must end before this.
    std::unique_ptr<Store> share(Store::Answer answer);

  private:
    class Share;

    void append(std::size_t share, std::vector<core::Record> records);
    void answered(std::uint64_t first, std::uint64_t last, core::Stored result);

    std::vector<Store::Answer> answers_;                   // by share
    std::mutex mutex_;                                     // for the next one
    std::unordered_map<std::uint64_t, std::size_t> asked_; // the share of each record
    std::mutex others_;            // what isn't a record: not every store expects several threads
    std::unique_ptr<Store> store_; // ends first, because it still answers
};

} // namespace jaipur::server::store
