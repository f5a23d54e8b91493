// Configurations for tests: files, what the server makes of them, and its errors.
#pragma once

#include "server/shell/options.hpp"

#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <unistd.h>
#include <vector>

namespace jaipur::server::shell::test {

// A file that lasts as long as this.
class TemporaryFile {
  public:
    explicit TemporaryFile(const std::string& text) {
        close(mkstemp(path_.data()));
        write(text);
    }

    ~TemporaryFile() { std::filesystem::remove(path_); }

    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;

    const std::string& path() const { return path_; }

    void write(const std::string& text) { std::ofstream(path_) << text; }

    // A line in it.
    std::string at(int line) const { return path_ + ":" + std::to_string(line); }

  private:
    std::string path_ = std::filesystem::temp_directory_path() / "jaipur-settings-XXXXXX";
};

using Words = std::vector<std::string>;

inline Parsed parse(const Words& arguments, const Environment& environment = {}) {
    std::vector<const char*> pointers{"jaipur-server"};
    for (const std::string& argument : arguments)
        pointers.push_back(argument.c_str());
    return parse_options(static_cast<int>(pointers.size()), pointers.data(), environment);
}

inline Parsed parse_with(const TemporaryFile& file, Words arguments = {},
                         const Environment& environment = {}) {
    arguments.insert(arguments.begin(), "--config=" + file.path());
    return parse(arguments, environment);
}

inline Serve served(const Parsed& parsed) {
    const auto* error = std::get_if<ExitWith>(&parsed.options);
    REQUIRE_MESSAGE(std::holds_alternative<Serve>(parsed.options),
                    (error ? error->text : "a command"));
    return std::get<Serve>(parsed.options);
}

inline std::string refused(const Parsed& parsed) {
    const auto* error = std::get_if<ExitWith>(&parsed.options);
    REQUIRE(error != nullptr);
    CHECK(error->exit_code == exit_code::usage);
    return error->text;
}

inline std::string printed(const Parsed& parsed) {
    const auto* done = std::get_if<ExitWith>(&parsed.options);
    REQUIRE(done != nullptr);
    CHECK(done->exit_code == 0);
    return done->text;
}

} // namespace jaipur::server::shell::test
