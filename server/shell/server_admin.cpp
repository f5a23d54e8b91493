// The server and its operator: what a command does, and a line in the logs about each.
#include "common/overloaded.hpp"
#include "server/log/log.hpp"
#include "server/shell/backup_process.hpp"
#include "server/shell/ban_file.hpp"
#include "server/shell/limit_options.hpp"
#include "server/shell/server_threads.hpp"
#include "server/shell/storage.hpp"
#include "server/store/error.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <iterator>
#include <typeinfo>
#include <utility>
#include <variant>

namespace jaipur::server::shell {

namespace asio = boost::asio;
namespace fs = std::filesystem;
using admin::Answer;
using admin::Done;
using admin::Failed;
using admin::Failure;

namespace {

std::string timestamp() {
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    gmtime_r(&now, &parts);
    std::array<char, 32> text{};
    return {text.data(), std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts)};
}

std::string_view result_of(const Answer& answer) {
    const auto* failed = std::get_if<Failed>(&answer);
    return failed ? name(failed->failure) : "ok";
}

double machine_load() {
    double load = 0;
    return ::getloadavg(&load, 1) == 1 ? load : 0;
}

} // namespace

// Without a socket that nobody asked for, the server runs as well: not every file system has
// sockets.
void Server::begin_administration(const Serve& options) {
    if (!options.in_memory && !options.store)
        data_directory_ = data_directory(options.data);
    if (data_directory_) {
        audit_log_.emplace(*data_directory_ / "admin.log");
        use_bans(core::Bans(load_bans(*data_directory_ / bans_name)));
    }
    const bool default_place = !options.admin_socket;
    if (default_place && !data_directory_)
        return;
    const fs::path path =
        default_place ? *data_directory_ / admin_socket_name : *options.admin_socket;
    if (path == "none")
        return;
    try {
        admin_.emplace(context_, path, [this](admin::Peer peer, std::string line) {
            return administer(peer, std::move(line));
        });
        log::info("admin socket", {{"path", path.string()}});
    } catch (const std::runtime_error& error) {
        if (!default_place)
            throw AdminSocketError(error.what());
        log::warning("no admin socket", {{"reason", error.what()}});
    }
}

asio::awaitable<std::string> Server::administer(admin::Peer peer, std::string line) {
    Answer answer = Failed{Failure::BadRequest, "not a command of this server"};
    const auto request = admin::decode(line);
    if (request) {
        auto made = co_await carry_out_command(request->command);
        answer = std::move(made);
    }
    const std::string command = request ? admin::encode({request->command}) : "";
    const log::Field user{"uid", std::int64_t{peer.user}},
        process{"pid", std::int64_t{peer.process}}, what{"command", command},
        result{"result", result_of(answer)};
    const auto tell = [&](auto... id) {
        log::info("admin", {user, process, what, result, id...});
        if (audit_log_)
            audit_log_->append(
                "{" +
                log::line("admin", {{"time", timestamp()}, user, process, what, result, id...}) +
                "}");
    };
    if (const auto* invited = std::get_if<admin::Invited>(&answer)) // the one to revoke
        tell(log::Field{"id", static_cast<std::int64_t>(invited->id)});
    else
        tell();
    const bool for_people = request && request->text;
    co_return admin::encode(answer, now(), for_people ? admin::With::Text : admin::With::Data);
}

asio::awaitable<Answer> Server::carry_out_command(admin::Command command) {
    if (const auto* backup = std::get_if<admin::MakeBackup>(&command)) {
        auto answer = co_await back_up(*backup);
        co_return answer;
    }
    if (const auto* end = std::get_if<admin::EndMatch>(&command)) {
        auto answer = co_await end_match(*end);
        co_return answer;
    }
    if (const auto* invitation = std::get_if<admin::Invite>(&command)) {
        auto answer = co_await invite(*invitation);
        co_return answer;
    }
    if (const auto* revocation = std::get_if<admin::Revoke>(&command)) {
        auto answer = co_await revoke(*revocation);
        co_return answer;
    }
    Answer answer;
    try {
        const Overloaded each{
            [](const OneOf<admin::MakeBackup, admin::EndMatch, admin::Invite,
                           admin::Revoke> auto&) { return Answer(); }, // above
            [&](const auto& what) { return do_command(what); },
        };
        answer = std::visit(each, command);
    } catch (const store::StoreError& error) {
        answer = Failed{Failure::NotPossible, error.what()};
    } catch (const std::exception& error) {
        log::error("an admin command failed", {{"type", typeid(error).name()}});
        answer = Failed{Failure::NotPossible, "internal error"};
    }
    if (std::exchange(bans_due_, false)) {
        const bool stored = co_await store_bans();
        if (!stored)
            answer = Failed{Failure::NotPossible,
                            "done, but not stored: a restart undoes it. Repeat it when the "
                            "database is back"};
    }
    co_return answer;
}

Answer Server::do_command(const admin::ShowStatus&) {
    admin::Status status;
    status.version = JAIPUR_VERSION;
    status.uptime = (now() - clock_.start()) / std::chrono::seconds(1);
    status.addresses.push_back(to_string(endpoint_));
    std::uint64_t records = 0;
    everywhere([&](const Server& server) {
        status.lobby += server.lobby_.figures();
        records += server.records_due_;
    });
    status.restarting = draining_;
    status.waits_for = status.restarting ? matches_to_wait_for() : 0;
    if (const auto& announcement = lobby_.announcement())
        status.announcement = announcement->text;
    status.bans = bans_.all(now()).size();
    status.store_queue = static_cast<std::int64_t>(records);
    status.load = machine_load();
    const ProcessFigures process = process_figures();
    status.memory = static_cast<std::int64_t>(process.resident_bytes);
    status.descriptors = static_cast<std::int64_t>(process.descriptors);
    return status;
}

Answer Server::do_command(const admin::ListRooms&) {
    admin::RoomList list;
    everywhere([&](const Server& server) {
        std::ranges::move(server.lobby_.overview(), std::back_inserter(list.rooms));
    });
    std::ranges::sort(list.rooms, {}, &core::RoomOverview::room);
    return list;
}

Answer Server::do_command(const admin::SetLogLevel& command) {
    const auto level = log::level_named(command.level);
    if (!level)
        return Failed{Failure::NotPossible,
                      "no such level: debug, info, warning, error and off exist"};
    log::set_level(*level);
    return Done{"the server logs from level " + command.level +
                " on, until it restarts or gets SIGHUP"};
}

Answer Server::do_command(const admin::ShowLimits&) {
    return admin::LimitList{limit_texts(core::changed_limits(whole_limits_, limits_))};
}

asio::awaitable<Answer> Server::back_up(admin::MakeBackup command) {
    if (!data_directory_ && !database_)
        co_return Failed{Failure::NotPossible, "this server stores nothing"};
    const fs::path file = command.file;
    if (!file.is_absolute())
        co_return Failed{Failure::NotPossible, "the file needs an absolute path"};
    if (std::exchange(backing_up_, true))
        co_return Failed{Failure::Busy, "another backup is running"};
    auto result = co_await run_backup(data_directory_, database_, file);
    backing_up_ = false;
    while (result.output.ends_with('\n'))
        result.output.pop_back();
    constexpr std::string_view prefix = "jaipur-server: ";
    if (result.output.starts_with(prefix))
        result.output.erase(0, prefix.size());
    if (result.exit_code == EXIT_SUCCESS)
        co_return Done{result.output};
    co_return Failed{Failure::NotPossible, result.output};
}

} // namespace jaipur::server::shell
