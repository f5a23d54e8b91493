#include "client/console/files/replay_file.hpp"

#include "client/console/files/descriptor.hpp"
#include "client/console/translation.hpp"
#include "protocol/codec.hpp"

#include <boost/system/result.hpp>

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <utility>

namespace jaipur::client::files {

namespace {

std::string why() {
    return std::strerror(errno);
}

} // namespace

Result<std::string, std::string> read_replay_file(const std::string& path) {
    const Descriptor file(path == "-" ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    std::optional<std::string> text;
    if (file >= 0)
        text = read_all(file, protocol::max_replay);
    if (!text)
        return {boost::system::in_place_error, why()};
    return {boost::system::in_place_value, std::move(*text)};
}

bool file_exists(const std::string& path) {
    struct ::stat ignored{};
    return path == "-" || ::stat(path.c_str(), &ignored) == 0;
}

std::string write_new_file(const std::string& path, std::string_view text) {
    const Descriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
    if (file < 0)
        return errno == EEXIST ? _("it already exists") : why();
    if (!write_all(file, text)) {
        std::string wrong = why();
        ::unlink(path.c_str()); // better no file than half of one
        return wrong;
    }
    return {};
}

} // namespace jaipur::client::files
