#include "client/console/plain/replay.hpp"

#include "client/console/command/parts.hpp"
#include "client/console/translation.hpp"

#include <algorithm>
#include <utility>

namespace jaipur::client::plain {

PlainReplay::PlainReplay(replay::ReplayPlayer replay, Print print)
    : replay_(std::move(replay)), print_(std::move(print)) {}

void PlainReplay::begin() {
    const words::PlayerNames& names = replay_.names();
    say(_("Replay of {0} against {1}, room {2}, match {3}.", names.of[Seat::Zero],
          names.of[Seat::One], replay_.room(), replay_.match_id()));
    say(replay::check_in_words(replay_));
    tell_place();
    say(_("Type next, back, first, last, round 1, go 1, or help."));
}

// A prefix is enough, in English or the user's language; the first command that it matches wins.
struct PlainReplay::Verb {
    const char* word;
    void (*run)(PlainReplay& self, std::string_view rest);
};

const std::vector<PlainReplay::Verb>& PlainReplay::verbs() {
    using Self = PlainReplay;
    using Rest = std::string_view;
    static const std::vector<Verb> all{
        {p_mark("command", "next"),
         [](Self& self, Rest) {
             self.step(self.replay_.next(), _("That was the end. Type back, first or quit."));
         }},
        {p_mark("command", "back"),
         [](Self& self, Rest) { self.step(self.replay_.back(), _("This is the beginning.")); }},
        {p_mark("command", "first"),
         [](Self& self, Rest) { self.step(self.replay_.to_first(), _("This is the beginning.")); }},
        {p_mark("command", "last"),
         [](Self& self, Rest) { self.step(self.replay_.to_last(), _("This is the end.")); }},
        {p_mark("command", "round"), [](Self& self, Rest rest) { self.to_round(rest); }},
        {p_mark("command", "go"), [](Self& self, Rest rest) { self.to_action(rest); }},
        {p_mark("command", "hands"), [](Self& self, Rest) { self.tell_hands(); }},
        {p_mark("command", "market"), [](Self& self, Rest) { self.tell_market(); }},
        {p_mark("command", "score"),
         [](Self& self, Rest) {
             for (const Seat seat : all_seats)
                 self.say(words::score(self.replay_.view(), seat, self.replay_.names()));
         }},
        {p_mark("command", "tokens"),
         [](Self& self, Rest) { self.say(words::piles(self.replay_.view())); }},
        {p_mark("command", "where"), [](Self& self, Rest) { self.tell_place(); }},
        {p_mark("command", "check"),
         [](Self& self, Rest) { self.say(replay::check_in_words(self.replay_)); }},
        {p_mark("command", "help"), [](Self& self, Rest) { self.tell_help(); }},
        {"?", [](Self& self, Rest) { self.tell_help(); }},
        {p_mark("command", "quit"), [](Self& self, Rest) { self.ended_ = true; }},
        {"exit", [](Self& self, Rest) { self.ended_ = true; }},
    };
    return all;
}

void PlainReplay::line(std::string_view text) {
    std::string_view rest = trimmed(text);
    if (rest.empty())
        return;
    const std::string word = lower(command::take_word(rest));
    const auto fits = [&](const Verb& verb) {
        return command::begins(verb.word, word) ||
               command::begins(command::folded(p_("command", verb.word)), command::folded(word));
    };
    const auto verb = std::find_if(verbs().begin(), verbs().end(), fits);
    if (verb == verbs().end())
        return say(_("Unknown command {0}.", command::in_quotes(word)) + " " +
                   _("Type help for all commands."));
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
        return say(_("Type a round from 1 to {0}. For example: round 1.", replay_.rounds()));
    replay_.to_round(*wanted);
    tell_place();
}

void PlainReplay::to_action(std::string_view rest) {
    const auto wanted = command::number(rest);
    if (!wanted || std::cmp_greater(*wanted, replay_.actions()))
        return say(_("Type a move from 1 to {0}. For example: go 1.", replay_.actions()));
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
        say(words::turn_of(replay_.names().of[*view.turn]));
    const auto elapsed = replay_.elapsed();
    const std::string place = replay::position_in_words(replay_);
    say(elapsed ? place + " " + _("Time: {0}.", words::clock(*elapsed)) : place);
    if (replay_.at() == replay_.last() && !replay_.whole())
        say(_("The next move breaks the rules, so the replay ends here."));
}

void PlainReplay::tell_hands() {
    for (const Seat seat : all_seats)
        say(words::hand(replay_.view(), seat, replay_.names()));
}

void PlainReplay::tell_market() {
    say(words::market_and_deck(replay_.view()));
}

void PlainReplay::tell_help() {
    say({_("next, or n: what happened next. back, or b: one step back."),
         _("first, last: the beginning and the end of the match."),
         _("round 2: the deal of the second round. go 12: the table after move 12."),
         _("hands, market, tokens, score: how things stand here. where: what led here."),
         _("check: is the replay consistent? quit: end the program."),
         _("You can shorten a command to its first letters.")});
}

} // namespace jaipur::client::plain
