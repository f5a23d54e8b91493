#include "server/postgresql/identity.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <system_error>
#include <unistd.h>

namespace jaipur::server::postgresql {

namespace {

std::string text_of(const std::string& file) {
    std::ifstream in(file);
    return {std::istreambuf_iterator<char>(in), {}};
}

// Boots have a random number. Processes in different namespaces don't see each other.
std::string surroundings() {
    std::string boot = text_of("/proc/sys/kernel/random/boot_id");
    boot.resize(boot.find_last_not_of('\n') + 1);
    std::error_code unknown;
    return boot + " " + std::filesystem::read_symlink("/proc/self/ns/pid", unknown).string();
}

// In ticks since the boot; empty if it isn't known.
std::string start_of(pid_t process) {
    constexpr int fields_between = 19; // the name, which may have blanks, is before them
    const std::string stat = text_of("/proc/" + std::to_string(process) + "/stat");
    const auto name = stat.rfind(')');
    if (name == std::string::npos)
        return {};
    std::istringstream fields(stat.substr(name + 1));
    std::string field;
    for (int i = 0; i <= fields_between; ++i)
        fields >> field;
    return field;
}

} // namespace

std::string identity_of(pid_t process) {
    std::array<char, 256> host{};
    ::gethostname(host.data(), host.size() - 1);
    return std::string(host.data()) + " " + std::to_string(process) + " " + start_of(process) +
           " " + surroundings();
}

bool has_ended(std::string_view identity) {
    std::istringstream words{std::string(identity)};
    std::string host, start, boot, space;
    pid_t process = 0;
    words >> host >> process >> start >> boot >> space;
    if (!words || process <= 0 || boot + " " + space != surroundings())
        return false;
    if (::kill(process, 0) != 0 && errno == ESRCH)
        return true;
    const std::string now = start_of(process); // not known of other users' processes
    return !now.empty() && now != start;
}

} // namespace jaipur::server::postgresql
