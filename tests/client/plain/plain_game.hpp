// The plain frontend, driven with values and asked through a recording `Controls`.
#pragma once

#include "client/console/plain/plain.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace jaipur::client::test {

using namespace plain;

// Keeps what it was asked.
class Recorder final : public Controls {
  public:
    std::vector<std::pair<protocol::RequestBody, OnReply>> requests;
    std::vector<KeptSeat> resumed, forgotten;
    std::vector<std::string> keys;
    OnReply on_key; // of the last one
    int readies = 0, agreements = 0, quits = 0, reconnects = 0, stays_outside = 0;

    void request(protocol::RequestBody body, OnReply on_reply) override {
        requests.emplace_back(std::move(body), std::move(on_reply));
    }

    void ready() override { ++readies; }

    void ready_and_agree() override { ++agreements; }

    void resume(const KeptSeat& seat, OnReply) override { resumed.push_back(seat); }

    void forget(const KeptSeat& seat) override { forgotten.push_back(seat); }

    void enter_server(const std::string& key, OnReply on_reply) override {
        keys.push_back(key);
        on_key = std::move(on_reply);
    }

    void stay_outside() override { ++stays_outside; }

    void reconnect_now() override { ++reconnects; }

    void quit() override { ++quits; }

    template <class Body>
    const Body& last() const {
        REQUIRE_FALSE(requests.empty());
        REQUIRE(is<Body>(requests.back().first));
        return *as<Body>(requests.back().first);
    }

    void answer(const Reply& reply) { requests.back().second(reply); }
};

struct PlainGame {
    Model model;
    Recorder controls;
    std::vector<std::string> said;
    SteadyTime now{std::chrono::hours(1)};
    std::vector<std::string> copied;
    bool can_copy = true;
    PlainFrontend frontend;

    explicit PlainGame(InputFrom input = InputFrom::Person, bool echoes = false)
        : model(start()),
          frontend(model, controls, [this](std::string_view line) { said.emplace_back(line); },
                   {input, qr::Look::Ascii, [this] { return now; },
                    [this](std::string_view text) {
                        copied.emplace_back(text);
                        return can_copy;
                    },
                    echoes}) {}

    static Model start() {
        Model model;
        model.server = model.invite_at = "example:7777";
        model.name = "Asha";
        model.link.state = LinkState::Online;
        return model;
    }

    void sit_down() {
        model.room_code = "K7QX2M";
        model.seat = Seat::Zero;
        model.room.emplace();
        model.room->room = "K7QX2M";
        model.room->players[Seat::Zero].emplace();
        model.room->players[Seat::Zero]->name = "Asha";
        model.view.emplace();
        model.view->you = Seat::Zero;
    }

    void opponent() {
        model.room->players[Seat::One].emplace();
        model.room->players[Seat::One]->name = "Ravi";
        model.room->players[Seat::One]->connected = true;
    }

    void play(Seat turn) {
        model.room->phase = model.view->phase = Phase::Playing;
        model.view->turn = turn;
        model.view->round = 1;
        model.view->market = {Card::Camel, Card::Camel, Card::Camel, Card::Gold, Card::Cloth};
        model.view->deck = 40;
        auto& hand = model.view->players[Seat::Zero].hand.emplace();
        hand[Good::Cloth] = 3;
        model.view->players[Seat::Zero].hand_size = 3;
        model.view->players[Seat::Zero].herd = 2;
    }

    bool heard(std::string_view words) const {
        return std::any_of(said.begin(), said.end(), [&](const std::string& line) {
            return line.find(words) != std::string::npos;
        });
    }

    std::vector<std::string> tell() {
        said.clear();
        frontend.changed();
        return said;
    }

    std::vector<std::string> type(std::string_view line) {
        said.clear();
        frontend.line(line);
        return said;
    }
};

} // namespace jaipur::client::test
