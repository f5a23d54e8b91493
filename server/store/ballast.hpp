// A file that holds some space on the disk, to be let go of when there is no other left: so that
// what has to be done then can be done. Knows nothing of databases.
#pragma once

#include <cstddef>
#include <filesystem>

namespace jaipur::server::store {

class Ballast {
  public:
    Ballast(std::filesystem::path file, std::size_t bytes);

    bool there() const { return there_; }

    // False: there is no space for it.
    bool make();
    void release();

  private:
    std::filesystem::path file_;
    std::size_t bytes_;
    bool there_;
};

} // namespace jaipur::server::store
