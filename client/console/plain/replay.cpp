#include "client/console/plain/replay.hpp"

#include "client/console/command/parts.hpp"

#include <algorithm>
#include <utility>

namespace jaipur::client::plain {

namespace {

constexpr std::string_view at_beginning = "This is the beginning.";

} // namespace

PlainReplay::PlainReplay(replay::ReplayPlayer replay, Print print)
    : replay_(std::move(replay)), print_(std::move(print)) {}

void PlainReplay::begin() {
    const words::PlayerNames& names = replay_.names();
    say("Replay of " + names.of[Seat::Zero] + " against " + names.of[Seat::One] + ", room " +
        replay_.room() + ", match " + replay_.match_id() + ".");
    say(replay::check_in_words(replay_));
    tell_place();
    say("Type next, back, first, last, round 1, go 1, or help.");
}

// A prefix is enough; if it matches several commands, the first one wins.
struct PlainReplay::Verb {
    std::string_view word;
    void (*run)(PlainReplay& self, std::string_view rest);
};

const std::vector<PlainReplay::Verb>& PlainReplay::verbs() {
    using Self = PlainReplay;
    using Rest = std::string_view;
    static const std::vector<Verb> all{
        {"next",
         [](Self& self, Rest) {
             self.step(self.replay_.next(), "That was the end. Type back, first or quit.");
         }},
        {"back", [](Self& self, Rest) { self.step(self.replay_.back(), at_beginning); }},
        {"first", [](Self& self, Rest) { self.step(self.replay_.to_first(), at_beginning); }},
        {"last", [](Self& self, Rest) { self.step(self.replay_.to_last(), "This is the end."); }},
        {"round", [](Self& self, Rest rest) { self.to_round(rest); }},
        {"go", [](Self& self, Rest rest) { self.to_action(rest); }},
        {"hands", [](Self& self, Rest) { self.tell_hands(); }},
        {"market", [](Self& self, Rest) { self.tell_market(); }},
        {"score",
         [](Self& self, Rest) {
             for (const Seat seat : all_seats)
                 self.say(words::score(self.replay_.view(), seat, self.replay_.names()));
         }},
        {"tokens", [](Self& self, Rest) { self.say(words::piles(self.replay_.view())); }},
        {"where", [](Self& self, Rest) { self.tell_place(); }},
        {"check", [](Self& self, Rest) { self.say(replay::check_in_words(self.replay_)); }},
        {"help", [](Self& self, Rest) { self.tell_help(); }},
        {"?", [](Self& self, Rest) { self.tell_help(); }},
        {"quit", [](Self& self, Rest) { self.ended_ = true; }},
        {"exit", [](Self& self, Rest) { self.ended_ = true; }},
    };
    return all;
}

void PlainReplay::line(std::string_view text) {
    std::string_view rest = command::trimmed(text);
    if (rest.empty())
        return;
    const std::string word = lower(command::take_word(rest));
    const auto fits = [&](const Verb& verb) { return command::begins(verb.word, word); };
    const auto verb = std::find_if(verbs().begin(), verbs().end(), fits);
    if (verb == verbs().end())
        return say("Unknown command " + command::quoted(word) + ". Type help for all commands.");
    verb->run(*this, rest);
}

void PlainReplay::say(const std::vector<std::string>& lines) {
    for (const std::string& line : lines)
        say(line);
}

void PlainReplay::step(bool moved, std::string_view otherwise) {
    if (moved)
        tell_place();
    else
        say(otherwise);
}

void PlainReplay::to_round(std::string_view rest) {
    const auto wanted = command::number(rest);
    if (!wanted || *wanted < 1 || *wanted > replay_.rounds())
        return say("Type a round from 1 to " + std::to_string(replay_.rounds()) +
                   ". For example: round 1.");
    replay_.to_round(*wanted);
    tell_place();
}

void PlainReplay::to_action(std::string_view rest) {
    const auto wanted = command::number(rest);
    if (!wanted || std::cmp_greater(*wanted, replay_.actions()))
        return say("Type a move from 1 to " + std::to_string(replay_.actions()) +
                   ". For example: go 1.");
    replay_.to_action(*wanted);
    tell_place();
}

// Says what happened first: that is what listeners want to know.
void PlainReplay::tell_place() {
    for (const LogLine& line : replay_.news())
        say(line.text);
    const protocol::View& view = replay_.view();
    if (std::holds_alternative<RoundStarted>(view.events.front())) {
        tell_hands();
        tell_market();
    }
    if (view.turn && replay_.at() < replay_.last())
        say("It is " + replay_.names().of[*view.turn] + "'s turn.");
    const auto elapsed = replay_.elapsed();
    say(replay::position_in_words(replay_) +
        (elapsed ? " Time: " + words::clock(*elapsed) + "." : std::string()));
    if (replay_.at() == replay_.last() && !replay_.whole())
        say("The next move breaks the rules, so the replay ends here.");
}

void PlainReplay::tell_hands() {
    for (const Seat seat : all_seats)
        say(words::hand(replay_.view(), seat, replay_.names()));
}

void PlainReplay::tell_market() {
    say(words::market_and_deck(replay_.view()));
}

void PlainReplay::tell_help() {
    say({"next, or n: what happened next. back, or b: one step back.",
         "first, last: the beginning and the end of the match.",
         "round 2: the deal of the second round. go 12: the table after move 12.",
         "hands, market, tokens, score: how things stand here. where: what led here.",
         "check: is the replay consistent? quit: end the program.",
         "You can shorten a command to its first letters."});
}

} // namespace jaipur::client::plain
