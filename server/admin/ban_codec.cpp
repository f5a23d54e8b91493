#include "server/admin/ban_codec.hpp"

#include "server/admin/answer.hpp"

namespace jaipur::server::admin {

namespace json = protocol::json;

std::string encode_bans(const std::vector<core::Ban>& bans) {
    json::Writer w;
    json::write(w, BanList{bans});
    return w.finish();
}

std::optional<std::vector<core::Ban>> decode_bans(std::string_view text) {
    constexpr int depth = 3;
    const auto document = json::parse(text, depth);
    if (!document)
        return std::nullopt;
    json::Decoder decoder(json::Unknown::Ignored);
    BanList list;
    json::read(decoder, document->root(), list);
    return decoder.good() ? std::optional(std::move(list.bans)) : std::nullopt;
}

} // namespace jaipur::server::admin
