// Every key that does something is named on the screen, and every key that is named does something.
#include "tests/client/screen/shot.hpp"

#include <doctest/doctest.h>

#include <algorithm>

using namespace jaipur;
using namespace jaipur::client;
using namespace jaipur::client::screen;
using namespace jaipur::client::screen::test;
using Code = Key::Code;

namespace {

std::vector<Key> all_keys() {
    std::vector<Key> keys;
    for (int code = 1; code <= static_cast<int>(Code::Help); ++code)
        keys.push_back(key(static_cast<Code>(code)));
    for (char32_t c = U' '; c <= U'~'; ++c)
        keys.push_back(key(c));
    return keys;
}

std::string described(const Key& key) {
    return key.code == Code::Character
               ? std::string(1, static_cast<char>(key.character))
               : "special key " + std::to_string(static_cast<int>(key.code));
}

bool does_something(const Session& session, const Key& key) {
    UiState quiet = session.ui;
    quiet.notice.clear();
    const Step step = update(quiet, key, session.model);
    return !(step.ui == quiet) || !step.asks.empty();
}

bool is_typing(const Session& session) {
    Session copy = session;
    copy.press(key(U'~'));
    return session.ui.overlay == Overlay::Chat ||
           (scene_of(session.ui, session.model) == Scene::Page &&
            !(copy.ui.form == session.ui.form));
}

void check_keys(const Session& session) {
    const std::vector<KeyHint> hints = key_hints(session.ui, session.model);
    std::vector<Key> covered;
    for (const KeyHint& hint : hints)
        covered.insert(covered.end(), hint.covers.begin(), hint.covers.end());
    const bool typing = is_typing(session);
    const bool in_help = is_page(session.ui.overlay); // "any other key"
    for (const Key& key : all_keys()) {
        if ((typing && key.code == Code::Character) || in_help)
            continue;
        INFO(described(key));
        if (does_something(session, key))
            CHECK(std::find(covered.begin(), covered.end(), key) != covered.end());
    }
    const std::string text = text_of(shot(session));
    for (const KeyHint& hint : hints) {
        if (hint.does.empty())
            continue;
        INFO(hint.does);
        CHECK(text.find(" " + hint.keys + " " + hint.does) != std::string::npos);
        const bool any = std::any_of(hint.covers.begin(), hint.covers.end(),
                                     [&](const Key& key) { return does_something(session, key); });
        CHECK(any);
    }
}

} // namespace

TEST_CASE("keys of the menu and its forms") {
    Session menu(at_menu());
    check_keys(menu);
    menu.model.kept = {{"K7QX2M", Seat::Zero, "Asha"}};
    menu.changed();
    menu.ui.row = 0;
    check_keys(menu);
    for (std::u32string_view letter : {U"b", U"o", U"j", U"w", U"p", U"f"}) {
        Session form(at_menu());
        form.type(letter);
        check_keys(form);
        form.press(Code::Down);
        check_keys(form);
        add_rooms(form.model);
        form.changed();
        check_keys(form);
        form.model.link.state = LinkState::Retrying;
        check_keys(form);
    }
}

TEST_CASE("keys of the gate of a private server") {
    Session session(at_menu());
    session.model.gate = Gate{};
    session.changed();
    check_keys(session);
    session.type(U"open sesame");
    check_keys(session);
}

TEST_CASE("keys of a waiting room") {
    check_keys(Session(waiting_alone()));
    Session session(waiting_for_ready());
    check_keys(session);
    session.model.room->players[Seat::Zero]->ready = true;
    check_keys(session);
    session.model.seat.reset();
    check_keys(session);
}

TEST_CASE("keys at the table") {
    for (std::optional<Seat> you :
         {std::optional(Seat::One), std::optional(Seat::Zero), std::optional<Seat>()}) {
        Session session(at_table(mid_game(), you));
        check_keys(session);
        session.press(Code::Right);
        session.press(key(U' '));
        check_keys(session);
        session.model.link.state = LinkState::Retrying;
        check_keys(session);
        session.model.link.state = LinkState::Online;
        for (auto& player : session.model.room->players.values)
            player->claim_in = 0;
        check_keys(session);
    }
}

TEST_CASE("keys after a round and a match") {
    Game game(11);
    game.play_round();
    Session session(at_table(game, Seat::One));
    check_keys(session);
    session.type(U"v");
    check_keys(session);
    game.play_match();
    for (std::optional<Seat> you : {std::optional(Seat::One), std::optional<Seat>()}) {
        Session over(at_table(game, you));
        check_keys(over);
        over.type(U"v");
        check_keys(over);
    }
}

TEST_CASE("keys of the overlays") {
    for (std::u32string_view letter : {U"t", U"q", U"x", U"?", U"w", U"h"}) {
        Session session(at_table(mid_game(), Seat::One));
        session.model.room->players[Seat::Zero]->claim_in = 0;
        session.type(letter);
        REQUIRE(session.ui.overlay != Overlay::None);
        check_keys(session);
    }
}
