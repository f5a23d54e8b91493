#include "tests/server/store/faulty_calls.hpp"

#include "server/store/acknowledged.hpp"

#include <cerrno>
#include <filesystem>
#include <string>
#include <sys/syscall.h>
#include <system_error>
#include <unistd.h>

namespace jaipur::server::store::test {

namespace {

std::atomic<FaultyCalls*> active = nullptr;

bool has_acknowledged_number(int file) {
    std::error_code error;
    const auto path = std::filesystem::read_symlink("/proc/self/fd/" + std::to_string(file), error);
    return path.string().ends_with(acknowledged_ending);
}

// The error for writing to this file; 0: none.
int error_of_write(int file) {
    FaultyCalls* calls = active.load();
    if (calls == nullptr || calls->acknowledged_error == 0 || !has_acknowledged_number(file))
        return 0;
    ++calls->acknowledged_failed;
    return calls->acknowledged_error;
}

} // namespace

FaultyCalls::FaultyCalls() {
    active = this;
}

FaultyCalls::~FaultyCalls() {
    active = nullptr;
}

} // namespace jaipur::server::store::test

// The program's own functions replace those of the C library.
extern "C" int fsync(int file) {
    if (auto* calls = jaipur::server::store::test::active.load()) {
        ++calls->fsyncs;
        if (const int error = calls->fsync_error) {
            errno = error;
            return -1;
        }
    }
    return static_cast<int>(::syscall(SYS_fsync, file));
}

extern "C" int renameat2(int from_directory, const char* from, int to_directory, const char* to,
                         unsigned flags) noexcept {
    auto* calls = jaipur::server::store::test::active.load();
    if (calls && calls->renameat2_error != 0) {
        ++calls->renameat2_failed;
        errno = calls->renameat2_error;
        return -1;
    }
    return static_cast<int>(
        ::syscall(SYS_renameat2, from_directory, from, to_directory, to, flags));
}

extern "C" ssize_t pwrite(int file, const void* bytes, std::size_t size, off_t at) {
    if (const int error = jaipur::server::store::test::error_of_write(file)) {
        errno = error;
        return -1;
    }
    return ::syscall(SYS_pwrite64, file, bytes, size, at);
}
