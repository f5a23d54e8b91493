// The results of a run: a table for people, a file for programs, two pictures.
#pragma once

#include "tests/bench/results.hpp"

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace jaipur::bench {

// What was measured where: name and value.
using About = std::vector<std::pair<std::string, std::string>>;

About about_this_machine();

std::string table(const About& about, const Results& results);

// Writes table.md, figures.json, latency.svg, cost.svg; pictures only if they have data.
void write_report(const std::filesystem::path& folder, const About& about, const Results& results);

} // namespace jaipur::bench
