#include "tests/client/screen/sample.hpp"

#include "client/console/words/words.hpp"
#include "common/rules.hpp"
#include "protocol/observe.hpp"
#include "tests/support/deals.hpp"
#include "tests/support/random.hpp"

#include <algorithm>

namespace jaipur::client::screen::test {

namespace {

using jaipur::test::Random;

// One of the four kinds first, so that not all is exchanging; sales as large as they can be.
Action choose(const State& state, Random& random) {
    std::vector<Action> all;
    legal_actions(state, all);
    for (;;) {
        const std::size_t kind = random.below(5) % 4;
        std::vector<Action> some;
        for (const Action& action : all)
            if (action.index() == kind)
                some.push_back(action);
        if (some.empty())
            continue;
        if (kind == 3)
            return *std::max_element(some.begin(), some.end(), [](const auto& a, const auto& b) {
                return std::get<Sell>(a).count < std::get<Sell>(b).count;
            });
        return random.pick(some);
    }
}

protocol::RoomPlayer player(std::string name, int lag) {
    protocol::RoomPlayer result;
    result.name = std::move(name);
    result.connected = true;
    result.lag_ms = lag;
    return result;
}

protocol::RoomInfo room_of_two() {
    protocol::RoomInfo room;
    room.room = "K7QX2M";
    room.players[Seat::Zero] = player("Asha", 12);
    room.players[Seat::One] = player("Ben", 34);
    room.spectators = 2;
    return room;
}

void add_log(Model& model, const Game& game, protocol::Viewer viewer) {
    for (const Event& event : game.events)
        for (LogLine& line : words::event(protocol::observe(event, viewer), *model.view,
                                          words::player_names(model)))
            model.log.push_back(std::move(line));
}

Model table(const Game& game, protocol::Viewer viewer) {
    Model model = at_menu();
    model.room_code = "K7QX2M";
    model.seat = protocol::seat_of(viewer);
    model.room = room_of_two();
    model.room->phase = game.match.phase;
    model.room_at = moment;
    model.view = protocol::observe(game.match, viewer);
    model.view->room = "K7QX2M";
    model.view_at = moment;
    model.log.clear();
    add_log(model, game, viewer);
    return model;
}

} // namespace

Game::Game(std::uint64_t seed) : seed_(seed) {
    match.seals_to_win = 2;
}

void Game::step() {
    Random random(seed_ * 100'000 + match.ply + static_cast<std::uint64_t>(deals_));
    if (match.phase == Phase::Waiting || match.phase == Phase::RoundOver) {
        Random cards(seed_ * 1000 + static_cast<std::uint64_t>(++deals_));
        const Seat starter = match.round == 0 ? Seat::Zero : next_starter(match);
        events.push_back(start_round(match, jaipur::test::random_deal(cards), starter));
        return;
    }
    const auto happened = jaipur::play(match, match.state.turn, choose(match.state, random));
    events.insert(events.end(), happened->begin(), happened->end());
}

void Game::play(std::uint32_t actions) {
    while (match.phase != Phase::MatchOver && (match.round == 0 || match.ply < actions))
        step();
}

void Game::play_round() {
    do
        step();
    while (match.phase == Phase::Playing);
}

void Game::play_match() {
    while (match.phase != Phase::MatchOver)
        step();
}

Game mid_game() {
    Game game(11);
    game.play(17);
    return game;
}

Model offline() {
    Model model;
    model.server = model.invite_at = "jaipur.example:7777";
    model.name = "Asha";
    return model;
}

Model at_menu() {
    Model model = offline();
    model.link.state = LinkState::Online;
    model.lag = std::chrono::milliseconds(12);
    model.log.push_back({LogLine::Kind::Notice, {}, "Connected to jaipur.example:7777."});
    return model;
}

Model waiting_alone() {
    Model model = at_menu();
    model.room_code = "K7QX2M";
    model.seat = Seat::Zero;
    model.room = room_of_two();
    model.room->players[Seat::One].reset();
    model.room->spectators = 0;
    model.room_at = moment;
    model.view.emplace();
    model.view->you = Seat::Zero;
    return model;
}

Model waiting_for_ready() {
    Model model = waiting_alone();
    model.room = room_of_two();
    model.room->players[Seat::One]->ready = true;
    model.log.push_back({LogLine::Kind::Notice, Seat::One, "Ben has sat down."});
    return model;
}

Model at_table(const Game& game, std::optional<Seat> you) {
    return table(game, you ? protocol::viewer_of(*you) : protocol::Viewer::Spectator);
}

Model at_open_table(const Game& game) {
    Model model = table(game, protocol::Viewer::OpenSpectator);
    model.room->options.spectators = protocol::SpectatorMode::Open;
    return model;
}

void add_clock(Model& model, std::chrono::milliseconds zero, std::chrono::milliseconds one) {
    model.room->options.clock = protocol::ClockOptions{300, 5};
    model.view->clock = protocol::ClockReading{{{zero.count(), one.count()}}, model.view->turn};
}

void add_rooms(Model& model) {
    protocol::RoomList list;
    list.rooms.push_back(
        {"2ABC3D", {{"Chen Xiaoming", std::nullopt}}, Phase::Waiting, {}, 2, 0, false, {}});
    list.rooms.push_back({"7QX2MK",
                          {{"Dora", "Émile"}},
                          Phase::Playing,
                          protocol::ClockOptions{300, 5},
                          2,
                          7,
                          false,
                          {}});
    list.rooms.push_back({"ZZ9Y8X",
                          {{"王小明王小明王小明", std::nullopt}},
                          Phase::Waiting,
                          protocol::ClockOptions{60, 3},
                          1,
                          0,
                          true,
                          {}});
    list.next = "ZZ9Y8X";
    model.rooms = list;
}

UiState state_for(const Model& model) {
    return settle(first_state(model, {}), model);
}

Session::Session(Model first) : model(std::move(first)), ui(state_for(model)) {}

void Session::press(const Key& key) {
    Step step = update(ui, key, model);
    ui = std::move(step.ui);
    for (Ask& ask : step.asks)
        asks.push_back(std::move(ask));
}

void Session::press(Key::Code code) {
    press(key(code));
}

void Session::type(std::u32string_view characters) {
    for (char32_t character : characters)
        press(key(character));
}

void Session::changed() {
    ui = settle(std::move(ui), model);
}

} // namespace jaipur::client::screen::test
