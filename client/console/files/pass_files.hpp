// Passes in files that only the user can read, one file per server. All programs of the user share
// them. A pass that can't be kept lasts as long as the program.
#pragma once

#include "client/console/files/complaints.hpp"
#include "client/console/files/descriptor.hpp"
#include "client/console/session/passes.hpp"

#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace jaipur::client::files {

class PassFiles final : public session::Passes {
  public:
    explicit PassFiles(std::filesystem::path directory);

    // ${XDG_STATE_HOME:-~/.local/state}/jaipur/passes; empty if there is no home.
    static std::filesystem::path default_directory();

    session::Pass load(const std::string& server) override;
    session::Pass change(const std::string& server,
                         const std::function<void(session::Pass&)>& how) override;

    std::vector<std::string> complaints() override { return complaints_.take(); }

  private:
    std::filesystem::path path_of(const std::string& server) const;
    std::optional<std::filesystem::path> lock_others_out(Descriptor& lock) const;
    void keep(const session::Pass& pass);
    void remember(const session::Pass& pass, const std::filesystem::path& path);

    std::filesystem::path directory_;
    std::map<std::string, session::Pass> memory_; // by server: what couldn't be kept
    std::set<std::filesystem::path> unreadable_;  // complained of
    Complaints complaints_;
};

} // namespace jaipur::client::files
