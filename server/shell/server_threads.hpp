// The servers of several threads. The first one runs on the thread that made it, and makes the
// others; each has its own context, lobby, timers and connections, and they share one store.
#pragma once

#include "protocol/text.hpp"
#include "server/core/lobby/record_numbers.hpp"
#include "server/core/slots.hpp"
#include "server/shell/server.hpp"
#include "server/store/shared_store.hpp"

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/post.hpp>

#include <cstddef>
#include <future>
#include <memory>
#include <string_view>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

namespace jaipur::server::shell {

class Server::Threads {
  public:
    // `count`: with the first one.
    Threads(Server& first, std::size_t count) : first_(first), count_(count) {}

    Threads(const Threads&) = delete;
    Threads& operator=(const Threads&) = delete;

    ~Threads() { end(); }

    std::size_t count() const { return count_; }

    store::SharedStore& store() { return store_; }

    const std::shared_ptr<core::RecordNumbers>& numbers() const { return numbers_; }

    // Makes the servers of the other threads.
    void add_others(const Serve& options, const core::Entropy& entropy);
    // From now on the others run, until `end`.
    void start();
    // Once they have stopped.
    void end();

    // To be used until `start`, or on its thread.
    Server& server(std::size_t number) {
        return number == 0 ? first_ : *others_[number - 1].server;
    }

    // Does it on that thread, and waits for it.
    template <class Do>
    auto ask(std::size_t number, Do what) -> std::invoke_result_t<Do, Server&>;

    // Does it on that thread, later. From any of them.
    template <class Do>
    void tell(std::size_t number, Do what) {
        Server& told = server(number);
        boost::asio::post(told.context_, [&told, what = std::move(what)]() mutable { what(told); });
    }

  private:
    struct Other {
        std::unique_ptr<boost::asio::io_context> context;
        boost::asio::executor_work_guard<boost::asio::io_context::executor_type> at_work;
        std::unique_ptr<Server> server;
        std::thread thread;
    };

    Server& first_;
    const std::size_t count_;
    const std::shared_ptr<core::RecordNumbers> numbers_ = std::make_shared<core::RecordNumbers>();
    bool running_ = false;
    std::vector<Other> others_;
    store::SharedStore store_; // ends before the contexts that it posts to
};

template <class Do>
auto Server::Threads::ask(std::size_t number, Do what) -> std::invoke_result_t<Do, Server&> {
    if (number == 0 || !running_)
        return what(server(number));
    std::packaged_task<std::invoke_result_t<Do, Server&>()> task(
        [&] { return what(server(number)); });
    boost::asio::post(*others_[number - 1].context, [&task] { task(); });
    return task.get_future().get();
}

template <class Do>
auto Server::where(std::string_view room, Do what) {
    const auto code = protocol::room_code(room);
    return threads_ && code
               ? threads_->ask(core::thread_of(core::slot_of(*code), threads_->count()), what)
               : what(*this);
}

template <class Do>
void Server::everywhere(Do what) {
    what(*this);
    for (std::size_t thread = 1; threads_ && thread < threads_->count(); ++thread)
        threads_->ask(thread, [&](Server& server) { what(server); });
}

template <class Count>
std::size_t Server::sum(Count count) {
    std::size_t total = 0;
    everywhere([&](Server& server) { total += count(server); });
    return total;
}

} // namespace jaipur::server::shell
