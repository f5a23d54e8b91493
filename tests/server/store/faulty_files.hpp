// A named SQLite file system that behaves like the system's until told to fail or to wait. It
// counts, so that a test can prove that its fault happened.
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

    // After `spared` more, such operations fail with this SQLite code and the system error `reason`
    // (ENOSPC, …).
    void fail(Operation operation, Part part, int code, int spared = 0, int reason = 0);
    // Limits its size in bytes, as on a small disk.
    void limit(Part part, long long bytes);
    // Lifts both.
    void heal();
    int failures() const; // so far

    int count(Operation operation, Part part) const;

    // Syncs of the log wait until released, as on a slow disk.
    void hold_syncs();
    void let_go();
    // Waits until one is waiting.
    void wait_for_held() const;

    struct State;

  private:
    std::unique_ptr<State> state_;
};

} // namespace jaipur::server::store::test
