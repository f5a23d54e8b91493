// The floor of a move: what the kernel takes to move the same bytes with the same wake-ups, if
// nobody reads them. Connections are pairs, in the order of arrival. What one of them sends is a
// move: it gets `ok` and a view in one call, and the other one a view.
//
// With a FILE, a move is stored first, on another thread: everything that waits is written at once,
// and one fdatasync makes it durable. After a commit of 32 or more moves, the next one starts 4 ms
// later, as in the server under full load.
//
// usage: floor VIEW-BYTES [FILE RECORD-BYTES]      prints `listening on ADDRESS:PORT`
#include "tests/bench/reference/bare_server.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <cstdlib>
#include <fcntl.h>
#include <mutex>
#include <sys/eventfd.h>
#include <thread>
#include <unistd.h>
#include <utility>

namespace {

using jaipur::bench::BareServer;
using jaipur::bench::frame_of;
using jaipur::bench::Peer;
using jaipur::bench::put;
using Movers = std::vector<std::size_t>;

constexpr std::size_t ok_bytes = 20; // {"type":"ok","re":1}

// A log that was full of zeros before: then fdatasync doesn't write the file system's journal, as
// with SQLite's log, which is overwritten after each checkpoint.
class Log {
  public:
    Log(const char* file, std::size_t record)
        : file_(open(file, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600)), record_(record) {
        // In small pieces: what is written at once stays together, and is written again together.
        const std::string zeros(4096, '\0');
        for (std::size_t i = 0; i < size / zeros.size(); ++i)
            fail_unless(pwrite(file_, zeros.data(), zeros.size(),
                               static_cast<off_t>(i * zeros.size())) > 0);
        fail_unless(fsync(file_) == 0);
    }

    void commit(std::size_t records) {
        const std::string text(records * record_, 'r');
        if (at_ + text.size() > size)
            at_ = 0;
        fail_unless(pwrite(file_, text.data(), text.size(), static_cast<off_t>(at_)) ==
                    static_cast<ssize_t>(text.size()));
        fail_unless(fdatasync(file_) == 0);
        at_ += text.size();
    }

  private:
    static constexpr std::size_t size = std::size_t{4} << 20U; // about that of SQLite's log

    static void fail_unless(bool fine) {
        if (!fine)
            std::_Exit(74);
    }

    int file_;
    std::size_t record_, at_ = 0;
};

// The thread that stores.
class Store {
  public:
    Store(const char* file, std::size_t record) : log_(file, record) {
        std::thread([this] { work(); }).detach();
    }

    int durable() const { return durable_event_; }

    void append(std::size_t mover) {
        bool first = false;
        {
            const std::lock_guard lock(mutex_);
            first = waiting_.empty();
            waiting_.push_back(mover);
        }
        if (first)
            asked_.notify_one();
    }

    Movers take_durable() {
        const std::lock_guard lock(mutex_);
        return std::exchange(durable_, {});
    }

  private:
    using Clock = std::chrono::steady_clock;

    [[noreturn]] void work() {
        constexpr std::size_t many = 32;
        constexpr std::chrono::milliseconds pace(4);
        Clock::time_point begun;
        Movers now;
        for (;;) {
            {
                std::unique_lock lock(mutex_);
                asked_.wait(lock, [&] { return !waiting_.empty(); });
                if (now.size() >= many)
                    asked_.wait_until(lock, begun + pace, [] { return false; });
                begun = Clock::now();
                now = std::exchange(waiting_, {});
            }
            log_.commit(now.size());
            {
                const std::lock_guard lock(mutex_);
                durable_.insert(durable_.end(), now.begin(), now.end());
            }
            const std::uint64_t one = 1;
            if (write(durable_event_, &one, sizeof one) < 0)
                std::_Exit(74);
        }
    }

    Log log_;
    int durable_event_ = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    std::mutex mutex_;
    std::condition_variable asked_;
    Movers waiting_, durable_;
};

} // namespace

int main(int argc, char** argv) {
    const std::string view = frame_of(argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 1200);
    const std::string ok_and_view = frame_of(ok_bytes) + view;
    std::unique_ptr<Store> store;
    if (argc > 3)
        store = std::make_unique<Store>(argv[2], std::strtoul(argv[3], nullptr, 10));
    std::unique_ptr<BareServer> server;
    const auto tell = [&](std::size_t mover) {
        const Peer* const one = server->peer(mover);
        const Peer* const other = server->peer(mover ^ 1U);
        return one != nullptr && other != nullptr && put(*one, ok_and_view) && put(*other, view);
    };
    server = std::make_unique<BareServer>([&](Peer& peer) {
        peer.in.clear();
        if (store == nullptr)
            return tell(peer.number);
        store->append(peer.number);
        return true;
    });
    if (store != nullptr)
        server->watch(store->durable(),
                      [&] { std::ranges::for_each(store->take_durable(), tell); });
    server->run();
}
