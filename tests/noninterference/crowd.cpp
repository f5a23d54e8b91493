// The people, and how they react to the server's answers.
#include "tests/noninterference/crowd.hpp"

#include "protocol/codec.hpp"
#include "protocol/hash.hpp"

#include <utility>

namespace jaipur::paired {

namespace {

server::core::Limits limits_for(test::Random& random) {
    server::core::Limits limits;
    if (!random.one_in(3))
        limits.request_burst = limits.wrong_joins = 0;
    limits.rooms = 5;
    limits.spectators = 3;
    if (!random.one_in(4)) // most of the time, bots act at once
        limits.bot_time = {};
    return limits;
}

Store store_for(test::Random& random) {
    return random.one_in(4) ? Store::WhenTold : Store::AtOnce;
}

std::vector<Person> people_for(test::Random& random) {
    std::vector<Person> people;
    const auto add = [&](Role role, std::size_t table, const char* name, std::size_t comes_at) {
        Person person;
        person.role = role;
        person.table = table;
        if (name)
            person.name = name;
        person.comes_at = comes_at;
        person.habit = random.pick(test::all_habits);
        person.nonce.fill(static_cast<std::uint8_t>(people.size() + 1));
        if (!random.one_in(4)) // two share an address
            person.address = {server::core::Address::Kind::V4, 1 + people.size() / 2};
        people.push_back(std::move(person));
    };
    add(Role::Host, 0, "Asha", 0);
    add(Role::Guest, 0, "Ravi", 0);
    add(Role::Watcher, 0, random.one_in(2) ? "Mira" : nullptr, 3);
    add(Role::Watcher, 0, random.one_in(2) ? "Noor" : nullptr, 30 + random.below(40));
    add(Role::Wanderer, 0, "Dev", random.below(20));
    if (random.one_in(3)) {
        add(Role::Host, 1, "Lila", 5);
        add(Role::Guest, 1, "Omar", 10);
    }
    people[random.below(people.size())].restless = true;
    return people;
}

} // namespace

Crowd::Crowd(std::uint64_t seed)
    : seed_(seed), random_(seed), limits_(limits_for(random_)), store_(store_for(random_)),
      rig_(seed, limits_, store_, chance_), people_(people_for(random_)) {}

void Crowd::play() {
    for (auto steps = 30 + random_.below(random_.one_in(4) ? 220 : 90); step_ < steps; ++step_)
        step();
    if (store_ == Store::WhenTold && random_.one_in(2))
        while (rig_.waits_for_store())
            take(StoreAnswers{server::core::Stored::Durable});
}

// ---- input, and what people know about it

void Crowd::take(Input input) {
    rig_.take(input);
    inputs_.push_back(std::move(input));
    read();
}

void Crowd::connect(Person& person) {
    person.leave();
    person.session = ++last_session_;
    person.sessions.insert(*person.session);
    take(Connect{*person.session, person.address});
}

void Crowd::hang_up(Person& person) {
    const SessionId session = *person.session;
    person.disconnect();
    take(HangUp{session});
}

void Crowd::say(Person& person, const protocol::RequestBody& body) {
    const std::uint64_t id = ++last_id_;
    const auto index = static_cast<std::size_t>(&person - people_.data());
    asked_[id] = {index, inputs_.size(), is<protocol::LeaveRoom>(body),
                  is<protocol::Spectate>(body)};
    say_text(person, protocol::encode(protocol::Request{id, body}));
}

void Crowd::say_text(Person& person, std::string text) {
    take(Frame{*person.session, std::move(text)});
}

// What people learn from the messages they get.
void Crowd::read() {
    for (; read_ < rig_.sent().size(); ++read_) {
        const Sent& sent = rig_.sent()[read_];
        if (sent.message) {
            read_reply(sent);
            continue;
        }
        for (Person& person : people_)
            if (person.session == sent.to)
                person.disconnect();
    }
}

void Crowd::read_reply(const Sent& sent) {
    const auto* ok = std::get_if<protocol::Ok>(sent.message.get());
    const auto* error = std::get_if<protocol::Error>(sent.message.get());
    if (!ok && !(error && error->re))
        return;
    const auto found = asked_.find(ok ? ok->re : *error->re);
    if (found == asked_.end())
        return; // not a request
    const Asked& asked = found->second;
    Person& person = people_[asked.person];
    if (error) {
        if (!error->rule.empty())
            std::get<Frame>(inputs_.at(asked.input)).broke_a_rule = true;
        if (asked.watches && error->code == protocol::ErrorCode::NoSuchRoom)
            person.turned_away = true;
    } else if (const auto* seated = std::get_if<protocol::Seated>(&ok->adds)) {
        read_seated(person, *seated);
    } else if (const auto* key = std::get_if<protocol::SeatKey>(&ok->adds)) {
        person.key = key->key;
    } else if (asked.leaves && person.session == sent.to) {
        person.leave();
    }
}

void Crowd::read_seated(Person& person, const protocol::Seated& seated) {
    person.room = seated.room;
    person.seat = seated.seat;
    Eyes& eyes = person.eyes[seated.room];
    const auto* room = rig_.lobby().room(seated.room);
    if (seated.seat)
        eyes.seat[*seated.seat] = true;
    else
        eyes.watches = true;
    if (seated.token)
        person.tokens[seated.room] = *seated.token;
    if (person.role == Role::Host && seated.token && !tables_.at(person.table))
        tables_.at(person.table) = seated.room;
    if (room && room->match.phase == Phase::Playing)
        ++person.snapshots;
}

} // namespace jaipur::paired
