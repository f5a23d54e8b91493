#include "client/console/plain/replay.hpp"

#include "client/console/command/parts.hpp"

#include <algorithm>
#include <utility>

namespace jaipur::client {

PlainReplay::PlainReplay(Viewing viewing, Print print)
    : viewing_(std::move(viewing)), print_(std::move(print)) {}

void PlainReplay::begin() {
    const Cast& cast = viewing_.cast();
    say("Replay of " + cast.names[Seat::Zero] + " against " + cast.names[Seat::One] + ", room " +
        viewing_.room() + ", match " + viewing_.match_id() + ".");
    tell_check();
    tell_place();
    say("Type next, back, first, last, round 1, go 1, or help.");
}

// A beginning that fits one alone is enough.
struct PlainReplay::Verb {
    std::string_view word;
    void (*run)(PlainReplay& face, std::string_view rest);
};

const std::vector<PlainReplay::Verb>& PlainReplay::verbs() {
    using Face = PlainReplay;
    using Rest = std::string_view;
    static const std::vector<Verb> all{
        {"next",
         [](Face& face, Rest) {
             face.step(face.viewing_.next(), "That was the end. Type back, first or quit.");
         }},
        {"back",
         [](Face& face, Rest) { face.step(face.viewing_.back(), "This is the beginning."); }},
        {"first",
         [](Face& face, Rest) { face.step(face.viewing_.to_first(), "This is the beginning."); }},
        {"last", [](Face& face, Rest) { face.step(face.viewing_.to_last(), "This is the end."); }},
        {"round", [](Face& face, Rest rest) { face.to_number(rest, true); }},
        {"go", [](Face& face, Rest rest) { face.to_number(rest, false); }},
        {"hands", [](Face& face, Rest) { face.tell_hands(); }},
        {"market", [](Face& face, Rest) { face.tell_market(); }},
        {"score", [](Face& face, Rest) { face.tell_score(); }},
        {"tokens", [](Face& face, Rest) { face.tell_tokens(); }},
        {"where", [](Face& face, Rest) { face.tell_place(); }},
        {"check", [](Face& face, Rest) { face.tell_check(); }},
        {"help", [](Face& face, Rest) { face.tell_help(); }},
        {"?", [](Face& face, Rest) { face.tell_help(); }},
        {"quit", [](Face& face, Rest) { face.ended_ = true; }},
        {"exit", [](Face& face, Rest) { face.ended_ = true; }},
    };
    return all;
}

void PlainReplay::line(std::string_view text) {
    std::string_view rest = command::trimmed(text);
    if (rest.empty())
        return;
    const std::string word = command::lower(command::take_word(rest));
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
        const std::string which = "There are rounds 1 to " + std::to_string(viewing_.rounds());
        if (!wanted || *wanted < 1 || *wanted > viewing_.rounds())
            return say(which + ". For example: round 1.");
        viewing_.to_round(*wanted);
    } else {
        const std::string which = "There are actions 1 to " + std::to_string(viewing_.actions());
        if (!wanted || std::cmp_greater(*wanted, viewing_.actions()))
            return say(which + ". For example: go 1.");
        viewing_.to_action(*wanted);
    }
    tell_place();
}

void PlainReplay::tell_check() {
    for (const std::string& line : check_in_words(viewing_))
        say(line);
}

// What happened comes first: it is what somebody who listens steps for.
void PlainReplay::tell_place() {
    for (const LogLine& line : viewing_.told_here())
        say(line.text);
    const protocol::View& view = viewing_.view();
    if (std::holds_alternative<protocol::ObservedRoundStarted>(view.events.front())) {
        tell_hands();
        tell_market();
    }
    if (view.turn && viewing_.at() < viewing_.last())
        say("It is " + viewing_.cast().names[*view.turn] + "'s turn.");
    const auto elapsed = viewing_.elapsed();
    say(place_in_words(viewing_) +
        (elapsed ? " Time: " + clock_in_words(*elapsed) + "." : std::string()));
    if (viewing_.at() == viewing_.last() && !viewing_.whole())
        say("The action that follows breaks the rules: the replay ends here.");
}

void PlainReplay::tell_hands() {
    for (const Seat seat : all_seats)
        say(hand_in_words(viewing_.view(), seat, viewing_.cast()));
}

void PlainReplay::tell_market() {
    say(market_in_words(viewing_.view()) + " Deck: " + std::to_string(viewing_.view().deck) + ".");
}

void PlainReplay::tell_score() {
    for (const Seat seat : all_seats)
        for (const std::string& line : score_in_words(viewing_.view(), seat, viewing_.cast()))
            say(line);
}

void PlainReplay::tell_tokens() {
    for (const std::string& line : piles_in_words(viewing_.view()))
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

} // namespace jaipur::client
