#include "server/relay/outbound.hpp"

#include "server/relay/number.hpp"

#include <boost/asio/ip/address.hpp>
#include <boost/asio/post.hpp>

#include <utility>

namespace jaipur::server::relay {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

namespace {

// A view at the end of a long round, or a page of rooms, takes tens of kilobytes.
constexpr std::size_t most_text = 4 << 20;

constexpr int seconds_to_connect = 3; // and to shake hands
constexpr int seconds_to_answer = 6;  // a question, from the start

struct HostAndPort {
    std::string host, port;
};

std::optional<HostAndPort> split(std::string_view address) {
    const auto colon = address.rfind(':');
    if (colon == std::string_view::npos)
        return std::nullopt;
    auto host = address.substr(0, colon);
    if (host.starts_with('[') && host.ends_with(']'))
        host = host.substr(1, host.size() - 2);
    return HostAndPort{std::string(host), std::string(address.substr(colon + 1))};
}

} // namespace

Outbound::Outbound(const net::Executor& executor, Setting setting, Hooks hooks)
    : socket_(executor), setting_(std::move(setting)), hooks_(std::move(hooks)) {}

// ---- the beginning -----------------------------------------------------------------------------

void Outbound::begin() {
    if (over_)
        return;
    begun_ = true;
    if (setting_.endpoint)
        return connect(*setting_.endpoint);
    const auto to = split(setting_.address);
    error_code wrong;
    const auto address = asio::ip::make_address(to ? to->host : "", wrong);
    const auto port = number_in<std::uint16_t>(to ? to->port : "");
    if (!wrong && port)
        connect({address, *port});
    else if (to)
        resolve();
    else
        end(End::Unreachable);
}

void Outbound::resolve() {
    const auto to = split(setting_.address);
    const auto resolver =
        std::make_shared<asio::ip::basic_resolver<tcp, net::Executor>>(socket_.get_executor());
    resolver->async_resolve(
        to->host, to->port,
        [self = shared_from_this(), resolver](const error_code& failed, const auto& found) {
            if (self->over_)
                return;
            if (failed || found.empty())
                return self->end(End::Unreachable);
            if (self->hooks_.located)
                self->hooks_.located(found.begin()->endpoint());
            self->connect(found.begin()->endpoint());
        });
}

void Outbound::connect(const tcp::endpoint& endpoint) {
    error_code failed;
    socket_.open(endpoint.protocol(), failed);
    if (failed) {
        end(End::Unreachable);
        return;
    }
    prepare(socket_); // before the connection exists: buffers count from the start
    socket_.async_connect(endpoint, [self = shared_from_this()](const error_code& refused) {
        if (self->over_)
            return;
        if (refused)
            self->end(End::Unreachable);
        else
            self->connected();
    });
}

void Outbound::connected() {
    channel_ = std::make_shared<Channel>(std::move(socket_), most_handshake);
    Channel::Hooks hooks;
    hooks.frame = [self = shared_from_this()](const Frame& frame) { return self->handle(frame); };
    hooks.paused = [self = shared_from_this()] {
        return self->over_ || !self->hooks_.paused || self->hooks_.paused();
    };
    hooks.drained = [self = shared_from_this()] {
        if (!self->over_ && self->hooks_.drained)
            self->hooks_.drained();
    };
    hooks.closed = [self = shared_from_this()] {
        self->end(self->welcomed_ ? End::Lost : End::Distrusted);
    };
    channel_->start(std::move(hooks));
}

bool Outbound::handle_handshake(std::string_view text) {
    if (challenge_.empty()) {
        challenge_ = text;
        const auto introduction =
            introduce(challenge_, setting_.introduction, setting_.nonce, setting_.secret);
        if (!introduction)
            return false;
        introduction_ = *introduction;
        channel_->send(Kind::Handshake, introduction_);
        channel_->flush();
        return true;
    }
    const auto accepted = accept(text, introduction_, challenge_, setting_.secret);
    if (!accepted)
        return false;
    welcomed_ = true;
    settle();
    for (std::string* const done : {&challenge_, &introduction_, &setting_.secret})
        std::string().swap(*done);
    channel_->allow(most_text);
    if (hooks_.welcomed)
        hooks_.welcomed(accepted->found);
    if (over_)
        return true;
    FrameReader waiting(most_text);
    waiting.add(std::exchange(waiting_, {}));
    while (const auto frame = waiting.next())
        channel_->send(frame->kind, frame->payload);
    channel_->flush();
    if (!channel_->is_blocked() && hooks_.drained)
        hooks_.drained();
    return true;
}

// ---- the session -------------------------------------------------------------------------------

bool Outbound::handle(const Frame& frame) {
    if (over_)
        return false;
    if (!welcomed_) {
        if (frame.kind != Kind::Handshake || !handle_handshake(frame.payload))
            end(End::Distrusted);
        return !over_;
    }
    switch (frame.kind) {
    case Kind::Text:
        return hooks_.text(frame.payload);
    case Kind::Close:
        end(End::Closed, number_in<std::uint16_t>(frame.payload).value_or(0));
        return false;
    case Kind::Elsewhere:
        if (const auto client = client_in(frame.payload); client && hooks_.learned)
            hooks_.learned(*client);
        end(End::Elsewhere);
        return false;
    default: // of a later version, or `Alive`
        return true;
    }
}

void Outbound::send(std::string_view text, Kind kind) {
    if (over_)
        return;
    if (!welcomed_) {
        append_frame(waiting_, kind, text);
        return;
    }
    channel_->send(kind, text);
    channel_->flush();
}

void Outbound::lag(std::chrono::milliseconds time) {
    if (over_ || !welcomed_)
        return;
    channel_->send(Kind::Lag, std::to_string(time.count()));
    channel_->flush();
}

void Outbound::look() {
    if (over_ || !begun_)
        return;
    ++age_;
    if (!welcomed_) {
        if (age_ > seconds_to_connect)
            end(End::Unreachable);
        return;
    }
    if (setting_.is_question && age_ > seconds_to_answer)
        return end(End::Lost);
    const auto quiet = channel_->look();
    if (exceeds(quiet.heard, setting_.limits.silence_timeout)) {
        end(End::Lost);
    } else if (exceeds(quiet.said, setting_.limits.ping_interval)) {
        channel_->send(Kind::Alive, {});
        channel_->flush();
    }
}

// ---- the end -----------------------------------------------------------------------------------

void Outbound::end(End why, std::uint16_t code) {
    if (over_)
        return;
    if ((why == End::Unreachable || why == End::Distrusted) && hooks_.located)
        hooks_.located(std::nullopt);
    const auto executor = channel_ ? channel_->executor() : socket_.get_executor();
    auto ended = std::move(hooks_.ended);
    hang_up();
    asio::post(executor, [self = shared_from_this(), ended = std::move(ended), why, code] {
        if (!self->silent_) // `abort` may have come first
            ended(why, code);
    });
}

void Outbound::abort() {
    silent_ = true;
    hang_up();
}

void Outbound::hang_up() {
    if (std::exchange(over_, true))
        return;
    if (begun_)
        settle();
    error_code ignored;
    if (channel_)
        channel_->abort(setting_.is_question ? Channel::How::Reset : Channel::How::Close);
    else
        socket_.close(ignored);
    asio::post(channel_ ? channel_->executor() : socket_.get_executor(),
               [self = shared_from_this()] { self->hooks_ = {}; });
}

void Outbound::settle() {
    if (const auto settled = std::exchange(hooks_.settled, nullptr))
        settled();
}

} // namespace jaipur::server::relay
