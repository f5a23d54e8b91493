// What has gone wrong with files since somebody asked, in sentences.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace jaipur::client::files {

class Complaints {
  public:
    void add(std::string sentence) { sentences_.push_back(std::move(sentence)); }

    // `what` is marked for translation, and names the path as {0}; `errno` says why, unless it is
    // 0.
    void add(const char* what, const std::filesystem::path& path);

    std::vector<std::string> take() { return std::exchange(sentences_, {}); }

  private:
    std::vector<std::string> sentences_;
};

} // namespace jaipur::client::files
