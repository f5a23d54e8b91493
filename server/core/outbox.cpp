#include "server/core/outbox.hpp"

#include "common/overloaded.hpp"
#include "protocol/codec.hpp"

#include <algorithm>
#include <utility>
#include <variant>

namespace jaipur::server::core {

namespace {

using Message = std::shared_ptr<const protocol::ServerMessage>;

// Remembers the last one: in a crowd, the same two are joined for one session after the other.
Outgoing joined(const Message& older, const Message& newer) {
    static thread_local Message last_older, last_newer;
    static thread_local Outgoing last;
    if (older == last_older && newer == last_newer)
        return last;
    const auto& before = std::get<protocol::View>(*older).events;
    protocol::View view = std::get<protocol::View>(*newer);
    view.events.insert(view.events.begin(), before.begin(), before.end());
    last = encoded(std::make_shared<const protocol::ServerMessage>(std::move(view)));
    last_older = older;
    last_newer = newer;
    return last;
}

} // namespace

Outgoing encoded(std::shared_ptr<const protocol::ServerMessage> message) {
    auto text = std::make_shared<const std::string>(protocol::encode(*message));
    return {std::move(message), std::move(text)};
}

Outgoing Encoder::operator()(const std::shared_ptr<const protocol::ServerMessage>& message) {
    if (message.use_count() == 1)
        return encoded(message); // for one session only, so not cached: it may contain a token
    for (const Outgoing& outgoing : recent_)
        if (outgoing.message == message)
            return outgoing;
    Outgoing& slot = recent_[next_];
    next_ = (next_ + 1) % recent_.size();
    slot = encoded(message);
    return slot;
}

Outbox::Kind Outbox::kind_of(const protocol::ServerMessage& message) {
    const Overloaded each{
        [](const protocol::View&) { return Kind::View; },
        [](const protocol::RoomInfo&) { return Kind::Room; },
        [](const protocol::Commitments&) { return Kind::Commitments; },
        // With `Seated` the connection enters a room: the next view has all events of the round, so
        // earlier ones must not be merged into it.
        [](const protocol::Ok& ok) {
            return std::holds_alternative<protocol::Seated>(ok.adds) ? Kind::Entry : Kind::Other;
        },
        [](const OneOf<protocol::Error, protocol::Chat> auto&) { return Kind::Other; },
    };
    return std::visit(each, message);
}

Outbox::Queue::iterator Outbox::replaceable_view(const protocol::View& newer) {
    for (auto it = queue_.end(); it != queue_.begin();) {
        --it;
        // Views of different matches aren't merged: events would seem to be of the newer match.
        if (it->kind == Kind::View)
            return std::get<protocol::View>(*it->view).match == newer.match ? it : queue_.end();
        if (it->kind == Kind::Entry)
            break;
    }
    return queue_.end();
}

Outbox::Pushed Outbox::push(Outgoing outgoing) {
    const Kind kind = outgoing.message ? kind_of(*outgoing.message) : Kind::Other;
    if (kind == Kind::View) {
        if (const auto older = replaceable_view(std::get<protocol::View>(*outgoing.message));
            older != queue_.end()) {
            outgoing = joined(older->view, outgoing.message);
            bytes_ -= older->text->size();
            queue_.erase(older);
        }
    } else {
        outgoing.message = nullptr;
    }
    bytes_ += outgoing.text->size();
    queue_.push_back({kind, std::move(outgoing.message), std::move(outgoing.text)});
    if (overflows())
        forget_older_rooms();
    if (!overflows())
        return Pushed::Queued;
    bytes_ -= queue_.back().text->size();
    queue_.pop_back();
    return Pushed::Overflow;
}

bool Outbox::overflows() const {
    const bool too_many = max_messages_ != 0 && queue_.size() > max_messages_;
    // A single message may have any size: the first view after a resume has all events of a round,
    // and without it a client could never reconnect.
    const bool too_large = max_bytes_ != 0 && queue_.size() > 1 && bytes_ > max_bytes_;
    return too_many || too_large;
}

// Everybody in a room gets a `room` whenever a spectator enters or leaves. Without this, an
// attacker could fill the players' queues and get them disconnected. Clients check a `table`
// against the `room` before it, so that one stays.
void Outbox::forget_older_rooms() {
    bool newer = false;
    for (auto it = queue_.end(); it != queue_.begin();) {
        --it;
        if (it->kind == Kind::Commitments || it->kind == Kind::Entry) {
            newer = false;
        } else if (it->kind == Kind::Room) {
            if (newer) {
                bytes_ -= it->text->size();
                it = queue_.erase(it);
            }
            newer = true;
        }
    }
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

} // namespace jaipur::server::core
