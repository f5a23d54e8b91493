#include "client/console/files/replay_file.hpp"

#include "protocol/codec.hpp"

#include <boost/system/result.hpp>

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace jaipur::client::files {

namespace {

std::string why() {
    return std::strerror(errno);
}

class Descriptor {
  public:
    explicit Descriptor(int number) : number_(number) {}

    ~Descriptor() {
        if (number_ > STDERR_FILENO)
            ::close(number_);
    }

    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;

    operator int() const { return number_; }

  private:
    int number_;
};

} // namespace

Result<std::string, std::string> read_replay_file(const std::string& path) {
    using boost::system::in_place_error;
    using boost::system::in_place_value;
    const Descriptor file(path == "-" ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (file < 0)
        return {in_place_error, why()};
    std::string text;
    while (text.size() <= protocol::max_replay) {
        char bytes[16384];
        const ::ssize_t count = ::read(file, bytes, sizeof bytes);
        if (count < 0 && errno != EINTR)
            return {in_place_error, why()};
        if (count == 0)
            break;
        if (count > 0)
            text.append(bytes, static_cast<std::size_t>(count));
    }
    return {in_place_value, std::move(text)};
}

bool file_exists(const std::string& path) {
    struct ::stat ignored{};
    return path == "-" || ::stat(path.c_str(), &ignored) == 0;
}

std::string write_new_file(const std::string& path, std::string_view text) {
    const Descriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
    if (file < 0)
        return errno == EEXIST ? "it is there already, and was left as it is" : why();
    while (!text.empty()) {
        const ::ssize_t count = ::write(file, text.data(), text.size());
        if (count < 0 && errno != EINTR) {
            std::string wrong = why();
            ::unlink(path.c_str()); // rather none than half a file
            return wrong;
        }
        if (count > 0)
            text.remove_prefix(static_cast<std::size_t>(count));
    }
    return {};
}

} // namespace jaipur::client::files
