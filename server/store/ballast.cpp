#include "server/store/ballast.hpp"

#include "server/store/error.hpp"
#include "server/store/files.hpp"

#include <cerrno>
#include <cstdint>
#include <fcntl.h>
#include <string>
#include <sys/types.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace jaipur::server::store {

namespace {

// Bytes without a pattern, so that a file system can't compress them away.
std::string filling(std::size_t size) {
    std::string result(size, '\0');
    std::uint64_t state = 0x9E3779B97F4A7C15;
    for (char& byte : result) {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        byte = static_cast<char>(state);
    }
    return result;
}

// 0, or the error.
int fill(const std::filesystem::path& file, std::size_t bytes) {
    const Descriptor made(::open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600));
    if (!made)
        return errno;
    // Allocates everything first, so a full disk is noticed before anything is written.
    if (const int error = ::posix_fallocate(made.number(), 0, static_cast<off_t>(bytes));
        error != 0)
        return error;
    return write_all(made, filling(bytes)) && ::fsync(made.number()) == 0 ? 0 : errno;
}

} // namespace

Ballast::Ballast(std::filesystem::path file, std::size_t bytes)
    : file_(std::move(file)), bytes_(bytes) {
    std::error_code error;
    there_ = std::filesystem::file_size(file_, error) == bytes_ && !error;
}

bool Ballast::make() {
    if (there_)
        return true;
    const int error = fill(file_, bytes_);
    there_ = error == 0;
    if (there_)
        return true;
    ::unlink(file_.c_str());
    if (error != ENOSPC && error != EDQUOT)
        throw StoreError(StoreError::Kind::Io, file_.string() + ": can't write: " +
                                                   std::system_category().message(error));
    return false;
}

void Ballast::release() {
    ::unlink(file_.c_str());
    there_ = false;
}

} // namespace jaipur::server::store
