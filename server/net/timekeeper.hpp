// Keeps the time of many connections with one timer: each is woken when its `Liveness` says that
// something is due or has taken too long. Those that are due at about the same time are woken
// together, a little late and never early. It must not know sockets, nor what is to follow from a
// verdict.
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

    // One whose time is kept until it stops or ends. While there are any, the context has work.
    class Watch : public boost::intrusive::list_base_hook<> {
      public:
        using Act = std::function<void(Verdict)>;

        // `act` is told of every verdict but `Fine`, and has to change what the verdict was about.
        // Where it throws, its time is not kept any more, and `ClosingTooSlow` makes it hang up.
        // It may stop watches, and must not destroy this one.
        Watch(std::shared_ptr<Timekeeper> keeper, const Liveness& liveness, Act act);
        ~Watch();
        Watch(const Watch&) = delete;
        Watch& operator=(const Watch&) = delete;

        // A deadline may have come nearer.
        void hurry();
        void stop();

      private:
        friend Timekeeper;

        void look();
        void look_safely();

        std::shared_ptr<Timekeeper> keeper_; // none: stopped
        const Liveness& liveness_;
        Act act_;
        Instant deadline_{}; // as it was when it was put down
        Instant wakes_{};    // soon after
    };

    // When somebody is woken whose deadline this is: at most a 128th of the time until then later.
    static Instant rounded(Instant deadline, Instant now);

  private:
    void put_down(Watch& watch);
    void strike_out(Watch& watch);
    void set_timer();
    void tick();

    boost::asio::steady_timer timer_;
    Instant timer_set_to_ = Instant::max(); // it is not set
    std::map<Instant, boost::intrusive::list<Watch>> watches_;
};

} // namespace jaipur::server::net
