#include "tests/server/store/faulty_calls.hpp"

#include <cerrno>
#include <sys/syscall.h>
#include <unistd.h>

namespace jaipur::server::store::test {

namespace {

std::atomic<FaultyCalls*> active = nullptr;

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
