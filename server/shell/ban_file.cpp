#include "server/shell/ban_file.hpp"

#include "server/admin/answer.hpp"
#include "server/log/log.hpp"
#include "server/store/error.hpp"
#include "server/store/files.hpp"

#include <cerrno>
#include <fstream>
#include <iterator>
#include <string>
#include <system_error>

namespace jaipur::server::shell {

namespace fs = std::filesystem;

std::vector<core::Ban> load_bans(const fs::path& file) {
    std::error_code error;
    if (!fs::exists(fs::symlink_status(file, error)))
        return {};
    std::string text;
    if (fs::is_regular_file(file, error)) {
        std::ifstream from(file, std::ios::binary);
        text.assign(std::istreambuf_iterator<char>(from), {});
    }
    if (auto bans = admin::decode_bans(text))
        return std::move(*bans);
    log::error("the list of bans is damaged, so nobody is banned", {{"file", file.string()}});
    fs::rename(file, file.string() + ".damaged", error);
    return {};
}

std::vector<core::Ban> bans_in(const std::string& text) {
    if (auto bans = admin::decode_bans(text))
        return std::move(*bans);
    log::error("the list of bans is damaged, so nobody is banned");
    return {};
}

void save_bans(const fs::path& file, const std::vector<core::Ban>& bans) {
    const store::TemporaryFile fresh(file);
    if (!store::write_all(store::open_for_writing(fresh.path()), admin::encode_bans(bans) + "\n"))
        throw store::StoreError(store::StoreError::Kind::Full,
                                file.string() +
                                    ": can't write: " + std::system_category().message(errno));
    store::sync_file(fresh.path());
    store::move_into_place(fresh.path(), file, store::Existing::Replaced);
}

} // namespace jaipur::server::shell
