#include "server/shell/certificates.hpp"

#include "server/log/log.hpp"

#include <sys/stat.h>
#include <utility>

namespace jaipur::server::shell {

using std::chrono::steady_clock;

namespace {

constexpr std::chrono::seconds look_every{3};

// A key of tickets that an attacker gets reveals connections of at most this time. (Only those of
// TLS 1.2: 1.3 negotiates new keys even if a connection is resumed.)
constexpr std::chrono::hours ticket_key_lifetime{6};

} // namespace

Certificates::Certificates(const net::Executor& executor, net::TlsFiles files)
    : files_(std::move(files)), timer_(executor), tried_(look()), last_(tried_),
      context_(std::make_unique<net::TlsContext>(files_)),
      next_ticket_key_(steady_clock::now() + ticket_key_lifetime) {}

void Certificates::start() {
    describe();
    wait();
}

void Certificates::stop() {
    stopped_ = true;
    timer_.cancel();
}

// Links lead to new files after a renewal, so their targets count.
Certificates::Look Certificates::look_at(const std::filesystem::path& file) {
    struct stat status{};
    if (stat(file.c_str(), &status) != 0)
        return {};
    return {static_cast<std::int64_t>(status.st_dev), static_cast<std::int64_t>(status.st_ino),
            status.st_size, status.st_mtim.tv_sec, status.st_mtim.tv_nsec};
}

void Certificates::wait() {
    timer_.expires_after(look_every);
    timer_.async_wait([this](const boost::system::error_code& cancelled) {
        if (cancelled || stopped_)
            return;
        tick();
        wait();
    });
}

// Certificate and key are replaced one after the other, so a change counts once nothing has changed
// for a while.
void Certificates::tick() {
    const Looks now = look();
    if (std::exchange(last_, now) == now && now != tried_)
        reload();
    if (steady_clock::now() < next_ticket_key_)
        return;
    next_ticket_key_ += ticket_key_lifetime;
    context_->renew_ticket_key();
}

void Certificates::reload() {
    tried_ = last_ = look();
    try {
        context_ = std::make_unique<net::TlsContext>(files_);
        ++reloads_;
        describe();
    } catch (const std::exception& error) {
        ++failed_reloads_;
        log::error("can't reload the certificate", {{"reason", error.what()}});
    }
}

void Certificates::describe() const {
    const auto seconds = [](std::chrono::sys_seconds time) {
        return std::int64_t{time.time_since_epoch().count()};
    };
    log::info("certificate",
              {{"host", context_->host()}, {"valid_until", seconds(context_->valid_until())}});
    const auto now = std::chrono::system_clock::now();
    if (now >= context_->valid_until())
        log::warning("the certificate has expired", {{"at", seconds(context_->valid_until())}});
    else if (now < context_->valid_from())
        log::warning("the certificate isn't valid yet", {{"at", seconds(context_->valid_from())}});
}

} // namespace jaipur::server::shell
