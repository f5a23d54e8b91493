// What operators commanded, in a file of JSON lines that only the server's user can read. It isn't
// flushed to the disk, and losing a line stops nothing.
#pragma once

#include <filesystem>
#include <string_view>
#include <utility>

namespace jaipur::server::shell {

class AuditLog {
  public:
    explicit AuditLog(std::filesystem::path file) : file_(std::move(file)) {}

    // Appends a line, without its break. A file that has become too large is renamed to `….1`.
    void append(std::string_view line) const;

  private:
    std::filesystem::path file_;
};

} // namespace jaipur::server::shell
