// Golden playthroughs: the files of tests/golden, each a match with every state and result in
// words. A change of the rules shows up there as a readable diff.
//
// Unindented lines are played; indented lines are the results. To add a playthrough, write the
// unindented lines; to renew the results after an intended change, run
//     JAIPUR_RENEW_GOLDEN=1 build/dev/bin/tests_common -tc='golden*'
// and read the diff before you commit it.
#include "common/match.hpp"
#include "tests/support/invariants.hpp"
#include "tests/support/text.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

using namespace jaipur;
using namespace jaipur::test;

namespace {

// Every result line begins with this.
constexpr std::string_view indent = "    ";

[[noreturn]] void unreadable(const std::string& line) {
    throw std::invalid_argument("golden: cannot read \"" + line + "\"");
}

class Playthrough {
  public:
    // The results that belong under this line.
    std::string after(const std::string& line) {
        out_.str({});
        std::istringstream in(line);
        std::string word;
        in >> word;
        if (word.empty() || word.front() == '#')
            return {};
        if (word == "seals")
            match_.seals_to_win = static_cast<std::uint8_t>(number(in));
        else if (word == "deck")
            read_deck(in);
        else if (word == "bonus3")
            read_values(in, deal_.bonus3);
        else if (word == "bonus4")
            read_values(in, deal_.bonus4);
        else if (word == "bonus5")
            read_values(in, deal_.bonus5);
        else if (word == "deal")
            deal(in);
        else if (word == "seat")
            play_action(in);
        else if (word == "end")
            end(in);
        else
            unreadable(line);
        return indented(out_.str());
    }

  private:
    static int number(std::istream& in) {
        int value = -1;
        in >> value;
        return value;
    }

    static Seat seat(std::istream& in) {
        const int value = number(in);
        if (value != 0 && value != 1)
            unreadable("a seat");
        return value == 0 ? Seat::Zero : Seat::One;
    }

    void read_deck(std::istream& in) {
        std::string letters;
        in >> letters;
        const std::vector<Card> deck = cards(letters);
        if (deck.size() != deal_.deck.size())
            unreadable(letters);
        std::copy(deck.begin(), deck.end(), deal_.deck.begin());
    }

    template <class Pile>
    static void read_values(std::istream& in, Pile& pile) {
        for (std::uint8_t& value : pile)
            value = static_cast<std::uint8_t>(number(in));
    }

    // "deal", or for the first round "deal 1", which names the starter.
    void deal(std::istream& in) {
        const Seat starter = match_.round == 0 ? seat(in) : next_starter(match_);
        out_ << start_round(match_, deal_, starter) << "\n";
        show_state();
    }

    // "seat 0: take gold"
    void play_action(std::istream& in) {
        const Seat who = seat(in);
        std::string wish;
        std::getline(in.ignore(1), wish);
        const auto events = play(match_, who, action(wish));
        if (!events) {
            out_ << "refused: " << events.error() << "\n";
            return;
        }
        show(*events);
    }

    // "end resigned 1": the reason and the winner, if there is one.
    void end(std::istream& in) {
        std::string reason;
        in >> reason;
        std::optional<Seat> winner;
        if (in >> std::ws; !in.eof())
            winner = seat(in);
        for (EndReason known :
             {EndReason::Resigned, EndReason::Timeout, EndReason::Claimed, EndReason::Abandoned})
            if (name(known) == reason)
                return show(end_match(match_, known, winner));
        unreadable(reason);
    }

    void show(const Events& events) {
        for (const Event& event : events)
            out_ << event << "\n";
        show_state();
        if (match_.phase != Phase::Playing && std::holds_alternative<RoundEnded>(events.back()))
            out_ << "round: " << match_.results.back() << "\n"
                 << "next to start: " << next_starter(match_) << "\n";
        if (match_.phase == Phase::MatchOver)
            out_ << "round: " << match_.results.back() << "\n"
                 << "to start a rematch: " << rematch_starter(match_) << "\n";
    }

    void show_state() {
        std::vector<Action> actions;
        legal_actions(match_.state, actions);
        out_ << match_.state << name(match_.phase) << ", ply " << match_.ply << ", seals "
             << int{match_.seals[Seat::Zero]} << " to " << int{match_.seals[Seat::One]};
        if (match_.phase == Phase::Playing)
            out_ << ", " << actions.size() << " legal actions";
        out_ << "\n";
        CHECK(broken_invariant(match_) == "");
    }

    static std::string indented(const std::string& text) {
        std::string result;
        std::istringstream lines(text);
        for (std::string line; std::getline(lines, line);)
            result.append(indent).append(line).append("\n");
        return result;
    }

    Match match_;
    Deal deal_;
    std::ostringstream out_;
};

std::string read(const std::filesystem::path& path) {
    std::ifstream file(path);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

// The file as it should be.
std::string reproduced(const std::string& text) {
    Playthrough playthrough;
    std::string result;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);)
        if (!line.starts_with(indent))
            result.append(line).append("\n").append(playthrough.after(line));
    return result;
}

// The first line that differs, to make failures readable.
std::string first_difference(const std::string& is, const std::string& has_to_be) {
    std::istringstream is_lines(is), has_to_be_lines(has_to_be);
    for (int number = 1;; ++number) {
        std::string a, b;
        const bool more_a = static_cast<bool>(std::getline(is_lines, a));
        const bool more_b = static_cast<bool>(std::getline(has_to_be_lines, b));
        if (!more_a && !more_b)
            return {};
        if (a != b || more_a != more_b)
            return "line " + std::to_string(number) + ": \"" + a + "\" has to be \"" + b + "\"";
    }
}

} // namespace

TEST_CASE("golden playthroughs are reproduced exactly") {
    const bool renew = std::getenv("JAIPUR_RENEW_GOLDEN") != nullptr;
    std::size_t files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(JAIPUR_GOLDEN)) {
        if (entry.path().extension() != ".txt")
            continue;
        ++files;
        CAPTURE(entry.path().filename().string());
        const std::string text = read(entry.path());
        const std::string has_to_be = reproduced(text);
        if (renew)
            std::ofstream(entry.path()) << has_to_be;
        else
            CHECK(first_difference(text, has_to_be) == "");
    }
    CHECK(files >= 5);
}
