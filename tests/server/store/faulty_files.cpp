#include "tests/server/store/faulty_files.hpp"

#include <sqlite3.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <condition_variable>
#include <cstddef>
#include <map>
#include <mutex>
#include <optional>
#include <utility>

namespace jaipur::server::store::test {

struct FaultyFiles::State {
    struct Fault {
        Operation operation;
        Part part;
        int code;
        int spared;
        int reason;
    };

    std::string name;
    sqlite3_vfs* real = sqlite3_vfs_find(nullptr);
    sqlite3_vfs faces{};

    mutable std::mutex mutex;
    mutable std::condition_variable changed;
    std::optional<Fault> fault;
    std::map<Part, sqlite3_int64> limits;
    std::map<std::pair<Operation, Part>, int> counts;
    int failures = 0;
    int held = 0;
    bool hold = false;

    // Whether a file may have this length.
    bool has_room(Part part, sqlite3_int64 bytes) {
        const std::lock_guard lock(mutex);
        const auto limit = limits.find(part);
        if (limit == limits.end() || bytes <= limit->second)
            return true;
        ++failures;
        return false;
    }

    // The operation's forced result; SQLITE_OK: do it.
    int begin(Operation operation, Part part) {
        std::unique_lock lock(mutex);
        ++counts[{operation, part}];
        if (operation == Operation::Sync && part == Part::Log && hold) {
            ++held;
            changed.notify_all();
            changed.wait(lock, [this] { return !hold; });
            --held;
        }
        if (!fault || fault->operation != operation || fault->part != part || fault->spared-- > 0)
            return SQLITE_OK;
        fault->spared = 0;
        ++failures;
        errno = fault->reason;
        return fault->code;
    }
};

namespace {

// Precedes the real file in the memory that SQLite provides.
struct File {
    sqlite3_file base;
    FaultyFiles::State* state;
    int part;                         // a Part; other files neither fail nor count
    alignas(void*) std::byte real[1]; // aligned as in SQLite
};

constexpr int neither = -1;
constexpr auto front = static_cast<int>(offsetof(File, real));

File& ours(sqlite3_file* file) {
    return *reinterpret_cast<File*>(file);
}

sqlite3_file* real(sqlite3_file* file) {
    return reinterpret_cast<sqlite3_file*>(ours(file).real);
}

int begin(sqlite3_file* file, Operation operation) {
    const File& is = ours(file);
    return is.part == neither ? SQLITE_OK : is.state->begin(operation, static_cast<Part>(is.part));
}

// The real file's call.
template <auto Method, class... Arguments>
int forward(sqlite3_file* file, Arguments... arguments) {
    sqlite3_file* const to = real(file);
    return (to->pMethods->*Method)(to, arguments...);
}

template <Operation Is, auto Method, class... Arguments>
int counted(sqlite3_file* file, Arguments... arguments) {
    const int code = begin(file, Is);
    return code == SQLITE_OK ? forward<Method>(file, arguments...) : code;
}

int write(sqlite3_file* file, const void* bytes, int amount, sqlite3_int64 offset) {
    const File& is = ours(file);
    if (is.part != neither && !is.state->has_room(static_cast<Part>(is.part), offset + amount))
        return SQLITE_FULL;
    return counted<Operation::Write, &sqlite3_io_methods::xWrite>(file, bytes, amount, offset);
}

void barrier(sqlite3_file* file) {
    real(file)->pMethods->xShmBarrier(real(file));
}

using Methods = sqlite3_io_methods;

const Methods methods{
    .iVersion = 2, // no memory-mapped reading: it would bypass this
    .xClose = forward<&Methods::xClose>,
    .xRead = counted<Operation::Read, &Methods::xRead, void*, int, sqlite3_int64>,
    .xWrite = write,
    .xTruncate = forward<&Methods::xTruncate, sqlite3_int64>,
    .xSync = counted<Operation::Sync, &Methods::xSync, int>,
    .xFileSize = forward<&Methods::xFileSize, sqlite3_int64*>,
    .xLock = forward<&Methods::xLock, int>,
    .xUnlock = forward<&Methods::xUnlock, int>,
    .xCheckReservedLock = forward<&Methods::xCheckReservedLock, int*>,
    .xFileControl = forward<&Methods::xFileControl, int, void*>,
    .xSectorSize = forward<&Methods::xSectorSize>,
    .xDeviceCharacteristics = forward<&Methods::xDeviceCharacteristics>,
    .xShmMap = forward<&Methods::xShmMap, int, int, int, void volatile**>,
    .xShmLock = forward<&Methods::xShmLock, int, int, int>,
    .xShmBarrier = barrier,
    .xShmUnmap = forward<&Methods::xShmUnmap, int>,
    .xFetch = nullptr,
    .xUnfetch = nullptr,
};

int part_of(int flags) {
    if ((flags & SQLITE_OPEN_MAIN_DB) != 0)
        return static_cast<int>(Part::Database);
    return (flags & SQLITE_OPEN_WAL) != 0 ? static_cast<int>(Part::Log) : neither;
}

int open_file(sqlite3_vfs* vfs, const char* name, sqlite3_file* file, int flags, int* is) {
    auto* const state = static_cast<FaultyFiles::State*>(vfs->pAppData);
    File& made = ours(file);
    made.base.pMethods = nullptr;
    made.state = state;
    made.part = part_of(flags);
    const int code = state->real->xOpen(state->real, name, real(file), flags, is);
    if (real(file)->pMethods != nullptr)
        made.base.pMethods = &methods;
    return code;
}

std::atomic<int> made{0};

} // namespace

FaultyFiles::FaultyFiles() : state_(std::make_unique<State>()) {
    state_->name = "faulty-" + std::to_string(++made);
    state_->faces = *state_->real;
    state_->faces.pNext = nullptr;
    state_->faces.zName = state_->name.c_str();
    state_->faces.szOsFile += front;
    state_->faces.pAppData = state_.get();
    state_->faces.xOpen = open_file;
    sqlite3_vfs_register(&state_->faces, 0);
}

FaultyFiles::~FaultyFiles() {
    sqlite3_vfs_unregister(&state_->faces);
}

const std::string& FaultyFiles::name() const {
    return state_->name;
}

void FaultyFiles::fail(Operation operation, Part part, int code, int spared, int reason) {
    const std::lock_guard lock(state_->mutex);
    state_->fault = {operation, part, code, spared, reason};
}

void FaultyFiles::limit(Part part, long long bytes) {
    const std::lock_guard lock(state_->mutex);
    state_->limits[part] = bytes;
}

void FaultyFiles::heal() {
    const std::lock_guard lock(state_->mutex);
    state_->fault.reset();
    state_->limits.clear();
}

int FaultyFiles::failures() const {
    const std::lock_guard lock(state_->mutex);
    return state_->failures;
}

int FaultyFiles::count(Operation operation, Part part) const {
    const std::lock_guard lock(state_->mutex);
    return state_->counts[{operation, part}];
}

void FaultyFiles::hold_syncs() {
    const std::lock_guard lock(state_->mutex);
    state_->hold = true;
}

void FaultyFiles::let_go() {
    const std::lock_guard lock(state_->mutex);
    state_->hold = false;
    state_->changed.notify_all();
}

void FaultyFiles::wait_for_held() const {
    std::unique_lock lock(state_->mutex);
    state_->changed.wait(lock, [this] { return state_->held > 0; });
}

} // namespace jaipur::server::store::test
