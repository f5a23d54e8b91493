#include "server/push/sender.hpp"

#include "protocol/hash.hpp"
#include "server/log/log.hpp"
#include "server/push/encryption.hpp"
#include "server/push/post.hpp"
#include "server/push/vapid.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/system/system_error.hpp>

#include <algorithm>
#include <array>
#include <exception>
#include <future>
#include <mutex>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

namespace jaipur::server::push {

namespace asio = boost::asio;
using std::chrono::steady_clock;

namespace {

// A service that takes longer for an answer than this part of the timeout is slow.
constexpr int slow_part = 4;
constexpr std::chrono::milliseconds end_in_time{1000};

std::string_view name(core::Notice::What what) {
    constexpr std::array<std::string_view, 4> names{"turn", "start", "over", "rematch"};
    return names[static_cast<std::size_t>(what)];
}

asio::ssl::context tls_for(const Sender::Settings& settings) try {
    asio::ssl::context tls(asio::ssl::context::tls_client);
    tls.set_options(asio::ssl::context::default_workarounds | asio::ssl::context::no_tlsv1 |
                    asio::ssl::context::no_tlsv1_1);
    tls.set_verify_mode(asio::ssl::verify_peer);
    tls.set_default_verify_paths();
    if (settings.certificates)
        tls.load_verify_file(settings.certificates->string());
    return tls;
} catch (const boost::system::system_error& error) {

    throw std::runtime_error("can't read the certificates for push services: " +
                             error.code().message());
}

// Temporary, as far as the status tells.
bool may_work_later(int status) {
    constexpr int request_timeout = 408, too_many = 429, server_error = 500;
    return status == request_timeout || status == too_many || status >= server_error;
}

} // namespace

std::string topic_of(const core::Push& push, const PrivateKey& secret) {
    const std::string seat = "topic " + push.room + (push.seat == Seat::Zero ? "0" : "1");
    const std::vector<std::uint8_t> bytes(seat.begin(), seat.end());
    constexpr std::size_t longest = 32; // characters
    return protocol::base64url(protocol::hmac_sha256(secret, bytes)).substr(0, longest);
}

std::string text_of(const core::Push& push) {
    return R"({"room":")" + push.room + R"(","what":")" + std::string(name(push.notice->what)) +
           R"("})";
}

// What the thread works on.
class Sender::Work {
  public:
    Work(const asio::any_io_executor& executor, Settings settings, const PrivateKey& key,
         core::Entropy entropy, Report report)
        : executor_(executor), settings_(std::move(settings)), tls_(tls_for(settings_)),
          vapid_(KeyPair::from(key).value(), settings_.subject), topic_secret_(key),
          entropy_(std::move(entropy)), report_(std::move(report)), queue_(settings_.queue),
          timer_(context_), busy_(context_.get_executor()) {}

    void run() {
        if (settings_.thread_began)
            settings_.thread_began();
        context_.run();
    }

    void add(core::Push push) {
        asio::post(context_, [this, push = std::move(push)] {
            if (const auto dropped = queue_.add(push, steady_clock::now()))
                report(*dropped, Result::Dropped);
            send_due();
        });
    }

    void stop() {
        const std::lock_guard lock(mutex_);
        stopped_ = true;
        context_.stop();
    }

  private:
    void send_due() {
        while (auto push = queue_.next(steady_clock::now()))
            asio::co_spawn(context_, deliver(*this, *push),
                           [this, push = *push, began = steady_clock::now()](
                               const std::exception_ptr& failed, const auto& answer) {
                               if (failed)
                                   log::error("sending a push message failed");
                               note_speed(push, steady_clock::now() - began);
                               answered(push, failed ? Answer{} : answer); // as if unreachable
                               send_due();
                           });
        const auto due = queue_.deadline();
        if (!due)
            return; // again at the end of the next attempt
        timer_.expires_at(*due);
        timer_.async_wait([this](const boost::system::error_code& cancelled) {
            if (!cancelled)
                send_due();
        });
    }

    // Empty if nothing can be sent there.
    static asio::awaitable<std::optional<Answer>> deliver(Work& work, core::Push push) {
        const auto posting = work.posting_for(push);
        if (!posting)
            co_return std::nullopt;
        const auto answer = co_await push::post(*posting, work.settings_.reach, work.tls_,
                                                work.look_up_, work.settings_.timeout);
        co_return answer;
    }

    // Empty if nothing can be sent there, because the browser's key isn't valid.
    std::optional<Posting> posting_for(const core::Push& push) const {
        const auto& to = push.notice->to;
        auto endpoint = parse_endpoint(to.endpoint);
        auto body = encrypted(
            text_of(push), {to.key, to.auth},
            {core::draw<PrivateKey>(entropy_), core::draw<std::array<std::uint8_t, 16>>(entropy_)});
        if (!endpoint || !body)
            return std::nullopt;
        const auto now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
        std::string authorization = vapid_.authorization(endpoint->origin, now);
        return Posting{*std::move(endpoint), std::move(authorization),
                       topic_of(push, topic_secret_), *std::move(body)};
    }

    void note_speed(const core::Push& push, steady_clock::duration took) {
        const bool quick = took <= settings_.timeout / slow_part;
        queue_.note(push, quick ? Queue::Speed::Quick : Queue::Speed::Slow, steady_clock::now());
    }

    void answered(const core::Push& push, const std::optional<Answer>& answer) {
        const auto now = steady_clock::now();
        const bool has_status = answer && answer->kind == Answer::Kind::Answered;
        const int status = has_status ? answer->status : 0;
        const bool again =
            answer && (answer->kind == Answer::Kind::Unreachable || may_work_later(status));
        if (again) {
            if (!queue_.failed(push, answer->retry_after, now))
                report(push, Result::Failed);
            return;
        }
        queue_.sent(push, now);
        constexpr int ok = 200, redirection = 300, not_found = 404, gone = 410;
        if (status >= ok && status < redirection)
            report(push, Result::Sent);
        else if (status == not_found || status == gone)
            report(push, Result::Gone);
        else
            report(push, answer && answer->kind == Answer::Kind::Forbidden ? Result::Forbidden
                                                                           : Result::Failed);
    }

    // Until `stop` is called, the executor's context exists.
    void report(const core::Push& push, Result result) {
        const std::lock_guard lock(mutex_);
        if (!stopped_)
            asio::post(executor_, [tell = report_, push, result] { tell(push, result); });
    }

    asio::any_io_executor executor_;
    const Settings settings_;
    asio::ssl::context tls_;
    const Vapid vapid_;
    const PrivateKey topic_secret_;
    const core::Entropy entropy_;
    const Report report_;
    Queue queue_;
    asio::io_context context_{1};
    asio::steady_timer timer_;
    asio::executor_work_guard<asio::io_context::executor_type> busy_;
    // As many threads as messages at once. It ends before the context that its answers go to.
    asio::thread_pool look_up_{static_cast<std::size_t>(settings_.queue.at_once)};
    std::mutex mutex_; // for `stopped_`
    bool stopped_ = false;
};

Sender::Sender(const asio::any_io_executor& executor, Settings settings, const PrivateKey& key,
               core::Entropy entropy, Report report)
    : work_(std::make_shared<Work>(executor, std::move(settings), key, std::move(entropy),
                                   std::move(report))) {
    std::promise<void> ended;
    ended_ = ended.get_future();
    thread_ = std::thread([work = work_, ended = std::move(ended)]() mutable {
        work->run();
        work.reset(); // waits for the name server
        ended.set_value();
    });
}

Sender::~Sender() {
    stop();
}

void Sender::send(core::Push push) {
    if (work_)
        work_->add(std::move(push));
}

void Sender::stop() {
    if (!work_)
        return;
    work_->stop();
    work_.reset();
    // Nobody waits for a slow name server: the process can end without that thread.
    if (ended_.wait_for(end_in_time) == std::future_status::ready)
        thread_.join();
    else
        thread_.detach();
}

} // namespace jaipur::server::push
