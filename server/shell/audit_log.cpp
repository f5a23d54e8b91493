#include "server/shell/audit_log.hpp"

#include "server/log/log.hpp"
#include "server/store/files.hpp"

#include <fcntl.h>
#include <string>
#include <sys/stat.h>
#include <system_error>

namespace jaipur::server::shell {

namespace {

constexpr off_t most_log_bytes = 1 << 20;
constexpr mode_t owner_file = 0600;

} // namespace

void AuditLog::append(std::string_view line) const {
    struct stat there{};
    if (::lstat(file_.c_str(), &there) == 0 && there.st_size >= most_log_bytes) {
        std::error_code ignored;
        std::filesystem::rename(file_, file_.string() + ".1", ignored);
    }
    // O_NONBLOCK: a FIFO in its place must not stop the server.
    const store::Descriptor opened(
        ::open(file_.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK,
               owner_file));
    if (!opened || !store::write_all(opened, std::string(line) + "\n"))
        log::warning("can't write the audit log", {{"file", file_.string()}});
}

} // namespace jaipur::server::shell
