// What people do.
#include "common/rules.hpp"
#include "protocol/codec.hpp"
#include "protocol/hash.hpp"
#include "tests/noninterference/crowd.hpp"

#include <iterator>
#include <utility>

namespace jaipur::paired {

// ---- one step: a person, the disk, and time ---------------------------------------------------

void Crowd::step() {
    if (random_.one_in(200))
        restart();
    if (random_.one_in(2)) {
        progress(people_.size() > 5 && random_.one_in(3) ? 1 : 0);
    } else {
        Person& person = random_.pick(people_);
        if (person.comes_at <= step_)
            whim(person);
    }
    for (Person& person : people_)
        if (person.restless && person.session && person.room)
            enter_anew(person);
    if (store_ == Store::WhenTold)
        store_answers();
    let_time_pass();
}

void Crowd::store_answers() {
    while (rig_.waits_for_store() && !random_.one_in(4))
        take(StoreAnswers{random_.one_in(30) ? server::core::Stored::Full
                                             : server::core::Stored::Durable});
}

void Crowd::let_time_pass() {
    std::size_t longest = 400; // ms
    if (random_.one_in(20))
        longest = 6000;
    if (random_.one_in(60))
        longest = 130000;
    take(Pass{milliseconds(random_.below(longest))});
}

void Crowd::restart() {
    for (Person& person : people_)
        person.disconnect();
    take(Restart{milliseconds(random_.below(5000)), random_.next()});
}

// ---- the game goes on --------------------------------------------------------------------------

void Crowd::progress(std::size_t table) {
    const auto& code = tables_.at(table);
    const auto* room = code ? rig_.lobby().room(*code) : nullptr;
    Person* host = nullptr;
    Person* guest = nullptr;
    for (Person& person : people_)
        if (person.table == table && person.role == Role::Host)
            host = &person;
        else if (person.table == table && person.role == Role::Guest)
            guest = &person;
    if (room && room->match.phase == Phase::Playing)
        for (Person* person : {host, guest}) {
            const auto eyes = person->eyes.find(*code);
            if (eyes != person->eyes.end() && eyes->second.seat[room->match.state.turn])
                return advance(*person);
        }
    advance(random_.one_in(2) || !code ? *host : *guest);
}

void Crowd::advance(Person& person) {
    if (!person.session)
        return connect(person);
    if (!person.room)
        return enter(person);
    const auto* room = rig_.lobby().room(*person.room);
    if (room && person.seat)
        return play_on(person, *room);
    say(person, anything(person));
}

void Crowd::play_on(Person& person, const server::core::RoomState& room) {
    switch (room.match.phase) {
    case Phase::Waiting:
        if (room.table_published)
            return say(person, protocol::Reveal{person.nonce});
        return say(person, ready(person, room));
    case Phase::Playing: {
        std::vector<Action> actions;
        legal_actions(room.match.state, actions);
        if (room.match.state.turn != *person.seat || actions.empty())
            return say(person, protocol::Act{room.match.ply, nonsense(), {}});
        const Action action = test::shuffled(random_, test::choose(random_, actions, person.habit));
        return say(person, protocol::Act{room.match.ply, action, {}});
    }
    case Phase::RoundOver: // it stays for a while
        return say(person, random_.one_in(4) ? protocol::Ready{} : anything(person));
    case Phase::MatchOver:
        return say(person, protocol::AskRematch{});
    }
}

protocol::Ready Crowd::ready(const Person& person, const server::core::RoomState& room) {
    protocol::Ready ready;
    if (random_.one_in(2))
        ready.commit =
            protocol::seat_commit(room.fresh.match, room.server_commit, *person.seat, person.nonce);
    if (!random_.one_in(8)) // agrees if the room offers a spectator delay
        ready.delay = room.options.delay;
    if (random_.one_in(2))
        ready.pairing = room.pairing;
    return ready;
}

void Crowd::enter(Person& person) {
    if (!person.tokens.empty() && !random_.one_in(10)) {
        const auto& [room, token] =
            *std::next(person.tokens.begin(),
                       static_cast<std::ptrdiff_t>(random_.below(person.tokens.size())));
        const auto chat = random_.one_in(2) ? std::optional<std::uint64_t>(0) : std::nullopt;
        return say(person, protocol::Resume{room, token, chat});
    }
    const auto chosen = some_token();
    const auto& table = tables_.at(person.table);
    if (person.role == Role::Host && !table)
        return say(person, protocol::CreateRoom{*person.name, options(person.table), chosen, 1});
    if (person.role == Role::Guest && table)
        return say(person, protocol::JoinRoom{*table, *person.name, "sesame", chosen});
    if (person.role == Role::Watcher && table)
        return say(person, protocol::Spectate{*table, person.name, "sesame"});
    wander(person);
}

// On a new connection, with the earlier credentials: a player resumes, a spectator watches again.
void Crowd::enter_anew(Person& person) {
    const RoomCode room = *person.room;
    const bool sits = person.seat.has_value();
    if (!sits)
        hang_up(person);
    connect(person);
    if (!sits || !person.tokens.contains(room))
        return say(person, protocol::Spectate{room, person.name, "sesame"});
    if (person.key) // from another device
        return say(person, protocol::TakeOver{*std::exchange(person.key, std::nullopt),
                                              some_token().value_or(protocol::Secret{7})});
    const std::string token = person.tokens[room], name = person.name.value_or("Nobody");
    switch (random_.below(4)) {
    case 0: // as if the answer had been lost
        return say(person, protocol::JoinRoom{room, name, {}, protocol::from_base64url(token)});
    case 1:
        return say(person, protocol::Resume{std::nullopt, token});
    default:
        return say(person, protocol::Resume{room, token});
    }
}

// For a seat; often none.
std::optional<protocol::Secret> Crowd::some_token() {
    if (random_.one_in(3))
        return std::nullopt;
    protocol::Secret token{};
    for (auto& byte : token)
        byte = static_cast<std::uint8_t>(random_.next());
    return token;
}

void Crowd::wander(Person& person) {
    const std::string name = person.name.value_or("Nobody");
    switch (random_.below(6)) {
    case 0:
        return say(person, protocol::CreateRoom{name, options(1)});
    case 1:
        return say(person, protocol::QuickMatch{name, std::nullopt, some_token()});
    case 2:
        return say(person, protocol::JoinRoom{some_room(), name, "sesame"});
    case 3:
        return say(person, protocol::ListRooms{});
    default:
        return say(person, protocol::Spectate{some_room(), person.name, "sesame"});
    }
}

// ---- whims -------------------------------------------------------------------------------------

void Crowd::whim(Person& person) {
    if (!person.session)
        return connect(person);
    const std::size_t what = random_.below(40);
    if (what < 14)
        return advance(person);
    if (what < 17)
        return say(person, protocol::ListRooms{});
    if (what < 18)
        return hang_up(person);
    if (what < 19)
        return say(person, protocol::LeaveRoom{});
    if (what < 21 && person.room)
        return enter_anew(person);
    if (what < 23)
        return take(RoundTrip{*person.session, milliseconds(random_.below(300))});
    if (what < 24)
        return say_text(person, garbage());
    say(person, anything(person));
}

protocol::RequestBody Crowd::anything(const Person& person) {
    const auto* room = person.room ? rig_.lobby().room(*person.room) : nullptr;
    const std::uint32_t ply = room ? room->match.ply : 0;
    switch (random_.below(24)) {
    case 0:
        return protocol::Resign{};
    case 1:
        return protocol::ClaimWin{};
    case 2:
        return protocol::AskRematch{};
    case 3:
        return protocol::Ready{};
    case 4:
        return protocol::Reveal{person.nonce};
    case 5:
        return protocol::Ping{};
    case 6:
        return protocol::ListRooms{some_room()};
    case 7:
        return protocol::JoinRoom{some_room(), "Somebody", {}};
    case 8:
        return protocol::Resume{some_room(), std::string(43, 'A')};
    case 9:
        return protocol::Spectate{some_room(), person.name, {}};
    case 10:
        return protocol::Act{ply + random_.below(3), nonsense(), {}};
    case 14:
        return protocol::ListSpectators{};
    case 17:
        return protocol::MoveSeat{};
    case 18: {
        protocol::ListGames games{{{some_room(), std::string(43, 'A')}}};
        for (const auto& [where, token] : person.tokens)
            if (games.seats.size() < 20)
                games.seats.push_back({where, token});
        return games;
    }
    case 19:
        return protocol::PushSubscribe{
            {"https://push.example/" + std::to_string(last_id_), {}, {}}};
    case 20:
        if (random_.one_in(4))
            return protocol::Enter{some_token().value_or(protocol::Secret{7}), "sesame"};
        return random_.one_in(4) ? protocol::RequestBody(protocol::PushUnsubscribe{})
                                 : protocol::ReadPushKey{};
    case 16:
        if (random_.one_in(3)) // mostly so that people can go on chatting
            return protocol::SetChat{random_.one_in(3) ? protocol::ChatFrom::Players
                                                       : protocol::ChatFrom::Everyone};
        return protocol::ReadInvitation{some_room(), "sesame"};
    case 15:
        return random_.one_in(4)
                   ? protocol::Remove{random_.pick(all_seats)}
                   : protocol::Remove{protocol::SpectatorNumber{1 + random_.below(6)}};
    case 11:
    case 12:
    case 13:
        // No two lines are equal, so that the text identifies each.
        return protocol::SendChat{random_.one_in(8) ? "\n" : "Hush! " + std::to_string(last_id_)};
    default:
        return protocol::Act{ply, nonsense(), {}};
    }
}

// An action that a person who doesn't know the rules might try.
Action Crowd::nonsense() {
    switch (random_.below(6)) {
    case 0:
        return Take{random_.pick(all_cards)};
    case 1:
        return TakeCamels{};
    case 2:
    case 3:
        return Sell{random_.pick(all_goods), static_cast<std::uint8_t>(1 + random_.below(5))};
    default: {
        Exchange exchange;
        const auto size = 2 + random_.below(2);
        for (auto* list : {&exchange.take, &exchange.give})
            while (list->size() < size)
                list->push_back(random_.pick(all_cards));
        return exchange;
    }
    }
}

protocol::CreateOptions Crowd::options(std::size_t table) {
    protocol::CreateOptions options;
    options.is_public = !random_.one_in(4);
    if (random_.one_in(6))
        options.password = "sesame";
    using enum protocol::SpectatorMode;
    options.spectators = random_.one_in(2) ? Open : random_.one_in(5) ? None : Public;
    if (!random_.one_in(3)) {
        options.delay = static_cast<int>(2 + random_.below(5));
        if (options.spectators == Open && !random_.one_in(4))
            options.is_public = false; // otherwise the delay isn't offered
    }
    if (random_.one_in(3))
        options.clock = {static_cast<int>(20 + random_.below(100)), 3};
    options.seals = static_cast<int>(1 + random_.below(3));
    options.grace = static_cast<int>(1 + random_.below(30));
    if (options.grace % 2 == 0) // without another draw: the leaks' games stay the same
        options.patience = 60 + options.grace;
    if (options.grace % 3 == 0) // over days
        options.patience = 86400;
    if (random_.one_in(table == 0 ? 8 : 3)) { // of any level, without another draw
        const auto level = static_cast<std::size_t>(options.grace) % protocol::bot_levels.size();
        options.bot = protocol::bot_levels[level];
    }
    return options;
}

RoomCode Crowd::some_room() {
    std::vector<RoomCode> rooms{"222222"};
    for (const Person& person : people_)
        for (const auto& [room, eyes] : person.eyes)
            rooms.push_back(room);
    return random_.pick(rooms);
}

std::string Crowd::garbage() {
    static const std::vector<std::string> texts{"{", "[]", R"({"type":"peek","id":7})",
                                                R"({"type":"act","id":8,"ply":0})",
                                                R"({"type":"chat","id":9,"text":"a","seat":1})"};
    return random_.pick(texts);
}

} // namespace jaipur::paired
