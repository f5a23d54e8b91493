#include "server/outbox.hpp"

#include "protocol/codec.hpp"

#include <algorithm>
#include <utility>
#include <variant>

namespace jaipur::server {

namespace {

// From this answer on the connection is in another room, or in its room anew: the next view tells
// everything from the start of the round, and events of before must not be told again.
bool begins_anew(const protocol::ServerMessage& message) {
    const auto* ok = std::get_if<protocol::Ok>(&message);
    return ok != nullptr && std::holds_alternative<protocol::Seated>(ok->adds);
}

bool is_view(const Outgoing& outgoing) {
    return std::holds_alternative<protocol::View>(*outgoing.message);
}

Outgoing joined(const Outgoing& older, const Outgoing& newer) {
    const auto& before = std::get<protocol::View>(*older.message).events;
    protocol::View view = std::get<protocol::View>(*newer.message);
    view.events.insert(view.events.begin(), before.begin(), before.end());
    return encoded(std::make_shared<const protocol::ServerMessage>(std::move(view)));
}

} // namespace

Outgoing encoded(std::shared_ptr<const protocol::ServerMessage> message) {
    auto text = std::make_shared<const std::string>(protocol::encode(*message));
    return {std::move(message), std::move(text)};
}

Outgoing Encoder::operator()(const std::shared_ptr<const protocol::ServerMessage>& message) {
    if (message.use_count() == 1)
        return encoded(message); // for one alone: not to be kept, it may hold a token
    for (const Outgoing& outgoing : recent_)
        if (outgoing.message == message)
            return outgoing;
    Outgoing& slot = recent_[next_];
    next_ = (next_ + 1) % recent_.size();
    slot = encoded(message);
    return slot;
}

Outbox::Queue::iterator Outbox::replaceable_view() {
    for (auto it = queue_.end(); it != queue_.begin();) {
        --it;
        if (is_view(*it))
            return it;
        if (begins_anew(*it->message))
            break;
    }
    return queue_.end();
}

Outbox::Pushed Outbox::push(Outgoing outgoing) {
    if (is_view(outgoing)) {
        if (const auto older = replaceable_view(); older != queue_.end()) {
            outgoing = joined(*older, outgoing);
            bytes_ -= older->text->size();
            queue_.erase(older);
        }
    }
    const bool too_many = max_messages_ != 0 && queue_.size() + 1 > max_messages_;
    // A message that waits alone may be as large as it is: the first view after a resume tells all
    // of a round, and a connection that could never be told it could never come back.
    const bool too_large =
        max_bytes_ != 0 && !queue_.empty() && bytes_ + outgoing.text->size() > max_bytes_;
    if (too_many || too_large)
        return Pushed::Overflow;
    bytes_ += outgoing.text->size();
    queue_.push_back(std::move(outgoing));
    return Pushed::Queued;
}

std::shared_ptr<const std::string> Outbox::pop() {
    auto text = std::move(queue_.front().text);
    queue_.pop_front();
    bytes_ -= text->size();
    return text;
}

void Outbox::clear() {
    queue_.clear();
    bytes_ = 0;
}

} // namespace jaipur::server
