#include "client/console/replay/source.hpp"

#include "client/console/address.hpp"
#include "client/console/files/replay_file.hpp"
#include "client/console/network/fetch.hpp"
#include "client/console/replay/replay_player.hpp"
#include "client/console/safe_text.hpp"
#include "client/console/translation.hpp"
#include "protocol/codec.hpp"

#include <boost/system/result.hpp>

#include <chrono>
#include <utility>

namespace jaipur::client::replay {

namespace {

using boost::system::in_place_error;
using Source = Result<protocol::Replay, std::string>;

constexpr std::chrono::seconds fetch_within{15};

std::string in_quotes(const std::string& name) {
    return "\"" + safe(name) + "\"";
}

Source decoded(const std::string& text, const std::string& whose) {
    auto replay = protocol::decode_replay(text);
    if (!replay)
        return {in_place_error, _("{0} can't be used: {1}.", whose, replay.error())};
    return std::move(*replay);
}

Source replay_of_server(const ServerToAsk& from, const protocol::MatchId& match,
                        const std::optional<std::string>& save) {
    const std::string id = protocol::hex(match);
    const std::string server = safe(from.address);
    const network::Fetched fetched = network::fetch(*parse_address(from.address), "/replays/" + id,
                                                    protocol::max_replay, fetch_within, from.ca);
    if (fetched.status == 0)
        return {in_place_error,
                _("The server {0} didn't send the replay: {1}.", server, safe(fetched.wrong))};
    if (fetched.status == 404)
        return {in_place_error, _("The server {0} has no finished match {1}.", server, id)};
    if (fetched.status != 200)
        return {in_place_error, _("The server {0} answered HTTP {1}.", server, fetched.status)};
    auto replay = decoded(fetched.body, _("What the server sent"));
    if (!replay || !save)
        return replay;
    if (const std::string wrong = files::write_new_file(*save, fetched.body); !wrong.empty())
        return {in_place_error, _("{0} can't be written: {1}.", in_quotes(*save), wrong)};
    return replay;
}

} // namespace

Source replay_of_file(const std::string& path) {
    const auto text = files::read_replay_file(path);
    if (!text)
        return {in_place_error, _("{0} can't be read: {1}.", in_quotes(path), text.error())};
    return decoded(*text, in_quotes(path));
}

Source replay_of(const ReplayRequest& request, const ServerToAsk& server) {
    const std::string& source = request.source;
    if (files::file_exists(source)) {
        if (request.save)
            return {in_place_error, _("{0} is already a file; --save is for replays from a server.",
                                      in_quotes(source))};
        return replay_of_file(source);
    }
    const auto link = parse_replay_link(source);
    const auto match = protocol::from_hex<sizeof(protocol::MatchId)>(link ? link->match : source);
    if (!match)
        return {in_place_error,
                _("There is no file {0}, and a match ID has 32 digits (0-9 and a-f).",
                  in_quotes(source))};
    return replay_of_server(link ? ServerToAsk{link->server, server.ca} : server, *match,
                            request.save);
}

int verify(const std::string& source, const std::string& ca,
           const std::function<void(std::string_view)>& say,
           const std::function<void(std::string_view)>& complain) {
    const bool is_link = !files::file_exists(source) && parse_replay_link(source);
    const auto found = is_link ? replay_of({source, {}}, {{}, ca}) : replay_of_file(source);
    if (!found) {
        complain(found.error());
        return 2;
    }
    const ReplayPlayer replay(*found);
    const words::PlayerNames& names = replay.names();
    say(_("Match {0}, room {1}: seat 0 is {2}, seat 1 is {3}.", replay.match_id(), replay.room(),
          names.of[Seat::Zero], names.of[Seat::One]));
    for (const std::string& line : check_in_words(replay))
        say(line);
    return replay.verification().is_consistent() ? 0 : 1;
}

} // namespace jaipur::client::replay
