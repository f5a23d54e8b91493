#include "server/core/lobby/admission.hpp"

#include "protocol/text.hpp"

#include <utility>

namespace jaipur::server::core {

using protocol::ErrorCode;

void Admission::admit(const Caller& caller, const EntryFacts& facts) {
    Session& session = caller.session;
    const bool is_new = session.step == Session::Step::Prepare;
    if (is_new && (facts.room || facts.for_server) && !take_pass(caller, facts))
        return;
    if (!facts.password || !protocol::is_password(*facts.password)) {
        session.step = Session::Step::Serve;
        return;
    }
    if (shutting_down_)
        return refuse(caller.id, ErrorCode::ShuttingDown, caller.now, caller.out);
    if (session.step == Session::Step::Hash)
        return hash(caller, facts);
    session.step = Session::Step::Wait;
    if (const auto refused = hash_queue_.add(caller.id, session.address, caller.now))
        refuse(*refused, ErrorCode::RateLimited, caller.now, caller.out);
}

// Then it isn't a guess: everybody can list the room.
bool Admission::is_for_anybody(const EntryFacts& facts) const {
    const RoomSlot* slot = facts.room ? rooms_.named(*facts.room) : nullptr;
    return slot && slot->is_open() && slot->room.is_for_anybody();
}

// False: the session waits in the slow lane, or was refused.
bool Admission::take_pass(const Caller& caller, const EntryFacts& facts) {
    if (is_for_anybody(facts))
        return true;
    Session& session = caller.session;
    session.pass = guesses_.take(session.address, caller.now);
    if (session.pass)
        return true;
    if (shutting_down_ ||
        !guesses_.may_guess_slowly(session.address, session.had_wrong_guess, caller.now)) {
        caller.refuse(shutting_down_ ? ErrorCode::ShuttingDown : ErrorCode::RateLimited);
        return false;
    }
    session.step = Session::Step::Wait;
    const auto refused =
        lane_.add({caller.id, session.address, session.had_wrong_guess}, caller.now, guesses_);
    if (refused)
        refuse(*refused, ErrorCode::RateLimited, caller.now, caller.out);
    return false;
}

void Admission::hash(const Caller& caller, const EntryFacts& facts) {
    Salt salt{};
    if (facts.for_server)
        salt = guests_.salt();
    else if (!facts.room)
        salt = draw<Salt>(entropy_);
    else if (const RoomSlot* slot = rooms_.named(*facts.room))
        if (const auto& kept = slot->room.state().password)
            salt = kept->salt;
    caller.session.step = Session::Step::Wait;
    hashing_ = {caller.id, facts.room ? *facts.room : "", facts.may_enter, facts.for_server,
                std::nullopt};
    caller.out.passwords.push_back({caller.id, *facts.password, salt});
}

bool Admission::is_right(const Hashing& job, const HashedPassword& hash) const {
    if (job.for_server)
        return guests_.with_password(hash).has_value();
    const RoomSlot* slot = rooms_.named(job.room);
    return slot && (slot->room.*job.may_enter)(hash);
}

void Admission::hashed(SessionId id, const std::optional<HashedPassword>& hash, Time now) {
    if (!hashing_ || hashing_->session != id)
        return;
    const Hashing job = *std::exchange(hashing_, std::nullopt);
    if (const auto session = sessions_.find(id); session != sessions_.end() && hash) {
        session->second.password = hash;
        session->second.step = Session::Step::Serve;
    } else if (job.pass) {
        const bool checked = hash && !(job.for_server && guests_.is_outdated(hash)) &&
                             !rooms_.is_elsewhere(job.room);
        const bool wrong = checked && !is_right(job, *hash);
        if (wrong) // otherwise hanging up would make guesses free
            guesses_.wrong(*job.pass, now);
        else
            guesses_.give_back(*job.pass, now);
    }
}

std::optional<ErrorCode> Admission::guessed(const Caller& caller, bool right, ErrorCode wrong) {
    Session& session = caller.session;
    const auto pass = std::exchange(session.pass, std::nullopt);
    if (right) {
        if (pass)
            guesses_.give_back(*pass, caller.now);
        return std::nullopt;
    }
    if (!pass)
        return wrong;
    guesses_.wrong(*pass, caller.now);
    session.had_wrong_guess = true;
    return pass->lane == GuessPass::Lane::Slow ? ErrorCode::RateLimited : wrong;
}

void Admission::begin_again(SessionId id) {
    if (const auto session = sessions_.find(id); session != sessions_.end()) {
        session->second.step = Session::Step::Prepare;
        ready_.push_back(id);
    }
}

const RoomSlot* Admission::glance(const Address& from, const std::string& room, MayEnter may_enter,
                                  Time now) {
    const RoomSlot* slot = rooms_.named(room);
    if (slot && !slot->is_open())
        slot = nullptr; // until it is stored, nobody can have a link to it
    if (slot && slot->room.is_for_anybody())
        return (slot->room.*may_enter)(std::nullopt) ? slot : nullptr;
    const auto pass = guesses_.take(from, now);
    if (!pass)
        return nullptr;
    if (slot && (slot->room.*may_enter)(std::nullopt)) {
        guesses_.give_back(*pass, now);
        return slot;
    }
    guesses_.wrong(*pass, now);
    return nullptr;
}

std::optional<Session> Admission::end(SessionId id, Time now) {
    auto node = sessions_.extract(id);
    if (node.empty())
        return std::nullopt;
    Session session = std::move(node.mapped());
    lane_.remove(id);
    hash_queue_.remove(id);
    if (session.pass && hashing_ && hashing_->session == id)
        hashing_->pass = session.pass;
    else if (session.pass)
        guesses_.give_back(*session.pass, now);
    return session;
}

void Admission::tick(Time now, Output& out) {
    while (const auto turn = lane_.next(now, guesses_)) {
        if (!turn->pass) {
            refuse(turn->session, ErrorCode::RateLimited, now, out);
            continue;
        }
        Session& session = sessions_.at(turn->session);
        session.pass = turn->pass;
        session.step = Session::Step::Admitted;
        ready_.push_back(turn->session);
    }
}

std::optional<SessionId> Admission::next_ready(Time now) {
    if (!ready_.empty()) {
        const SessionId first = ready_.front();
        ready_.erase(ready_.begin());
        return first;
    }
    const auto next = hashing_ ? std::nullopt : hash_queue_.next(now);
    if (next)
        sessions_.at(*next).step = Session::Step::Hash;
    return next;
}

void Admission::shut_down(Time now, Output& out) {
    shutting_down_ = true;
    while (const auto id = lane_.pop())
        refuse(*id, ErrorCode::ShuttingDown, now, out);
    while (const auto id = hash_queue_.pop())
        refuse(*id, ErrorCode::ShuttingDown, now, out);
}

// Its guess, if any, hasn't been checked.
void Admission::refuse(SessionId id, ErrorCode code, Time now, Output& out) {
    Session& session = sessions_.at(id);
    if (session.pass)
        guesses_.give_back(*std::exchange(session.pass, std::nullopt), now);
    const auto first = session.queue.front();
    const auto& request = std::get<protocol::Request>(first->what);
    Caller{id, session, request.id, first->at, out}.refuse(code);
    ready_.push_back(id);
}

} // namespace jaipur::server::core
