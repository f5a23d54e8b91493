#include "tests/server/shell/running_server.hpp"

#include "server/shell/entropy.hpp"
#include "server/store/memory_store.hpp"
#include "tests/server/shell/raw_client.hpp"

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>

#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <utility>

namespace jaipur::server::shell::test {

namespace {

// Behind a proxy on this machine, so that a test can claim any address.
Serve options(const core::Limits& limits) {
    Serve serve;
    serve.in_memory = true; // no admin socket
    serve.listen.port(0);
    serve.metrics = serve.listen;
    serve.limits = limits;
    serve.trusted_proxies = {*net::parse_network("127.0.0.1")};
    return serve;
}

} // namespace

net::Page large_page() {
    static const std::string bytes = [] {
        std::string text;
        while (text.size() < 300'000)
            text += std::to_string(text.size()) + "\n"; // no two pieces are equal
        return text;
    }();
    static const net::PageFile file{"/large.txt",         "text/plain", net::Caching::Revalidate,
                                    {bytes, "\"large\""}, {},           {}};
    return {&file, 1};
}

core::Limits patient_limits() {
    core::Limits limits;
    limits.request_burst = 0;
    limits.request_rate = 0;
    limits.bot_time = {};
    return limits;
}

// ---- a store that waits ------------------------------------------------------------------------

struct HeldStore::State {
    mutable std::mutex mutex;
    bool holding = false;
    std::vector<std::uint64_t> records;
    store::Store::Answer answer;
};

class HeldStore::Face final : public store::MemoryStore {
  public:
    explicit Face(std::shared_ptr<State> state)
        : store::MemoryStore(state->answer), state_(std::move(state)) {}

    void append(std::vector<core::Record> records) override {
        const std::lock_guard lock(state_->mutex);
        for (const core::Record& record : records) {
            if (state_->holding)
                state_->records.push_back(record.number);
            else
                state_->answer(record.number, record.number, core::Stored::Durable);
        }
    }

  private:
    std::shared_ptr<State> state_;
};

std::shared_ptr<HeldStore::State> HeldStore::make_state() {
    return std::make_shared<State>();
}

Server::MakeStore HeldStore::make() {
    return [state = state_](StoreHooks hooks) {
        state->answer = std::move(hooks.answer);
        return std::make_unique<Face>(state);
    };
}

void HeldStore::hold() {
    const std::lock_guard lock(state_->mutex);
    state_->holding = true;
}

void HeldStore::release() {
    const std::lock_guard lock(state_->mutex);
    state_->holding = false;
    for (const std::uint64_t record : std::exchange(state_->records, {}))
        state_->answer(record, record,
                       core::Stored::Durable); // from another thread than the server's
}

std::size_t HeldStore::held() const {
    const std::lock_guard lock(state_->mutex);
    return state_->records.size();
}

// ---- randomness that fails ---------------------------------------------------------------------

core::Entropy BreakableEntropy::make() const {
    return [broken = broken, good = system_entropy()](std::span<std::uint8_t> bytes) {
        if (*broken)
            throw std::runtime_error("no randomness");
        good(bytes);
    };
}

// ---- the server --------------------------------------------------------------------------------

RunningServer::RunningServer(core::Limits limits)
    : RunningServer(limits, system_entropy(), [](StoreHooks hooks) {
          return std::make_unique<store::MemoryStore>(std::move(hooks.answer));
      }) {}

RunningServer::RunningServer(core::Limits limits, core::Entropy entropy,
                             const Server::MakeStore& make_store)
    : options_(options(limits)),
      server_(context_, options_, large_page(), std::move(entropy), make_store),
      port_(server_.endpoint().port()), metrics_port_(server_.metrics_endpoint()->port()) {
    server_.start();
    thread_ = std::thread([this] {
        context_.run();
        ended_.set_value();
    });
}

RunningServer::~RunningServer() {
    stop();
    wait();
}

void RunningServer::stop() {
    boost::asio::post(context_, [this] { server_.stop(); });
}

void RunningServer::reload(const std::function<void(Serve&)>& change) {
    change(options_);
    std::promise<void> done;
    boost::asio::post(context_, [&] {
        server_.reload(options_);
        done.set_value();
    });
    done.get_future().wait();
}

void RunningServer::wait() {
    if (!thread_.joinable())
        return;
    if (ended_.get_future().wait_for(patience) != std::future_status::ready) {
        std::fputs("the server does not stop\n", stderr);
        std::abort();
    }
    thread_.join();
}

} // namespace jaipur::server::shell::test
