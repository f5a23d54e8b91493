// A file that reserves disk space, released when the disk is full so that housekeeping can free
// more. It must not know about databases.
#pragma once

#include <cstddef>
#include <filesystem>

namespace jaipur::server::store {

class Ballast {
  public:
    Ballast(std::filesystem::path file, std::size_t bytes);

    bool there() const { return there_; }

    // False: not enough space.
    bool make();
    void release();

  private:
    std::filesystem::path file_;
    std::size_t bytes_;
    bool there_;
};

} // namespace jaipur::server::store
