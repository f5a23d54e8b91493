#include "server/store/guest_codec.hpp"

#include "server/core/password.hpp"
#include "server/store/stored_values.hpp"

namespace jaipur::protocol::json {

namespace core = server::core;

template <>
constexpr std::tuple members<core::ServerInvitation>{
    type("invitation"),
    field("hash", &core::ServerInvitation::hash),
    field("note", &core::ServerInvitation::note),
    field("made", &core::ServerInvitation::made, UnixMilliseconds{}),
    field("expires", &core::ServerInvitation::expires, UnixMilliseconds{}),
    field("uses", &core::ServerInvitation::uses),
    field("spent", &core::ServerInvitation::spent),
    optional("revoked", &core::ServerInvitation::revoked)};
template <>
constexpr std::tuple members<core::ServerPassword>{
    type("password"), field("hash", &core::ServerPassword::hash),
    field("made", &core::ServerPassword::made, UnixMilliseconds{})};
template <>
constexpr std::tuple members<core::ServerPass>{
    type("pass"), field("hash", &core::ServerPass::hash), field("from", &core::ServerPass::from),
    field("made", &core::ServerPass::made, UnixMilliseconds{})};

} // namespace jaipur::protocol::json

namespace jaipur::server::store {

namespace json = protocol::json;

namespace {

constexpr int deepest_guest = 2; // a password's hash

bool is_sound(const core::ServerInvitation& invitation) {
    return invitation.spent >= 0 && invitation.uses >= invitation.spent;
}

bool is_sound(const core::ServerPassword& password) {
    return password.hash.version == core::password_hash_version;
}

bool is_sound(const core::ServerPass& pass) {
    return pass.from > 0;
}

} // namespace

std::string encode_guest(const core::GuestEntry& entry) {
    json::Writer w;
    w.object([&] { write_alternative(w, "kind", *entry.body); });
    return w.finish();
}

std::optional<core::GuestEntry> decode_guest(std::uint64_t number, std::string_view text) {
    const auto document = json::parse(text, deepest_guest);
    if (!document)
        return std::nullopt;
    json::Decoder decoder(json::Unknown::Refused);
    json::ObjectReader from(decoder, document->root());
    core::GuestEntry entry{number, {}};
    std::string_view kind;
    from.required("kind", kind);
    if (!read_alternative(from, kind, entry.body.emplace()))
        return std::nullopt;
    from.close();
    if (!decoder.good() ||
        !std::visit([](const auto& body) { return is_sound(body); }, *entry.body) ||
        encode_guest(entry) != text)
        return std::nullopt;
    return entry;
}

} // namespace jaipur::server::store
