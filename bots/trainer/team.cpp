#include "bots/trainer/team.hpp"

namespace jaipur::bots::trainer {

namespace {

// Returns once `number` isn't `old` any more. Falling asleep and being woken takes longer than a
// short task, so that comes last.
template <class Number>
void await_change(const std::atomic<Number>& number, Number old) {
    constexpr int looks = 200;
    for (int i = 0; i < looks; ++i) {
        if (number != old)
            return;
        std::this_thread::yield();
    }
    number.wait(old);
}

} // namespace

Team::Team(int threads) {
    for (int i = 1; i < threads; ++i)
        others_.emplace_back([this] { help(); });
}

Team::~Team() {
    part_ = nullptr;
    begin();
}

void Team::share(std::size_t count, const std::function<void(std::size_t)>& part) {
    part_ = &part;
    count_ = count;
    next_ = 0;
    busy_ = others_.size();
    begin();
    work();
    for (std::size_t busy = busy_; busy > 0; busy = busy_)
        await_change(busy_, busy);
}

void Team::begin() {
    ++tasks_;
    tasks_.notify_all();
}

void Team::help() {
    for (std::uint32_t done = 0;; ++done) {
        await_change(tasks_, done);
        if (part_ == nullptr)
            return;
        work();
        if (--busy_ == 0)
            busy_.notify_one();
    }
}

void Team::work() {
    for (std::size_t i = next_++; i < count_; i = next_++)
        (*part_)(i);
}

} // namespace jaipur::bots::trainer
