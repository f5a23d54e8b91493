// One timer for many connections: wakes each when its `Liveness` says that something is due or has
// taken too long. Connections that are due at about the same time wake together, a little late and
// never early. While it watches any, it also looks at the clock now and then. So it notices when
// the process didn't run, because it was stopped or had no processor, and deadlines are put off by
// that time. It must not know about sockets, or what follows from a verdict.
#pragma once

#include "server/net/liveness.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/intrusive/list.hpp>

#include <functional>
#include <map>
#include <memory>
#include <utility>

namespace jaipur::server::net {

class Timekeeper : public std::enable_shared_from_this<Timekeeper> {
  public:
    explicit Timekeeper(const boost::asio::any_io_executor& executor) : timer_(executor) {}

    // A watched connection, until it stops or is destroyed. Any of these keeps the context running.
    class Watch : public boost::intrusive::list_base_hook<> {
      public:
        using Act = std::function<void(Verdict)>;

        // `act` gets every verdict except `Fine`, and must resolve it. If it throws, the watch
        // stops, after `ClosingTooSlow` makes it hang up. It may stop watches, but must not
        // destroy this one.
        Watch(std::shared_ptr<Timekeeper> keeper, Liveness& liveness, Act act);
        ~Watch();
        Watch(const Watch&) = delete;
        Watch& operator=(const Watch&) = delete;

        // A deadline may have come nearer.
        void hurry();
        void stop();
        // After `stop`, maybe on another thread: goes on with this keeper, which may be that of
        // another thread.
        void start(std::shared_ptr<Timekeeper> keeper);

      private:
        friend Timekeeper;

        void check();
        void check_safely();

        std::shared_ptr<Timekeeper> keeper_; // empty if stopped
        Liveness& liveness_;
        Act act_;
        Instant deadline_{}; // when it was scheduled
        Instant wakes_{};    // soon after
    };

    // When to wake a connection with this deadline: late by at most a 128th of the time until then.
    static Instant rounded(Instant deadline, Instant now);

  private:
    void add(Watch& watch);
    void remove(Watch& watch);
    void set_timer();
    void tick();
    void look(Instant now);

    boost::asio::steady_timer timer_;
    Instant timer_set_to_ = Instant::max(); // not set
    Instant last_look_{};
    std::map<Instant, boost::intrusive::list<Watch>> watches_;
};

} // namespace jaipur::server::net
