#include "client/console/files/pass_files.hpp"

#include "client/console/files/descriptor.hpp"
#include "client/console/files/private_files.hpp"
#include "client/console/translation.hpp"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/file.h>
#include <utility>

namespace jaipur::client::files {

namespace fs = std::filesystem;

PassFiles::PassFiles(fs::path directory) : directory_(std::move(directory)) {}

fs::path PassFiles::path_of(const std::string& server) const {
    return directory_ / (file_part(server) + ".pass");
}

session::Pass PassFiles::load(const std::string& server) {
    if (const auto found = memory_.find(server); found != memory_.end())
        return found->second;
    const session::Pass nothing{server, {}, false};
    const auto text = directory_.empty() ? std::nullopt : read_private(path_of(server));
    const auto pass = text ? session::pass_from(*text) : std::nullopt;
    return pass && pass->server == server ? *pass : nothing; // long names may share a file
}

session::Pass PassFiles::change(const std::string& server,
                                const std::function<void(session::Pass&)>& how) {
    if (!directory_.empty())
        make_private(directory_);
    // Another program waits here only while this one writes a small file.
    const Descriptor lock(directory_.empty()
                              ? -1
                              : ::open((directory_ / "lock").c_str(),
                                       O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
    if (lock >= 0)
        ::flock(lock, LOCK_EX);
    const session::Pass before = load(server);
    session::Pass pass = before;
    how(pass);
    if (pass != before && !keep(pass))
        memory_[server] = pass;
    return pass;
}

bool PassFiles::keep(const session::Pass& pass) {
    const bool known = memory_.contains(pass.server); // complained of already
    errno = 0;
    const fs::path path = path_of(pass.server);
    const bool done = directory_.empty()  ? false
                      : pass.is_nothing() ? ::unlink(path.c_str()) == 0 || errno == ENOENT
                                          : write_private(path, session::to_text(pass));
    if (done)
        memory_.erase(pass.server);
    else if (!known)
        complaints_.push_back(
            directory_.empty()
                ? _("Your access to this server can't be kept: there is no home directory.")
                : _("Your access to this server couldn't be kept in {0}.",
                    path.string() + " (" + std::strerror(errno) + ")"));
    return done;
}

std::vector<std::string> PassFiles::complaints() {
    return std::exchange(complaints_, {});
}

} // namespace jaipur::client::files
