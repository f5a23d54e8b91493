// A file system for SQLite, under a name of its own, that is the system's until it is told to fail
// or to wait. It counts, so that a test can prove that its fault happened.
#pragma once

#include <memory>
#include <string>

namespace jaipur::server::store::test {

enum class Operation { Read, Write, Sync };
enum class Part { Database, Log };

class FaultyFiles {
  public:
    FaultyFiles();
    ~FaultyFiles(); // after the last database that uses it
    FaultyFiles(const FaultyFiles&) = delete;
    FaultyFiles& operator=(const FaultyFiles&) = delete;

    const std::string& name() const;

    // Such operations fail with this code of SQLite's, once `spared` more have passed; the system
    // gives `reason` (ENOSPC, …) for it.
    void fail(Operation operation, Part part, int code, int spared = 0, int reason = 0);
    // It can't be longer than so many bytes, as on a small disk.
    void limit(Part part, long long bytes);
    // No more of either.
    void heal();
    int failures() const; // so many did

    int count(Operation operation, Part part) const;

    // Syncs of the log wait until they are let go, as on a slow disk.
    void hold_syncs();
    void let_go();
    // Until one waits.
    void wait_for_held() const;

    struct State;

  private:
    std::unique_ptr<State> state_;
};

} // namespace jaipur::server::store::test
