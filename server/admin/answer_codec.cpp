// Answers as JSON, for scripts.
#include "server/admin/answer.hpp"
#include "server/admin/ban_codec.hpp"

namespace jaipur::protocol::json {

namespace admin = server::admin;
namespace core = server::core;

// Hundredths.
struct Decimal {
    static void write(Writer& w, double value) {
        const auto hundredths = static_cast<std::int64_t>(value * 100 + 0.5);
        std::string text = std::to_string(hundredths / 100) + ".";
        text += static_cast<char>('0' + hundredths / 10 % 10);
        text += static_cast<char>('0' + hundredths % 10);
        w.plain(text);
    }
};

template <>
constexpr std::tuple members<core::PlayerOverview>{
    field("name", &core::PlayerOverview::name),
    field("connected", &core::PlayerOverview::connected), field("bot", &core::PlayerOverview::bot)};
template <>
constexpr std::tuple members<core::RoomOverview>{
    field("room", &core::RoomOverview::room),
    field("public", &core::RoomOverview::is_public),
    field("over_days", &core::RoomOverview::over_days),
    field("phase", &core::RoomOverview::phase),
    field("round", &core::RoomOverview::round),
    field("since", &core::RoomOverview::since, UnixTime{}),
    field("players", &core::RoomOverview::players),
    field("spectators", &core::RoomOverview::spectators)};
template <>
constexpr std::tuple members<core::LobbyFigures>{
    field("connections", &core::LobbyFigures::connections),
    field("players", &core::LobbyFigures::players),
    field("spectators", &core::LobbyFigures::spectators),
    field("bots", &core::LobbyFigures::bots),
    field("waiting", &core::LobbyFigures::waiting),
    field("playing", &core::LobbyFigures::playing),
    field("finished", &core::LobbyFigures::finished),
    field("over_days", &core::LobbyFigures::over_days)};

// Its fields belong to the status.
struct Figures {
    static void write(Writer& w, const admin::Status& status) { write_members(w, status.lobby); }
};

template <>
constexpr std::tuple members<admin::Status>{field("version", &admin::Status::version),
                                            field("uptime", &admin::Status::uptime),
                                            field("addresses", &admin::Status::addresses),
                                            Figures{},
                                            field("restarting", &admin::Status::restarting),
                                            field("waits_for", &admin::Status::waits_for),
                                            field("announcement", &admin::Status::announcement),
                                            field("bans", &admin::Status::bans),
                                            field("store_queue", &admin::Status::store_queue),
                                            field("load", &admin::Status::load, Decimal{}),
                                            field("memory", &admin::Status::memory),
                                            field("descriptors", &admin::Status::descriptors)};
template <>
constexpr std::tuple members<admin::RoomList>{field("rooms", &admin::RoomList::rooms)};

struct ByName {
    static void write(Writer& w, const std::vector<std::pair<std::string, std::string>>& limits) {
        w.object([&] {
            for (const auto& [name, value] : limits)
                w.field(name, std::string_view(value));
        });
    }
};

template <>
constexpr std::tuple members<admin::LimitList>{
    field("limits", &admin::LimitList::limits, ByName{})};
template <>
constexpr std::tuple members<admin::Invited>{
    field("id", &admin::Invited::id), field("link", &admin::Invited::link),
    field("expires", &admin::Invited::expires, UnixTime{}), field("uses", &admin::Invited::uses)};
template <>
constexpr std::tuple members<admin::Invitation>{
    field("id", &admin::Invitation::id),
    field("note", &admin::Invitation::note),
    field("made", &admin::Invitation::made, UnixTime{}),
    field("expires", &admin::Invitation::expires, UnixTime{}),
    field("uses", &admin::Invitation::uses),
    field("spent", &admin::Invitation::spent),
    field("passes", &admin::Invitation::passes),
    field("revoked", &admin::Invitation::revoked)};
template <>
constexpr std::tuple members<admin::InvitationList>{
    field("invitations", &admin::InvitationList::invitations),
    field("passes_by_password", &admin::InvitationList::passes_by_password)};
template <>
constexpr std::tuple members<admin::Done>{field("message", &admin::Done::what)};
template <>
constexpr std::tuple members<admin::Failed>{field("error", &admin::Failed::failure),
                                            field("message", &admin::Failed::why)};

} // namespace jaipur::protocol::json

namespace jaipur::server::admin {

std::string encode(const Answer& answer, core::Time now, With with) {
    namespace json = protocol::json;
    json::Writer w;
    w.object([&] {
        w.field("ok", !std::holds_alternative<Failed>(answer));
        std::visit([&](const auto& what) { json::write_members(w, what); }, answer);
        if (with == With::Text)
            w.field("text", std::string_view(to_text(answer, now)));
    });
    return w.finish();
}

} // namespace jaipur::server::admin
