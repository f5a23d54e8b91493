#include "client/console/plain/replay.hpp"

#include "client/console/command/parts.hpp"

#include <algorithm>
#include <utility>

namespace jaipur::client::plain {

PlainReplay::PlainReplay(replay::ReplayPlayer replay, Print print)
    : replay_(std::move(replay)), print_(std::move(print)) {}

void PlainReplay::begin() {
    const words::PlayerNames& names = replay_.names();
    say("Replay of " + names.of[Seat::Zero] + " against " + names.of[Seat::One] + ", room " +
        replay_.room() + ", match " + replay_.match_id() + ".");
    tell_check();
    tell_place();
    say("Type next, back, first, last, round 1, go 1, or help.");
}

// A beginning that fits only one is enough.
struct PlainReplay::Verb {
    std::string_view word;
    void (*run)(PlainReplay& frontend, std::string_view rest);
};

const std::vector<PlainReplay::Verb>& PlainReplay::verbs() {
    using Frontend = PlainReplay;
    using Rest = std::string_view;
    static const std::vector<Verb> all{
        {"next",
         [](Frontend& frontend, Rest) {
             frontend.step(frontend.replay_.next(), "That was the end. Type back, first or quit.");
         }},
        {"back", [](Frontend& frontend,
                    Rest) { frontend.step(frontend.replay_.back(), "This is the beginning."); }},
        {"first",
         [](Frontend& frontend, Rest) {
             frontend.step(frontend.replay_.to_first(), "This is the beginning.");
         }},
        {"last", [](Frontend& frontend,
                    Rest) { frontend.step(frontend.replay_.to_last(), "This is the end."); }},
        {"round", [](Frontend& frontend, Rest rest) { frontend.to_number(rest, true); }},
        {"go", [](Frontend& frontend, Rest rest) { frontend.to_number(rest, false); }},
        {"hands", [](Frontend& frontend, Rest) { frontend.tell_hands(); }},
        {"market", [](Frontend& frontend, Rest) { frontend.tell_market(); }},
        {"score", [](Frontend& frontend, Rest) { frontend.tell_score(); }},
        {"tokens", [](Frontend& frontend, Rest) { frontend.tell_tokens(); }},
        {"where", [](Frontend& frontend, Rest) { frontend.tell_place(); }},
        {"check", [](Frontend& frontend, Rest) { frontend.tell_check(); }},
        {"help", [](Frontend& frontend, Rest) { frontend.tell_help(); }},
        {"?", [](Frontend& frontend, Rest) { frontend.tell_help(); }},
        {"quit", [](Frontend& frontend, Rest) { frontend.ended_ = true; }},
        {"exit", [](Frontend& frontend, Rest) { frontend.ended_ = true; }},
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
        return say("I do not know " + command::quoted(word) + ". Type help for all commands.");
    verb->run(*this, rest);
}

void PlainReplay::step(bool moved, std::string_view otherwise) {
    if (moved)
        tell_place();
    else
        say(otherwise);
}

void PlainReplay::to_number(std::string_view rest, bool is_round) {
    const auto wanted = command::number(rest);
    if (is_round) {
        const std::string which = "There are rounds 1 to " + std::to_string(replay_.rounds());
        if (!wanted || *wanted < 1 || *wanted > replay_.rounds())
            return say(which + ". For example: round 1.");
        replay_.to_round(*wanted);
    } else {
        const std::string which = "There are actions 1 to " + std::to_string(replay_.actions());
        if (!wanted || std::cmp_greater(*wanted, replay_.actions()))
            return say(which + ". For example: go 1.");
        replay_.to_action(*wanted);
    }
    tell_place();
}

void PlainReplay::tell_check() {
    for (const std::string& line : replay::check_in_words(replay_))
        say(line);
}

// What happened comes first: that is what a listener steps for.
void PlainReplay::tell_place() {
    for (const LogLine& line : replay_.told_here())
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
        say("The action that follows breaks the rules: the replay ends here.");
}

void PlainReplay::tell_hands() {
    for (const Seat seat : all_seats)
        say(words::hand(replay_.view(), seat, replay_.names()));
}

void PlainReplay::tell_market() {
    say(words::market_and_deck(replay_.view()));
}

void PlainReplay::tell_score() {
    for (const Seat seat : all_seats)
        for (const std::string& line : words::score(replay_.view(), seat, replay_.names()))
            say(line);
}

void PlainReplay::tell_tokens() {
    for (const std::string& line : words::piles(replay_.view()))
        say(line);
}

void PlainReplay::tell_help() {
    for (const char* line :
         {"next, or n: what happened next. back, or b: one step back.",
          "first, last: the beginning and the end of the match.",
          "round 2: the deal of the second round. go 12: the table after action 12.",
          "hands, market, tokens, score: how things stand here. where: what led here.",
          "check: whether the replay fits itself. quit: end the program.",
          "The beginning of a command will do."})
        say(line);
}

} // namespace jaipur::client::plain
