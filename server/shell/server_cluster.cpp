// A server among others with the same database. Many times per second it looks who lives and who
// has which slots, plans (server/core/slot_plan.hpp), and does its part of the plan.
#include "server/log/log.hpp"
#include "server/shell/ban_file.hpp"
#include "server/shell/guarded.hpp"
#include "server/shell/metrics_text.hpp"
#include "server/shell/postgresql.hpp"
#include "server/shell/server.hpp"

#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace jaipur::server::shell {

namespace asio = boost::asio;
using std::chrono::steady_clock;

namespace {

constexpr std::chrono::milliseconds look_interval{50};
constexpr std::chrono::milliseconds look_interval_on_moves{10}; // somebody's room waits
// Slots given up on purpose move a few at a time: their rooms wait until others have read them.
constexpr std::size_t moved_at_once = 4;
// For slots that were given up and that nobody takes.
constexpr std::chrono::seconds taker_patience{2};
// After slots that could not be taken, because of another server or of a damaged record.
constexpr std::chrono::milliseconds first_pause{250}, longest_pause{10'000};
// How much longer than a lease a takeover can last, for example if the next owner is frozen, too.
constexpr std::chrono::seconds heirs_patience{6};

} // namespace

class Server::Node final : public Cluster {
  public:
    Node(Server& server, const Serve& options)
        : server_(server), options_(options), timer_(server.context_),
          owners_(
              cluster_name(*options.store->cluster),
              [&server](core::Slot slot) { return server.lobby_.holds(slot); },
              options.store->lease_time() + heirs_patience) {}

    void start() override {
        log::info("in a cluster", {{"name", owners_.me()}});
        look();
    }

    void stop() override {
        stopped_ = true;
        timer_.cancel();
    }

    void reload(const Serve& options) override { options_ = options; }

    void drain(bool on) override { drains_ = on; }

    const core::Owners& owners() const override { return owners_; }

    void lost(core::Slot slot) override;
    void check_leases() override;
    bool has_heirs() const override;

    bool hands_over() const override {
        return others_know_ && steady_clock::now() >= release_from_ && has_heirs();
    }

    bool is_empty() const override;

    bool is_adopting() const override { return !taken_.empty(); }

    bool is_ready() const override;
    std::optional<std::string> keeper_of_guests() const override;
    std::string metrics_text() const override;

  private:
    void look();
    void look_later();
    bool slots_move() const;
    void wait_for_others();
    void looked(store::Neighbours neighbours, bool held_guests);
    void learn(const store::Neighbours::Shared& shared, bool held_guests);
    void learn_bans(const std::optional<std::string>& text);
    void release(const std::vector<core::Slot>& slots);
    void take(core::Slot slot);
    void adopted(core::Slot slot, std::optional<store::SlotContents> contents);
    void tell();

    bool has_rooms_of(core::Slot slot) const {
        return server_.lobby_.holds(slot) || server_.lobby_.is_leaving(slot);
    }

    // Or is about to have some.
    bool has(core::Slot slot) const { return has_rooms_of(slot) || taken_.contains(slot); }

    Server& server_;
    Serve options_;
    asio::steady_timer timer_;
    core::Owners owners_;
    bool drains_ = false, stopped_ = false, checking_ = false;
    bool sees_ = false;                       // the last look reached the database
    bool others_know_ = false;                // that this server drains, or will within a look
    steady_clock::time_point release_from_{}; // not before
    core::Slots taken_;                       // asked of the store
    std::map<core::Slot, steady_clock::time_point> left_; // nobody has taken them yet

    struct Failure {
        std::chrono::milliseconds pause{};
        steady_clock::time_point until;
    };

    std::map<core::Slot, Failure> failures_; // to take it, one after the other
    std::uint64_t shared_version_ = 0;
    std::string news_gained_, news_lost_; // slots, to be logged

    // Since the start.
    std::map<core::Slot, std::uint64_t> adoptions_;
    std::uint64_t losses_ = 0, releases_ = 0;
};

// ---- looking -----------------------------------------------------------------------------------

void Server::Node::look() {
    const bool holds_guests = server_.lobby_.holds(core::guests_slot);
    const bool needs_all = holds_guests && !server_.lobby_.keeps_guests();
    const auto answer = [this, holds_guests](std::optional<store::Neighbours> neighbours) {
        asio::post(server_.context_, [this, holds_guests, neighbours = std::move(neighbours)] {
            if (stopped_)
                return;
            guarded("looking at other servers failed", [&] {
                sees_ = neighbours.has_value();
                if (neighbours)
                    looked(*neighbours, holds_guests);
                tell();
            });
            look_later();
        });
    };
    server_.store_->look(drains_, needs_all ? 0 : shared_version_, answer);
}

void Server::Node::look_later() {
    timer_.expires_after(sees_ && slots_move() ? look_interval_on_moves : look_interval);
    timer_.async_wait([this](const boost::system::error_code& cancelled) {
        if (cancelled || stopped_)
            return;
        server_.decide([](core::Output&) {}); // looks at the leases
        look();
    });
}

bool Server::Node::slots_move() const {
    return !left_.empty() || !core::are_spread(owners_.seen(), owners_.abandoned());
}

// Waits for one look before the first slot is free, so that the next owners already look often.
void Server::Node::wait_for_others() {
    const auto& servers = owners_.seen().servers;
    const auto me = servers.find(owners_.me());
    const bool draining = me != servers.end() && me->second;
    if (std::exchange(others_know_, draining) != draining)
        release_from_ = steady_clock::now() + look_interval;
}

void Server::Node::looked(store::Neighbours neighbours, bool held_guests) {
    if (owners_.see(std::move(neighbours.seen), std::move(neighbours.addresses), server_.now(),
                    neighbours.damaged_for))
        server_.relays_->owners_changed();
    if (neighbours.shared)
        learn(*neighbours.shared, held_guests);
    wait_for_others();
    const core::SlotPlan plan = core::plan_slots(owners_.seen(), owners_.me());
    release(plan.release);
    for (const core::Slot slot : plan.take)
        if (!has(slot))
            take(slot);
}

// What exists once for all servers. The keeper made the changes itself.
void Server::Node::learn(const store::Neighbours::Shared& shared, bool held_guests) {
    shared_version_ = shared.version;
    if (server_.lobby_.keeps_guests())
        return;
    const bool keeps = held_guests && server_.lobby_.holds(core::guests_slot);
    server_.decide(
        [&](core::Output& output) { server_.lobby_.refresh_guests(shared.guests, keeps, output); });
    learn_bans(shared.bans);
    if (keeps)
        server_.use_privacy(options_);
}

void Server::Node::learn_bans(const std::optional<std::string>& text) {
    const core::Bans before =
        std::exchange(server_.bans_, core::Bans(text ? bans_in(*text) : std::vector<core::Ban>{}));
    const auto known = before.all(server_.now());
    for (const core::Ban& ban : server_.bans_.all(server_.now()))
        if (std::ranges::find(known, ban) == known.end())
            server_.decide([&](core::Output& output) {
                server_.lobby_.kick(ban.network, server_.now(), output);
            });
}

// ---- slots come and go -------------------------------------------------------------------------

void Server::Node::take(core::Slot slot) {
    if (server_.is_stopping())
        return;
    if (const auto failed = failures_.find(slot);
        failed != failures_.end() && steady_clock::now() < failed->second.until)
        return;
    taken_.insert(slot);
    server_.store_->adopt(slot, [this, slot](std::optional<store::SlotContents> contents) {
        asio::post(server_.context_, [this, slot, contents = std::move(contents)]() mutable {
            adopted(slot, std::move(contents));
        });
    });
}

void Server::Node::adopted(core::Slot slot, std::optional<store::SlotContents> contents) {
    taken_.erase(slot);
    if (!contents) {
        auto& [pause, until] = failures_[slot];
        pause = std::clamp(2 * pause, first_pause, longest_pause);
        until = steady_clock::now() + pause;
        return;
    }
    failures_.erase(slot);
    if (server_.is_stopping() || (drains_ && has_heirs()))
        return server_.store_->release(slot);
    std::vector<core::RoomCode> damaged;
    server_.decide([&](core::Output& output) {
        for (const core::Record& record : contents->records)
            server_.lobby_.restore(record, output);
        damaged = server_.lobby_.adopt(slot, contents->last, server_.now(), output);
    });
    server_.damaged_rooms(damaged);
    ++adoptions_[slot];
    news_gained_ += slot;
    server_.set_timer();
    server_.relays_->owners_changed();
}

// Those that others have taken by now make place for the next.
void Server::Node::release(const std::vector<core::Slot>& slots) {
    const auto now = steady_clock::now();
    std::erase_if(left_, [&](const auto& left) {
        const auto holder = owners_.seen().holders.find(left.first);
        return (holder != owners_.seen().holders.end() && holder->second != owners_.me()) ||
               now - left.second > taker_patience;
    });
    for (const core::Slot slot : slots) {
        if (left_.size() >= moved_at_once || now < release_from_)
            return;
        if (!server_.lobby_.holds(slot))
            continue;
        left_.emplace(slot, now);
        ++releases_;
        server_.decide(
            [&](core::Output& output) { server_.lobby_.release(slot, server_.now(), output); });
    }
}

void Server::Node::lost(core::Slot slot) {
    if (has_rooms_of(slot)) {
        ++losses_;
        news_lost_ += slot;
    }
    server_.decide([&](core::Output& output) { server_.lobby_.drop(slot, server_.now(), output); });
}

// The store finds it out as well, maybe later: then it has nothing to release.
void Server::Node::check_leases() {
    if (checking_ || steady_clock::now() < server_.store_->holds_until())
        return;
    checking_ = true;
    for (const core::Slot slot : core::all_slots)
        if (has_rooms_of(slot)) {
            lost(slot);
            server_.store_->release(slot);
        }
    checking_ = false;
}

void Server::Node::tell() {
    if (const auto slots = std::exchange(news_lost_, {}); !slots.empty())
        log::warning("slots lost: their leases weren't renewed in time", {{"slots", slots}});
    if (const auto slots = std::exchange(news_gained_, {}); !slots.empty())
        log::info("slots adopted",
                  {{"slots", slots},
                   {"rooms", static_cast<std::int64_t>(server_.lobby_.counts().rooms)}});
}

// ---- what others want to know ------------------------------------------------------------------

bool Server::Node::has_heirs() const {
    return std::ranges::any_of(owners_.seen().servers, [&](const auto& server) {
        return server.first != owners_.me() && !server.second;
    });
}

bool Server::Node::is_empty() const {
    return std::ranges::none_of(core::all_slots, [&](core::Slot slot) { return has(slot); });
}

bool Server::Node::is_ready() const {
    return std::ranges::any_of(core::all_slots,
                               [&](core::Slot slot) { return owners_.owns(slot); }) &&
           steady_clock::now() < server_.store_->holds_until();
}

std::optional<std::string> Server::Node::keeper_of_guests() const {
    const auto& holders = owners_.seen().holders;
    const auto holder = holders.find(core::guests_slot);
    return holder == holders.end() || holder->second == owners_.me()
               ? std::nullopt
               : std::optional(holder->second);
}

std::string Server::Node::metrics_text() const {
    MetricsText text;
    text.gauge("jaipur_cluster_servers", "Servers that share the database, with this one",
               owners_.seen().servers.size());
    text.gauge("jaipur_slots",
               "Slots that this server has, of " + std::to_string(core::all_slots.size()),
               static_cast<std::uint64_t>(std::ranges::count_if(
                   core::all_slots, [&](core::Slot slot) { return owners_.owns(slot); })));
    text.begin("jaipur_slot_adoptions_total", "How often this server took a slot", "counter");
    for (const auto& [slot, count] : adoptions_)
        text.value("jaipur_slot_adoptions_total", {{"slot", std::string_view(&slot, 1)}}, count);
    text.counter("jaipur_slots_released_total", "Slots given up on purpose", releases_);
    text.counter("jaipur_slots_lost_total",
                 "Slots lost because their leases could not be renewed in time", losses_);
    const relay::Figures relays = server_.relays_->figures();
    text.gauge("jaipur_relayed_sessions", "Sessions that this server relays to others",
               relays.relayed);
    text.gauge("jaipur_relayed_sessions_of_others", "Sessions that others relay to this server",
               relays.received);
    text.counter("jaipur_relays_begun_total", "Sessions that began to be relayed to others",
                 relays.begun);
    text.counter("jaipur_relays_lost_total",
                 "Relays whose other server was lost, out of reach or not trusted", relays.lost);
    text.counter("jaipur_relays_refused_total", "Connections refused at the port for other servers",
                 relays.refused);
    return text.take();
}

std::unique_ptr<Cluster> Server::cluster(const Serve& options) {
    if (!options.store || !options.store->cluster)
        return nullptr;
    return std::make_unique<Node>(*this, options);
}

} // namespace jaipur::server::shell
