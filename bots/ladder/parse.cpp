#include "bots/ladder/parse.hpp"

#include "bots/trainer/checkpoint.hpp"

#include <charconv>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

namespace jaipur::bots::ladder {

namespace {

std::vector<std::string> split(const std::string& text) {
    std::vector<std::string> parts(1);
    for (const char letter : text)
        if (letter == ':')
            parts.emplace_back();
        else
            parts.back() += letter;
    return parts;
}

template <class Number>
Number number(const std::string& text) {
    Number result{};
    const char* end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, result);
    const bool is_finite = result <= std::numeric_limits<Number>::max();
    if (read.ec != std::errc{} || read.ptr != end || !(result > 0) || !is_finite)
        throw std::runtime_error("not a number above 0: " + text);
    return result;
}

struct Thinking {
    double ms = 0;
    SearchPlan plan;
};

// MS[:PLIES[:CANDIDATES]]
Thinking thinking(std::span<const std::string> words) {
    if (words.empty() || words.size() > 3)
        throw std::runtime_error("expected MS[:PLIES[:CANDIDATES]] at the end of a player's name");
    Thinking result{number<double>(words[0]), {}};
    if (words.size() > 1)
        result.plan.plies = number<int>(words[1]);
    if (words.size() > 2)
        result.plan.candidates = number<int>(words[2]);
    return result;
}

SharedNetwork own_network() {
    return {std::shared_ptr<void>(), &trained_network()};
}

// Those without a time, which have one-word names; nothing if it's another name.
std::optional<NewPlayer> named(const std::string& name) {
    if (const Level* level = find_level(name))
        return by_level(own_network(), *level);
    if (name == "greedy")
        return greedy();
    if (name == "random")
        return by_chance();
    if (name == "network")
        return by_network(own_network());
    return std::nullopt;
}

std::string level_names() {
    std::string names;
    for (const Level& level : levels())
        names += std::string(level.name) + ", ";
    return names;
}

NewPlayer player(const std::string& text, Patience patience) {
    constexpr std::string_view program = "program:";
    if (text.starts_with(program))
        return by_program(text.substr(program.size()), patience);
    const auto words = split(text);
    const auto rest = std::span(words).subspan(1);
    if (auto one = named(words[0])) {
        if (rest.empty())
            return *std::move(one);
        throw std::runtime_error(words[0] + " takes no numbers; search:MS and FILE:MS do");
    }
    if (words[0] == "search" || words[0] == "shown") {
        const auto [ms, plan] = thinking(rest);
        return words[0] == "search" ? by_search(own_network(), ms, plan)
                                    : by_search_shown_hands(own_network(), ms, plan);
    }
    if (!std::filesystem::exists(words[0]))
        throw std::runtime_error("no such player or file: " + words[0] +
                                 "\nPlayers: " + level_names() +
                                 "greedy, random, network, search:MS, shown:MS, program:COMMAND, "
                                 "and files of weights");
    SharedNetwork network = read_network(words[0]);
    if (rest.empty())
        return by_network(std::move(network));
    const auto [ms, plan] = thinking(rest);
    return by_search(std::move(network), ms, plan);
}

} // namespace

std::string player_names() {
    return level_names() +
           "greedy, random, network (no search), search:MS[:PLIES[:CANDIDATES]] (MS "
           "milliseconds of processor time per action), shown:MS… (the same, but sees the "
           "opponent's hand), FILE[:MS…] (weights, or a checkpoint ending in .ck), "
           "program:COMMAND (see docs/bots.md)";
}

SharedNetwork read_network(const std::string& file) {
    if (file.ends_with(".ck")) {
        const auto checkpoint = trainer::load(file);
        return std::make_shared<Network>(Network::bytes(trainer::rounded(checkpoint.weights)));
    }
    std::ifstream in(file, std::ios::binary);
    const std::string text(std::istreambuf_iterator<char>(in), {});
    try {
        return std::make_shared<Network>(std::as_bytes(std::span(text)));
    } catch (const BadWeights& bad) {
        throw std::runtime_error(file + ": " + bad.what());
    }
}

Entrant parse_player(const std::string& text, Patience patience) {
    return {text, player(text, patience)};
}

} // namespace jaipur::bots::ladder
