#include "client/console/replay/source.hpp"

#include "client/console/address.hpp"
#include "client/console/files/replay_file.hpp"
#include "client/console/network/fetch.hpp"
#include "client/console/replay/replay_player.hpp"
#include "client/console/safe_text.hpp"
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
        return {in_place_error, whose + " can't be used: " + replay.error() + "."};
    return std::move(*replay);
}

Source replay_of_server(const std::string& address, const protocol::MatchId& match,
                        const std::optional<std::string>& save) {
    const std::string id = protocol::hex(match);
    const std::string server = "The server " + safe(address);
    const network::Fetched fetched = network::fetch(*parse_address(address), "/replays/" + id,
                                                    protocol::max_replay, fetch_within);
    if (fetched.status == 0)
        return {in_place_error, server + " didn't send the replay: " + safe(fetched.wrong) + "."};
    if (fetched.status == 404)
        return {in_place_error, server + " has no finished match " + id + "."};
    if (fetched.status != 200)
        return {in_place_error, server + " answered HTTP " + std::to_string(fetched.status) + "."};
    auto replay = decoded(fetched.body, "What the server sent");
    if (!replay || !save)
        return replay;
    if (const std::string wrong = files::write_new_file(*save, fetched.body); !wrong.empty())
        return {in_place_error, in_quotes(*save) + " can't be written: " + wrong + "."};
    return replay;
}

} // namespace

Source replay_of_file(const std::string& path) {
    const auto text = files::read_replay_file(path);
    if (!text)
        return {in_place_error, in_quotes(path) + " can't be read: " + text.error() + "."};
    return decoded(*text, in_quotes(path));
}

Source replay_of(const ReplayRequest& request, const std::string& server) {
    const std::string& source = request.source;
    if (files::file_exists(source)) {
        if (request.save)
            return {in_place_error,
                    in_quotes(source) + " is already a file; --save is for replays from a server."};
        return replay_of_file(source);
    }
    const auto match = protocol::from_hex<sizeof(protocol::MatchId)>(source);
    if (!match)
        return {in_place_error, "There is no file " + in_quotes(source) +
                                    ", and a match ID has 32 digits (0-9 and a-f)."};
    return replay_of_server(server, *match, request.save);
}

int verify_file(const std::string& path, const std::function<void(std::string_view)>& say,
                const std::function<void(std::string_view)>& complain) {
    const auto found = replay_of_file(path);
    if (!found) {
        complain(found.error());
        return 2;
    }
    const ReplayPlayer replay(*found);
    const words::PlayerNames& names = replay.names();
    say("Match " + replay.match_id() + ", room " + replay.room() + ": seat 0 is " +
        names.of[Seat::Zero] + ", seat 1 is " + names.of[Seat::One] + ".");
    for (const std::string& line : check_in_words(replay))
        say(line);
    return replay.verification().is_consistent() ? 0 : 1;
}

} // namespace jaipur::client::replay
