#include "client/console/app/games.hpp"

#include "client/console/address.hpp"
#include "client/console/app/environment.hpp"
#include "client/console/app/output.hpp"
#include "client/console/files/pass_files.hpp"
#include "client/console/files/seat_files.hpp"
#include "client/console/network/ask.hpp"
#include "client/console/safe_text.hpp"
#include "client/console/session/admission.hpp"
#include "client/console/translation.hpp"
#include "client/console/words/games.hpp"
#include "client/console/words/words.hpp"
#include "protocol/limits.hpp"
#include "protocol/text.hpp"

#include <boost/system/result.hpp>

#include <algorithm>
#include <chrono>
#include <map>
#include <utility>

namespace jaipur::client::app {

namespace {

using session::SeatRecord;

// Several servers wait for each other before they answer.
constexpr std::chrono::seconds answer_within{10};

std::int64_t unix_ms() {
    using namespace std::chrono;
    return duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count();
}

// The command with which the user goes on, as a script that starts this program may set it.
std::string to_play(const std::string& server) {
    const std::string play = safe(variable("JAIPUR_PLAY"), 200);
    return (play.empty() ? "jaipur-client --server " : play + " ") + safe(server) + " resume CODE";
}

class GamesList {
  public:
    explicit GamesList(const Options& options)
        : options_(options), files_(files::SeatFiles::default_directory(session::SeatUser::Person)),
          passes_(files::PassFiles::default_directory()), say_(line_writer(options)) {}

    int show() {
        const int entered = options_.invitation ? get_in(*options_.invitation) : 0;
        const auto chosen = parse_address(*options_.games);
        std::map<std::string, std::vector<SeatRecord>> seats; // by server
        for (const SeatRecord& record : files_.all())
            if (options_.games->empty() || parse_address(record.server) == chosen)
                seats[record.server].push_back(record);
        for (const std::string& complaint : files_.complaints())
            say_(safe(complaint));
        if (seats.empty())
            say_(options_.games->empty() ? _("You have no seat in any match.")
                                         : _("You have no seat on {0}.", safe(*options_.games)));
        bool all_answered = true;
        for (const auto& [server, records] : seats)
            all_answered = show(server, records) && all_answered;
        return entered != 0 ? entered : all_answered ? 0 : 1;
    }

  private:
    // The server knows people by their seats, so the list needs no pass: only a link gives one.
    // Returns the exit code.
    int get_in(const protocol::Secret& invitation) {
        session::Admission admission(options_.server, passes_, draw_entropy);
        const protocol::Enter enter = admission.get_in(invitation);
        const auto ok = network::ask(options_.address, enter, answer_within, options_.ca);
        const bool is_refused = !ok && ok.error().code;
        if (ok)
            admission.accepted(enter);
        else if (is_refused)
            admission.refused(enter, *ok.error().code);
        for (const std::string& complaint : passes_.complaints())
            say_(safe(complaint));
        say_(ok ? words::is_in()
             : is_refused
                 ? words::error(*ok.error().code, words::Purpose::Entering)
                 : _("Can't reach {0}: {1}.", safe(options_.server), safe(ok.error().why)));
        return ok ? 0 : is_refused ? exit_outside : 1;
    }

    bool show(const std::string& server, const std::vector<SeatRecord>& records) {
        say_(_("On {0}:", safe(server)));
        const auto games = games_of(server, records);
        if (!games) {
            say_cant_ask(records.size(), safe(games.error()));
            return false;
        }
        std::vector<protocol::Game> there;
        std::size_t unknown = 0;
        for (std::size_t i = 0; i < records.size(); ++i)
            if (const auto& game = games->all[i])
                there.push_back(words::made_safe(*game));
            else if (games->may_lack[i])
                ++unknown;
            else
                forget(records[i]);
        words::sort_by_urgency(there);
        for (const protocol::Game& game : there)
            say_(words::game(game, unix_ms()));
        if (!there.empty())
            say_(_("To continue one, run:") + " " + to_play(server));
        if (unknown > 0)
            say_cant_ask(unknown, _("out of reach at the moment"));
        return unknown == 0;
    }

    void say_cant_ask(std::size_t seats, const std::string& why) const {
        say_(n_("Can't ask about {0} seat: {1}.", "Can't ask about {0} seats: {1}.", seats, why));
    }

    struct Games {
        std::vector<std::optional<protocol::Game>> all;
        std::vector<bool> may_lack; // where there is none: it may not be gone
    };

    Result<Games, std::string> games_of(const std::string& server,
                                        const std::vector<SeatRecord>& records) const {
        using boost::system::in_place_error;
        constexpr auto at_once = static_cast<std::size_t>(protocol::seats_bounds.max);
        const auto address = parse_address(server);
        if (!address)
            return {in_place_error, _("that isn't an address")};
        Games games;
        while (games.all.size() < records.size()) {
            protocol::ListGames request;
            const std::size_t end = std::min(records.size(), games.all.size() + at_once);
            for (std::size_t i = games.all.size(); i < end; ++i)
                request.seats.push_back({protocol::room_code(records[i].room), records[i].token});
            const auto ok = network::ask(*address, request, answer_within, options_.ca);
            if (!ok && ok.error().code != protocol::ErrorCode::ShuttingDown)
                return {in_place_error, ok.error().why};
            std::vector<std::optional<protocol::Game>> told;
            if (!ok)
                told = ok.error().games;
            else if (const auto* list = std::get_if<protocol::GameList>(&ok->adds))
                told = list->games;
            if (!ok && told.empty()) // it tells of none
                told.resize(request.seats.size());
            if (told.size() != request.seats.size())
                return {in_place_error, _("its answer makes no sense")};
            games.all.insert(games.all.end(), told.begin(), told.end());
            games.may_lack.resize(games.all.size(), !ok);
        }
        return games;
    }

    void forget(const SeatRecord& record) {
        files_.forget(record);
        say_(record.room.empty() ? _("The seat that you asked for is gone.")
                                 : _("Your seat in room {0} is gone.", safe(record.room)));
    }

    const Options& options_;
    files::SeatFiles files_;
    files::PassFiles passes_;
    std::function<void(std::string_view)> say_;
};

} // namespace

int show_games(const Options& options) {
    return GamesList(options).show();
}

} // namespace jaipur::client::app
