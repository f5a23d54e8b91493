#include "client/console/files/pass_files.hpp"

#include "client/console/files/descriptor.hpp"
#include "client/console/files/private_files.hpp"
#include "client/console/translation.hpp"

#include <cerrno>
#include <fcntl.h>
#include <sys/file.h>
#include <utility>

namespace jaipur::client::files {

namespace fs = std::filesystem;

PassFiles::PassFiles(fs::path directory) : directory_(std::move(directory)) {}

fs::path PassFiles::default_directory() {
    return state_directory("passes");
}

fs::path PassFiles::path_of(const std::string& server) const {
    const std::string part = file_part(server);
    const bool is_cut = part.size() >= longest_part;
    return directory_ / (part + (is_cut ? "-" + short_hash(server) : "") + ".pass");
}

session::Pass PassFiles::load(const std::string& server) {
    if (const auto found = memory_.find(server); found != memory_.end())
        return found->second;
    const session::Pass nothing{server, {}, false};
    if (directory_.empty())
        return nothing;
    errno = 0;
    const fs::path path = path_of(server);
    const auto text = read_private(path);
    const auto pass = text ? session::pass_from(*text) : std::nullopt;
    if (pass && pass->server == server)
        return *pass;
    const bool is_missing = !text && (errno == ENOENT || errno == ENOTDIR);
    if (!is_missing && unreadable_.insert(path).second)
        complaints_.add(mark("Your access to this server couldn't be read from {0}."), path);
    return nothing;
}

// Another program waits here only while this one writes a small file. Returns the path that can't
// be had (errno).
std::optional<fs::path> PassFiles::lock_others_out(Descriptor& lock) const {
    if (const auto refused = make_private(directory_))
        return refused;
    const fs::path path = directory_ / "lock";
    lock = Descriptor(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
    if (lock < 0)
        return path;
    while (::flock(lock, LOCK_EX) != 0)
        if (errno != EINTR)
            return path;
    return std::nullopt;
}

session::Pass PassFiles::change(const std::string& server,
                                const std::function<void(session::Pass&)>& how) {
    Descriptor lock;
    errno = 0;
    const auto refused = directory_.empty() ? std::nullopt : lock_others_out(lock);
    const int why = errno;
    const session::Pass before = load(server);
    session::Pass pass = before;
    how(pass);
    if (pass == before)
        return pass;
    errno = why;
    if (refused)
        remember(pass, *refused);
    else
        keep(pass);
    return pass;
}

void PassFiles::keep(const session::Pass& pass) {
    errno = 0;
    const fs::path path = path_of(pass.server);
    const bool done = directory_.empty()  ? false
                      : pass.is_nothing() ? ::unlink(path.c_str()) == 0 || errno == ENOENT
                                          : write_private(path, session::to_text(pass));
    if (done)
        memory_.erase(pass.server);
    else
        remember(pass, path);
}

// Because of this path (errno).
void PassFiles::remember(const session::Pass& pass, const fs::path& path) {
    if (!memory_.insert_or_assign(pass.server, pass).second)
        return; // complained of already
    if (directory_.empty())
        complaints_.add(_("Your access to this server can't be kept: there is no home directory."));
    else
        complaints_.add(mark("Your access to this server couldn't be kept in {0}."), path);
}

} // namespace jaipur::client::files
