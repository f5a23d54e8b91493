// A configuration file, after a line of the environment: it is refused with a reason for each
// line, or gives settings that survive printing.
#include "server/shell/options.hpp"
#include "tests/fuzz/input.hpp"

#include <array>
#include <string>
#include <string_view>
#include <sys/mman.h>
#include <unistd.h>
#include <utility>
#include <variant>

namespace jaipur::fuzz {

namespace {

namespace shell = server::shell;

// A file without a disk.
class File {
  public:
    explicit File(std::string_view text) : descriptor_(memfd_create("fuzz", MFD_CLOEXEC)) {
        require(write(descriptor_, text.data(), text.size()) == static_cast<ssize_t>(text.size()),
                "the file can be written");
    }

    ~File() { close(descriptor_); }

    File(const File&) = delete;
    File& operator=(const File&) = delete;

    std::string path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

  private:
    int descriptor_;
};

shell::Parsed parse(const File& file, const shell::Environment& environment,
                    const char* more = "--log-level=off") {
    const std::string config = "--config=" + file.path();
    const std::array arguments{"jaipur-server", config.c_str(), more};
    return shell::parse_options(static_cast<int>(arguments.size()), arguments.data(), environment);
}

void check(const shell::Serve& serve, const File& file, const shell::Environment& environment) {
    const auto& limits = serve.limits;
    require(limits.message_bytes >= 1 && limits.message_bytes <= 4096 && limits.rooms >= 0,
            "limits are within their bounds");
    require(!serve.in_memory || !serve.data, "data is on disk or in memory");
    const auto printed = parse(file, environment, "--print-config");
    const auto* text = std::get_if<shell::ExitWith>(&printed.options);
    require(text != nullptr && text->exit_code == 0, "a valid configuration can be printed");
    const auto again = parse(File(text->text), {});
    const auto* same = std::get_if<shell::Serve>(&again.options);
    require(same != nullptr && *same == serve, "settings survive printing");
}

} // namespace

} // namespace jaipur::fuzz

JAIPUR_FUZZ(configuration_fuzz) {
    using namespace jaipur;
    using namespace jaipur::fuzz;
    Input input(data, size);
    const std::string variable(std::string(input.line()).c_str()); // has no zero byte
    shell::Environment environment;
    if (const auto equals = variable.find('=');
        equals != std::string::npos && variable.starts_with("JAIPUR_"))
        environment.emplace(variable.substr(0, equals), variable.substr(equals + 1));
    environment.erase("JAIPUR_CONFIG"); // the command line has one
    const File file(input.rest());
    const auto parsed = parse(file, environment);
    if (const auto* refused = std::get_if<shell::ExitWith>(&parsed.options)) {
        require(refused->exit_code == shell::exit_code::usage && !refused->text.empty(),
                "a wrong configuration is refused with a reason");
        return 0;
    }
    check(std::get<shell::Serve>(parsed.options), file, environment);
    return 0;
}
