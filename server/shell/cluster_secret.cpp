#include "server/shell/cluster_secret.hpp"

#include "server/shell/first_line.hpp"

#include <cstddef>
#include <filesystem>
#include <stdexcept>
#include <string>

namespace jaipur::server::shell {

namespace {

constexpr std::size_t shortest_secret = 32;

} // namespace

void read_cluster_secret(std::optional<Serve::Database>& store) {
    if (!store || !store->cluster)
        return;
    const std::filesystem::path& file = store->cluster->secret_file;
    std::string secret = first_line_of(file);
    using std::filesystem::perms;
    const auto others =
        std::filesystem::status(file).permissions() & (perms::group_all | perms::others_all);
    if (others != perms::none)
        throw std::runtime_error(file.string() +
                                 ": other users can read or change it. Make a new secret, in a "
                                 "file with mode 600");
    if (secret.size() < shortest_secret)
        throw std::runtime_error(file.string() +
                                 ": its first line must have at least 32 characters, such as those "
                                 "of `openssl rand -base64 33`");
    store->cluster->secret = std::move(secret);
}

} // namespace jaipur::server::shell
