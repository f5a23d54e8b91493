// Options from all places where they can be given, under one name: `--retain 90` on the command
// line, `JAIPUR_RETAIN=90` in the environment, `retain = 90` in the configuration file. The first
// of these that gives an option decides, for a repeatable one about all its values.
#pragma once

#include "server/shell/configuration_file.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
class Option;
} // namespace CLI

namespace jaipur::server::shell {

// The variables that begin with JAIPUR_, by name.
using Environment = std::map<std::string, std::string>;

Environment own_environment();

// "JAIPUR_BOT_THREADS" for "bot-threads".
std::string variable_of(std::string_view setting);

struct Setting {
    enum class Place : std::uint8_t { Default, File, Variable, CommandLine };

    struct Value {
        std::string text;
        std::string from; // for people
        friend bool operator==(const Value&, const Value&) = default;
    };

    std::string name;
    Place place = Place::Default;
    std::vector<Value> values; // empty: not set, and there is no default
};

using Settings = std::vector<Setting>;

// A value without the password that may be in it.
std::string shown(const std::string& setting, const std::string& value);

// In the format of the configuration file, with where each comes from. Defaults are comments.
std::string to_text(const Settings& settings);

// Collects what is given, before it is parsed for good. A setting is an option of the app that is
// `configurable`.
class Places {
  public:
    // What `parsed` found on the command line. `scratch`, which has the same options, checks values
    // of the other places.
    Places(const CLI::App& parsed, CLI::App& scratch);

    void add_file(const std::string& file);
    void add_environment(const Environment& environment);

    // A line for each thing that is wrong.
    const std::vector<std::string>& errors() const { return errors_; }

    // Variables that look like settings.
    const std::vector<std::string>& warnings() const { return warnings_; }

    // What to parse in front of the command line's own arguments.
    std::vector<std::string> arguments() const;
    // Where the options come from that an error names, a line for each.
    std::string origins(std::string_view error) const;
    // The settings in effect, once `whole` has parsed everything.
    Settings settings(const CLI::App& whole) const;

  private:
    using ByName = std::map<std::string, Setting>;

    std::string add_line(const std::string& file, const ConfigurationFile::Line& line);
    void add(const CLI::Option& option, Setting::Place place, Setting::Value value);
    ByName in_effect() const;

    CLI::App& scratch_;
    std::map<Setting::Place, ByName> given_;
    std::vector<std::string> errors_, warnings_;
};

} // namespace jaipur::server::shell
