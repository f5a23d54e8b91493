#include "client/console/command/command.hpp"

#include "client/console/address.hpp"
#include "client/console/command/parts.hpp"
#include "client/console/translation.hpp"
#include "protocol/text.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace jaipur::client::command {

namespace {

// ---- one reader for each command that has words behind it

Read read_new(std::string_view rest) {
    New command;
    const Words words = split(rest);
    bool clock = false, patience = false;
    for (std::size_t at = 0; at < words.size();) {
        const std::string option = lower(words[at]);
        clock = clock || option == "clock";
        patience = patience || option == "patience";
        if (auto wrong = read_option(words, at, command.options))
            return *wrong;
    }
    if (clock && patience)
        return parse_error(clock_or_patience());
    return Command{command};
}

Read read_bot(std::string_view rest) {
    return read_new("bot " + std::string(rest));
}

// "CODE", a link, "CODE HOST:PORT" in any order, and the password: the rest, or after `password`.
template <class Entering>
Read read_entering(std::string_view rest) {
    Entering command;
    std::string first(take_word(rest));
    if (parse_server_link(first) && rest.empty())
        return Command{EnterServer{first}};
    if (std::string_view after = rest; looks_like_address(first) && !parse_room_link(first))
        if (std::string code(take_word(after)); protocol::room_code(code)) {
            rest = after;
            command.server = std::exchange(first, code);
        }
    if (const auto link = parse_room_link(first)) {
        if (std::same_as<Entering, Join> && link->key)
            return Command{MoveHere{*link->key, link->room, link->server}};
        command.room = link->room;
        command.server = link->server ? link->server : command.server;
    } else {
        command.room = first;
    }
    std::string_view after = rest;
    if (lower(take_word(after)) == "password")
        command.password = std::string(after);
    else if (after.empty() && looks_like_address(rest))
        command.server = std::string(rest);
    else if (!rest.empty())
        command.password = std::string(rest);
    return Command{command};
}

Read read_enter(std::string_view rest) {
    if (rest.empty() || parse_server_link(rest))
        return Command{EnterServer{std::string(rest)}};
    return parse_error(
        _("Type just enter: you're asked for the server's password next. Or type enter and an "
          "invitation link."));
}

Read read_quick(std::string_view rest) {
    if (rest.empty())
        return Command{Quick{}};
    const Words words = split(rest);
    const auto clock = parse_clock(words.back());
    if (!clock || words.size() > 2 || (words.size() == 2 && lower(words[0]) != "clock"))
        return parse_error(
            _("After {0}, type {1}.", p_("command", "quick"), room_option("clock")->expected));
    return Command{Quick{clock}};
}

Read read_log(std::string_view rest) {
    if (rest.empty())
        return Command{Show{Topic::Log}};
    const auto lines = number(rest);
    if (!lines || *lines < 1)
        return parse_error(_("How many lines? For example: log 20."));
    return Command{Show{Topic::Log, *lines}};
}

template <class Which>
Read read_which(std::string_view rest) {
    Which command;
    if (!rest.empty())
        command.room = std::string(take_word(rest));
    return Command{command};
}

Read read_rooms(std::string_view rest) {
    const std::string word = lower(rest);
    if (word.empty())
        return Command{Rooms{Page::First}};
    if (word == "more" || word == "next")
        return Command{Rooms{Page::Next}};
    return parse_error(_("Type rooms for the public rooms, and rooms more for the next page."));
}

Read read_say(std::string_view rest) {
    if (rest.empty())
        return parse_error(_("Say what? For example: say Well traded!"));
    return Command{Say{std::string(rest)}};
}

Read read_remove(std::string_view rest) {
    if (rest.empty())
        return parse_error(_("Name the person to remove: remove guest, or remove Ravi."));
    return Command{Remove{std::string(rest)}};
}

Read read_writers(std::string_view rest) {
    const auto from = parse_chat_from(rest);
    if (!from && !rest.empty())
        return parse_error(
            _("After {0}, type {1}.", p_("command", "writers"), room_option("chat")->expected));
    return Command{Writers{from}};
}

Read read_ready(std::string_view rest) {
    const std::string word = lower(rest);
    if (word.empty())
        return Command{Simple::Ready};
    if (word == "agree")
        return Command{Simple::ReadyAndAgree};
    return parse_error(_("Type ready, or ready agree to agree to the spectator delay as well."));
}

Read read_device(std::string_view rest) {
    const std::string word = lower(rest);
    if (word.empty())
        return Command{OtherDevice{}};
    if (word == "qr")
        return Command{OtherDevice{OtherDevice::As::Qr}};
    return parse_error(_("Type device, or device qr for a QR code."));
}

Read read_camels(std::string_view) {
    return Command{Play{TakeCamels{}}};
}

template <Topic What>
Read show(std::string_view) {
    return Command{Show{What}};
}

template <Simple What>
Read simple(std::string_view) {
    return Command{What};
}

struct Verb {
    const char* word; // in English; other languages have another one, too
    Read (*read)(std::string_view rest);
    std::string_view aliases = {}; // other words for it, and beginnings that fit several verbs

    std::string translated() const { return p_("command", word); }

    bool is(std::string_view typed) const {
        const Words others = split(aliases);
        return typed == word || std::find(others.begin(), others.end(), typed) != others.end();
    }
};

// Every command; any unambiguous prefix is enough. Scripts use the English words, which work in
// every language.
constexpr std::array verbs{
    Verb{p_mark("command", "take"), read_take, "t buy"},
    Verb{p_mark("command", "camels"), read_camels, "c camel cm"},
    Verb{p_mark("command", "exchange"), read_exchange, "x e swap trade"},
    Verb{p_mark("command", "sell"), read_sell, "s"},
    Verb{p_mark("command", "look"), show<Topic::Everything>, "l"},
    Verb{p_mark("command", "hand"), show<Topic::Hand>, "h"},
    Verb{p_mark("command", "market"), show<Topic::Market>, "m"},
    Verb{p_mark("command", "score"), show<Topic::Score>, "points"},
    Verb{p_mark("command", "tokens"), show<Topic::Tokens>},
    Verb{p_mark("command", "moves"), show<Topic::Moves>},
    Verb{p_mark("command", "room"), show<Topic::Room>, "code"},
    Verb{p_mark("command", "round"), show<Topic::Round>},
    Verb{p_mark("command", "seals"), show<Topic::Seals>},
    Verb{p_mark("command", "log"), read_log, "history"},
    Verb{p_mark("command", "who"), show<Topic::Who>, "w"},
    Verb{p_mark("command", "clock"), show<Topic::Clock>, "time"},
    Verb{p_mark("command", "shuffle"), show<Topic::Shuffle>, "fair"},
    Verb{p_mark("command", "help"),
         [](std::string_view rest) -> Read { return Command{Help{lower(rest)}}; }, "?"},
    Verb{p_mark("command", "ready"), read_ready},
    Verb{p_mark("command", "rematch"), simple<Simple::Rematch>},
    Verb{p_mark("command", "level"), simple<Simple::Level>},
    Verb{p_mark("command", "resign"), simple<Simple::Resign>},
    Verb{p_mark("command", "claim"), simple<Simple::Claim>},
    Verb{p_mark("command", "say"), read_say, "chat"},
    Verb{p_mark("command", "spectators"), simple<Simple::Spectators>, "watchers"},
    Verb{p_mark("command", "enter"), read_enter},
    Verb{p_mark("command", "remove"), read_remove, "kick"},
    Verb{p_mark("command", "writers"), read_writers},
    Verb{p_mark("command", "leave"), simple<Simple::Leave>, "le"},
    Verb{p_mark("command", "rooms"), read_rooms, "list"},
    Verb{p_mark("command", "new"), read_new, "create"},
    Verb{p_mark("command", "join"), read_entering<Join>},
    Verb{p_mark("command", "watch"), read_entering<Watch>},
    Verb{p_mark("command", "quick"), read_quick},
    Verb{p_mark("command", "bot"), read_bot},
    Verb{p_mark("command", "name"),
         [](std::string_view rest) -> Read { return Command{Name{std::string(rest)}}; }},
    Verb{p_mark("command", "resume"), read_which<Resume>},
    Verb{p_mark("command", "forget"), read_which<Forget>},
    Verb{p_mark("command", "reconnect"), simple<Simple::Reconnect>},
    Verb{p_mark("command", "copy"), simple<Simple::Copy>},
    Verb{p_mark("command", "qr"), simple<Simple::Qr>},
    Verb{p_mark("command", "device"), read_device},
    Verb{p_mark("command", "wait"), simple<Simple::Wait>},
    Verb{p_mark("command", "yes"), simple<Simple::Yes>, "y"},
    Verb{p_mark("command", "no"), simple<Simple::No>, "n"},
    Verb{p_mark("command", "quit"), simple<Simple::Quit>, "q exit bye"},
};

// How many letters must be changed, added, dropped or swapped with their neighbour.
std::size_t distance(std::string_view a, std::string_view b) {
    std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
    for (std::size_t i = 0; i <= a.size(); ++i)
        for (std::size_t j = 0; j <= b.size(); ++j) {
            if (i == 0 || j == 0) {
                d[i][j] = i + j;
                continue;
            }
            d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1,
                                d[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0u : 1u)});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
        }
    return d[a.size()][b.size()];
}

std::string alternatives(const std::vector<const Verb*>& of) {
    std::string before;
    for (std::size_t i = 0; i + 1 < of.size(); ++i)
        before += (i == 0 ? "" : ", ") + of[i]->translated();
    const std::string last = of.back()->translated();
    return before.empty() ? last : _("{0} or {1}", before, last);
}

ParseError unknown(std::string_view word) {
    std::vector<const Verb*> near;
    if (word.size() <= 20)
        for (const Verb& verb : verbs)
            for (const std::string& one : {std::string(verb.word), verb.translated()})
                if (distance(word, one) <= (one.size() > 4 ? 2u : 1u) &&
                    (near.empty() || near.back() != &verb))
                    near.push_back(&verb);
    if (near.empty() && parse_card(word) && word.size() > 2)
        return parse_error(
            _("What about {0}? Type take, sell or exchange before it.", in_quotes(word)));
    std::string text = _("Unknown command {0}.", in_quotes(word)) + " ";
    if (!near.empty())
        text += _("Did you mean {0}?", alternatives(near)) + " ";
    return parse_error(text + _("Type help for all commands."));
}

// The command that the word stands for, or all candidates. Whole words win over prefixes, and
// English ones over translated ones.
std::vector<const Verb*> verbs_for(std::string_view word) {
    const std::string typed = folded(word);
    std::vector<const Verb*> english, translated;
    const Verb* same = nullptr;
    for (const Verb& verb : verbs) {
        const std::string other = folded(verb.translated());
        if (verb.is(word))
            return {&verb};
        same = other == typed ? &verb : same;
        if (begins(verb.word, word))
            english.push_back(&verb);
        if (begins(other, typed))
            translated.push_back(&verb);
    }
    return same ? std::vector{same} : english.empty() ? translated : english;
}

} // namespace

std::optional<std::string_view> verb_named(std::string_view word) {
    const auto fitting = verbs_for(word);
    return fitting.size() == 1 ? std::optional<std::string_view>(fitting[0]->word) : std::nullopt;
}

std::vector<std::string_view> all_verbs() {
    std::vector<std::string_view> words;
    for (const Verb& verb : verbs)
        words.emplace_back(verb.word);
    return words;
}

Result<Command, ParseError> parse(std::string_view line) {
    std::string_view rest = trimmed(line);
    if (rest.empty())
        return Command{Simple::Nothing};
    const std::string word = lower(take_word(rest));
    if (word == "rules" || word == "rule") // not a verb, so that r… isn't even more ambiguous
        return Command{Help{"rules"}};
    const std::vector<const Verb*> fitting = verbs_for(word);
    if (fitting.empty())
        return unknown(word);
    if (fitting.size() > 1)
        return parse_error(_("Do you mean {0}?", alternatives(fitting)));
    return fitting[0]->read(rest);
}

} // namespace jaipur::client::command
