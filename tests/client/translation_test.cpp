// The user's language: which one it is, and sentences in it.
#include "client/console/app/language.hpp"
#include "client/console/command/command.hpp"
#include "client/console/translation.hpp"
#include "client/console/words/words.hpp"
#include "tests/client/speaking.hpp"

#include <doctest/doctest.h>

#include <map>
#include <string>
#include <variant>
#include <vector>

namespace jaipur::client::test {

namespace {

using Variables = std::map<std::string, std::string>;

Language wanted(const Variables& variables, std::vector<const char*> arguments = {},
                std::optional<app::LanguageChoice> setting = {}) {
    arguments.insert(arguments.begin(), "jaipur-client");
    return app::wanted_language(static_cast<int>(arguments.size()), arguments.data(), setting,
                                [&](const char* name) {
                                    const auto found = variables.find(name);
                                    return found == variables.end() ? "" : found->second;
                                });
}

template <class Action>
const Action* action_of(const char* line) {
    const auto command = command::parse(line);
    const auto* play = command ? std::get_if<command::Play>(&*command) : nullptr;
    static Action action;
    return play && std::get_if<Action>(&play->action) ? &(action = std::get<Action>(play->action))
                                                      : nullptr;
}

} // namespace

TEST_CASE("the environment names the language; unknown ones are English") {
    CHECK(wanted({}) == Language::English);
    CHECK(wanted({{"LANG", "de_DE.UTF-8"}}) == Language::German);
    CHECK(wanted({{"LANG", "fr"}}) == Language::French);
    CHECK(wanted({{"LANG", "es_AR@euro"}}) == Language::Spanish);
    for (const char* other : {"C", "POSIX", "C.UTF-8", "it_IT.UTF-8", "deutsch", "_", "e"})
        CHECK(wanted({{"LANG", other}}) == Language::English);
    CHECK(wanted({{"LANG", "de_DE"}, {"LC_MESSAGES", "fr_FR"}}) == Language::French);
    CHECK(wanted({{"LANG", "de_DE"}, {"LC_ALL", "C"}}) == Language::English);
}

TEST_CASE("an option wins over a variable, that over a setting, and all over the environment") {
    const Variables german{{"LANG", "de_DE.UTF-8"}};
    CHECK(wanted(german, {"--language", "fr"}) == Language::French);
    CHECK(wanted(german, {"bot", "--language=es"}) == Language::Spanish);
    CHECK(wanted(german, {"--language=auto"}, app::parse_language("fr")) == Language::German);
    CHECK(wanted(german, {}, app::parse_language("fr")) == Language::French);
    CHECK(wanted({{"LANG", "de"}, {"JAIPUR_LANGUAGE", "en"}}, {}, app::parse_language("fr")) ==
          Language::English);
    CHECK(wanted(german, {"--language", "klingon"}) == Language::German); // reported later
    CHECK_FALSE(app::parse_language("klingon"));
}

TEST_CASE("sentences, their order of words, and plurals follow the language") {
    CHECK(n_("{0} rupee", "{0} rupees", 0) == "0 rupees");
    CHECK(_("It is {0}'s turn.", "Asha") == "It is Asha's turn.");
    {
        const Speaking german(Language::German);
        CHECK(_("It is {0}'s turn.", "Asha") == "Asha ist am Zug.");
        CHECK(words::rupees(1) == "1 Rupie");
        CHECK(words::rupees(0) == "0 Rupien");
        CHECK(words::cards({Card::Diamond, Card::Gold, Card::Gold}) ==
              "einen Diamanten und 2 Gold");
        CHECK(p_("on a card", "new") == "neu");
    }
    const Speaking french(Language::French);
    CHECK(_("It is {0}'s turn.", "Asha") == "À Asha de jouer.");
    CHECK(words::rupees(0) == "0 roupie");
    CHECK(words::rupees(2) == "2 roupies");
}

TEST_CASE("missing translations and wrong placeholders fall back to English") {
    const Speaking german(Language::German);
    CHECK(_("A sentence without a translation, {0}.", 1) == "A sentence without a translation, 1.");
    CHECK(_("It is {0}'s turn.").find("{0}") != std::string::npos);
    CHECK(_("Take {0} for {1}.", "gold") == "Take {0} for {1}.");
    CHECK(_("{", 1) == "{");
    CHECK(_("{0}: {1}.", "{0}", "{9}") == "{0}: {9}.");
}

TEST_CASE("commands and cards are understood in English and in the user's language") {
    const Speaking german(Language::German);
    for (const char* line : {"take gold", "t g", "nimm gold", "nim Gold"})
        REQUIRE(action_of<Take>(line));
    CHECK(action_of<Take>("nimm stoff")->card == Card::Cloth);
    CHECK(action_of<Take>("nimm gewürz")->card == Card::Spice);
    REQUIRE(action_of<Sell>("verkaufe 3 diamanten"));
    CHECK(action_of<Sell>("verkaufe 3 diamanten")->good == Good::Diamond);
    const auto* exchange = action_of<Exchange>("tausche gold und silber gegen kamel leder");
    REQUIRE(exchange);
    CHECK(exchange->take == ExchangeCards{Card::Gold, Card::Silver});
    CHECK(exchange->give == ExchangeCards{Card::Camel, Card::Leather});
    CHECK(action_of<TakeCamels>("kamele"));
    CHECK(command::parse("tanze").has_error());
    CHECK(command::parse("verkauf").has_error()); // it asks what
    CHECK(command::help("regeln").size() > 3);
}

TEST_CASE("every command has its own word in each language") {
    for (const Language language : all_languages) {
        const Speaking speaking(language);
        for (const std::string_view verb : command::all_verbs()) {
            const std::string word = p_("command", std::string(verb).c_str());
            INFO(code(language) << ": " << verb << " " << word);
            CHECK(command::verb_named(word) == verb);
            CHECK(command::verb_named(verb) == verb);
        }
    }
}

} // namespace jaipur::client::test
