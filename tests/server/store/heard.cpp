#include "tests/server/store/heard.hpp"

#include <algorithm>
#include <future>
#include <stdexcept>

namespace jaipur::server::store::test {

namespace {

constexpr auto patience = 60s;

// The value that a store passes to the function that `ask` gets.
template <class Value, class Ask>
Value answer_to(Ask ask) {
    auto promise = std::make_shared<std::promise<Value>>();
    auto result = promise->get_future();
    ask([promise](Value value) { promise->set_value(std::move(value)); });
    if (result.wait_for(patience) != std::future_status::ready)
        throw std::runtime_error("the store did not answer");
    return result.get();
}

} // namespace

Store::Answer Ear::answer() {
    return [this](std::uint64_t first, std::uint64_t last, core::Stored result) {
        const std::lock_guard lock(mutex_);
        answers_.push_back({first, last, result});
        heard_.notify_all();
    };
}

std::function<void(std::string_view what)> Ear::failed() {
    return [this](std::string_view what) {
        const std::lock_guard lock(mutex_);
        failure_ = what;
        heard_.notify_all();
    };
}

const Answered* Ear::about(std::uint64_t number) const {
    const auto found = std::ranges::find_if(answers_, [number](const Answered& answered) {
        return answered.first <= number && number <= answered.last;
    });
    return found == answers_.end() ? nullptr : &*found;
}

core::Stored Ear::wait_for(std::uint64_t number) {
    std::unique_lock lock(mutex_);
    if (!heard_.wait_for(lock, patience, [&] { return failure_ || about(number) != nullptr; }))
        throw std::runtime_error("record " + std::to_string(number) + " was not answered");
    if (about(number) == nullptr)
        throw std::runtime_error("the store failed: " + *failure_);
    return about(number)->result;
}

std::string Ear::wait_for_failure() {
    std::unique_lock lock(mutex_);
    if (!heard_.wait_for(lock, patience, [&] { return failure_.has_value(); }))
        throw std::runtime_error("the store did not fail");
    return *failure_;
}

std::vector<Answered> Ear::answers() const {
    const std::lock_guard lock(mutex_);
    return answers_;
}

std::optional<std::string> Ear::failure() const {
    const std::lock_guard lock(mutex_);
    return failure_;
}

std::optional<std::string> found_in(Store& store, std::uint8_t match) {
    return answer_to<std::optional<std::string>>(
        [&](auto found) { store.find(protocol::MatchId{match}, std::move(found)); });
}

std::optional<std::size_t> measured_in(Store& store, std::uint8_t match) {
    return answer_to<std::optional<std::size_t>>(
        [&](auto measured) { store.measure(protocol::MatchId{match}, std::move(measured)); });
}

core::Stored keep(Store& store, core::GuestEntries changes) {
    return answer_to<core::Stored>(
        [&](auto kept) { store.keep(std::move(changes), std::move(kept)); });
}

} // namespace jaipur::server::store::test
