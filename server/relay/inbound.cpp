#include "server/relay/inbound.hpp"

#include "server/relay/number.hpp"

#include <boost/asio/post.hpp>

#include <utility>

namespace jaipur::server::relay {

using protocol::CloseCode;

namespace {

constexpr int seconds_to_introduce = 5;

} // namespace

Inbound::Inbound(net::Socket socket, Setting setting, std::shared_ptr<void> ticket)
    : channel_(std::make_shared<Channel>(std::move(socket), most_handshake)),
      setting_(std::move(setting)), challenge_(challenge(setting_.nonce)),
      outbox_(setting_.limits.outbox_messages, setting_.limits.outbox_bytes),
      ticket_(std::move(ticket)) {}

// ---- the handshake -----------------------------------------------------------------------------

void Inbound::begin() {
    Channel::Hooks hooks;
    hooks.frame = [self = shared_from_this()](const Frame& frame) { return self->handle(frame); };
    hooks.drained = [self = shared_from_this()] { self->write_out(); };
    hooks.closed = [self = shared_from_this()] {
        self->refuse("hung up");
        self->announce_closing();
    };
    channel_->send(Kind::Handshake, challenge_);
    channel_->start(std::move(hooks));
    channel_->flush();
}

void Inbound::handle_introduction(std::string_view text) {
    const auto checked = check(text, challenge_, setting_.secret);
    if (const auto* distrust = std::get_if<Distrust>(&checked)) {
        refuse(*distrust == Distrust::WrongProof     ? "wrong proof"
               : *distrust == Distrust::WrongVersion ? "wrong version"
                                                     : "malformed");
        abort();
        return;
    }
    const auto& introduction = std::get<Introduction>(checked);
    if (introduction.to != setting_.name) {
        refuse("for another server");
        abort();
        return;
    }
    introduced_ = true;
    const auto* question = std::get_if<WhoHas>(&introduction.purpose);
    const auto found = question ? setting_.has(*question, introduction.from) : false;
    if (!found) {
        setting_.refused = nullptr;
        abort();
        return;
    }
    channel_->send(Kind::Handshake, welcome(text, challenge_, setting_.secret, *found));
    channel_->flush();
    const auto setting = std::exchange(setting_.introduced, nullptr);
    setting_.refused = nullptr;
    std::string().swap(challenge_);
    std::string().swap(setting_.secret);
    if (question) {
        closing_ = true;
        channel_->finish();
        return;
    }
    channel_->allow(setting_.limits.message_bytes);
    setting(shared_from_this(), std::get<Client>(introduction.purpose));
}

void Inbound::turn_away() {
    refuse("too many at once");
    abort();
}

void Inbound::refuse(std::string_view why) {
    setting_.introduced = nullptr;
    if (const auto refused = std::exchange(setting_.refused, nullptr))
        refused(why);
}

// ---- the session -------------------------------------------------------------------------------

void Inbound::start(Hooks hooks) {
    hooks_ = std::move(hooks);
}

void Inbound::read_on() {
    channel_->read_on();
}

bool Inbound::handle(const Frame& frame) {
    if (closing_)
        return true;
    if (!introduced_) {
        if (frame.kind == Kind::Handshake)
            handle_introduction(frame.payload);
        else
            abort();
        return true;
    }
    if (frame.kind == Kind::Text || frame.kind == Kind::Settled) {
        settled_ = frame.kind == Kind::Settled;
        return hooks_.message(frame.payload) || closing_;
    }
    if (frame.kind == Kind::Lag) {
        if (const auto lag = number_in<std::uint32_t>(frame.payload))
            hooks_.round_trip(std::chrono::milliseconds(*lag));
    }
    return true;
}

void Inbound::send(core::Outgoing outgoing) {
    if (closing_)
        return;
    if (!is_blocked() && channel_->waiting() < net::enough_for_one)
        channel_->send(Kind::Text, *outgoing.text);
    else
        queue(std::move(outgoing));
}

void Inbound::queue(core::Outgoing outgoing) {
    if (closing_)
        return;
    if (outbox_.push(std::move(outgoing)) == core::Outbox::Pushed::Overflow) {
        outbox_.clear();
        close(CloseCode::TooSlow);
    }
}

void Inbound::flush() {
    if (!channel_->is_blocked())
        write_out();
}

void Inbound::write_out() {
    do {
        while (!outbox_.empty() && channel_->waiting() < net::enough_for_one)
            channel_->send(Kind::Text, *outbox_.pop());
        channel_->flush();
    } while (!channel_->is_blocked() && !channel_->is_over() && !outbox_.empty());
}

// ---- the end -----------------------------------------------------------------------------------

void Inbound::close(CloseCode code) {
    end_with(Kind::Close, std::to_string(static_cast<std::uint16_t>(code)));
}

void Inbound::send_back(const Client& client) {
    end_with(Kind::Elsewhere, to_text(client));
}

void Inbound::end_with(Kind kind, std::string_view payload) {
    if (std::exchange(closing_, true))
        return;
    if (!introduced_) {
        abort();
        return;
    }
    age_ = 0;
    while (!outbox_.empty())
        channel_->send(Kind::Text, *outbox_.pop());
    channel_->send(kind, payload);
    channel_->finish();
    announce_closing();
}

void Inbound::announce_closing() {
    closing_ = true;
    if (auto closing = std::exchange(hooks_.closing, nullptr))
        boost::asio::post(channel_->executor(), std::move(closing));
}

void Inbound::look() {
    const auto quiet = channel_->look();
    const core::Limits& limits = setting_.limits;
    ++age_;
    if (!introduced_) {
        if (age_ > seconds_to_introduce) {
            refuse("too slow");
            abort();
        }
    } else if (closing_) {
        if (exceeds(age_, limits.closing_timeout))
            abort();
    } else if (exceeds(quiet.heard, limits.silence_timeout)) {
        abort();
    } else if (exceeds(quiet.blocked, limits.write_timeout)) {
        outbox_.clear();
        close(CloseCode::TooSlow);
    } else if (exceeds(quiet.said, limits.ping_interval)) {
        channel_->send(Kind::Alive, {});
        channel_->flush();
    }
}

} // namespace jaipur::server::relay
