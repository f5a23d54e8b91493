#include "server/shell/options.hpp"

#include "server/shell/admin_options.hpp"
#include "server/shell/cluster_secret.hpp"
#include "server/shell/limit_options.hpp"
#include "server/shell/postgresql.hpp"
#include "server/shell/private_options.hpp"
#include "server/shell/serve_options.hpp"
#include "server/shell/store_options.hpp"
#include "server/shell/tls_options.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <sstream>
#include <stdexcept>
#include <string_view>
#include <utility>

namespace jaipur::server::shell {

namespace {

constexpr std::string_view places =
    "Each of these options can also be a line of the configuration file (retain = 90), or\n"
    "a variable (JAIPUR_RETAIN=90). The command line beats the variable, which beats the file.\n\n";

constexpr std::string_view exit_codes =
    "Exit codes: 0 stopped on request, 64 invalid command line or configuration,\n"
    "65 not a Jaipur database, or damaged, 66 can't use the TLS certificate,\n"
    "69 can't listen on the address, 70 internal error, 73 can't use the data directory, the\n"
    "database or a file, 74 disk I/O error, or disk full at startup, 75 the database of --store\n"
    "is out of reach, or another server has taken over, 78 database written by a newer server.\n"
    "`healthcheck`: 0 the server is healthy, 1 it is not.";

// "--data=", as scripts write it if a variable is empty.
bool lacks_value(std::string_view argument) {
    return argument.starts_with("--") && argument.find('=') == argument.size() - 1;
}

// The command line: reads it once.
class Parser {
  public:
    Parser();
    Parser(const Parser&) = delete;
    Parser& operator=(const Parser&) = delete;

    // Whether options may lack others they need, or exclude each other: others may come from
    // another place.
    enum class Conflicts : bool { Refused, Ignored };

    // What to do instead, if there is anything.
    std::optional<ExitWith> parse(const std::vector<std::string>& arguments, Conflicts conflicts);
    // After the last `parse`, the only one that isn't a trial. Also what this server can't do.
    std::optional<ExitWith> read_files();
    Options result() const;

    CLI::App app{"Server for Jaipur online."};
    std::string configuration; // file
    bool print_configuration = false, check_configuration = false;

  private:
    void add_configuration_options();
    void add_commands();
    void add_configuration(CLI::App& command);
    template <class Command>
    CLI::App* add_file_command(const std::string& name, Command& command, const std::string& what,
                               const std::string& file);

    Serve serve_;
    std::optional<Endpoint> connect_;
    Backup backup_;
    Restore restore_;
    Check check_;
    Salvage salvage_;
    Admin admin_;
    bool with_tls_ = false; // healthcheck
    CLI::App *healthcheck_ = nullptr, *backs_up_ = nullptr, *restores_ = nullptr,
             *checks_ = nullptr, *salvages_ = nullptr, *administers_ = nullptr;
};

Parser::Parser() {
    app.name("jaipur-server");
    app.set_version_flag("--version", std::string("jaipur-server ") + JAIPUR_VERSION);
    add_configuration_options();
    add_serve_options(app, serve_);
    add_store_options(app, serve_);
    add_network_options(app, serve_);
    add_tls_options(app, serve_);
    add_private_options(app, serve_);
    add_push_options(app, serve_);
    add_limit_options(app, serve_.limits);
    add_commands();
    app.require_subcommand(0, 1); // in `check backup`, `backup` is a file
    app.footer(
        std::string(places).append(exit_codes)); // after the commands, which would inherit it
}

void Parser::add_configuration(CLI::App& command) {
    command.add_option("--config", configuration, "configuration file")
        ->check(objection_to_path)
        ->type_name("FILE")
        ->configurable(false);
}

void Parser::add_configuration_options() {
    add_configuration(app);
    app.add_flag("--print-config", print_configuration,
                 "print all settings in the format of the configuration file, and where each comes "
                 "from, and exit")
        ->configurable(false);
    app.add_flag("--check-config", check_configuration,
                 "check the configuration file, the environment and the command line, and exit")
        ->configurable(false);
}

template <class Command>
CLI::App* Parser::add_file_command(const std::string& name, Command& command,
                                   const std::string& what, const std::string& file) {
    auto* const added = app.add_subcommand(name, what);
    added->add_option("FILE", command.file, file)->required()->check(objection_to_path);
    add_data(*added, command.data);
    add_configuration(*added);
    return added;
}

void Parser::add_commands() {
    healthcheck_ =
        app.add_subcommand("healthcheck", "check whether a server on this machine is healthy");
    add_endpoint(*healthcheck_, "--connect",
                 "address that the server listens on, instead of the configured one",
                 [this](const Endpoint& endpoint) { connect_ = endpoint; })
        ->default_str(to_string(serve_.listen));
    healthcheck_->add_flag("--tls", with_tls_,
                           "the server speaks TLS, as if --tls-cert were configured; its "
                           "certificate isn't verified");
    add_configuration(*healthcheck_);
    backs_up_ = add_file_command("backup", backup_,
                                 "copy the database to a file; safe while a server is running",
                                 "file to write, or - for standard output; must not exist yet. "
                                 "Never left incomplete");
    restores_ = add_file_command("restore", restore_, "restore a backup into a data directory",
                                 "file to restore, or - for standard input; it is verified first");
    for (const auto& [command, store] :
         {std::pair{backs_up_, &backup_.store}, std::pair{restores_, &restore_.store}})
        add_store(*command, *store)->excludes(command->get_option("--data"));
    restores_->add_flag("--replace", restore_.replace,
                        "if there is a database, move it to a directory jaipur.replaced-N next to "
                        "it first; otherwise restore refuses");
    checks_ = app.add_subcommand(
        "check", "look for damage in the data directory, or in a backup; changes nothing");
    checks_->add_option("FILE", check_.file,
                        "database or backup to check instead of the data directory");
    add_data(*checks_, check_.data);
    add_configuration(*checks_);
    salvages_ =
        add_file_command("salvage", salvage_, "copy everything intact to a file for `restore`",
                         "file to write; must not exist yet");
    salvages_
        ->add_option("--from", salvage_.from,
                     "damaged database or backup, instead of the data directory")
        ->check(objection_to_path)
        ->type_name("FILE");
    administers_ = add_admin_command(app, admin_);
    add_configuration(*administers_);
}

std::optional<ExitWith> Parser::parse(const std::vector<std::string>& arguments,
                                      Conflicts conflicts) {
    std::vector<const char*> pointers{"jaipur-server"};
    for (const std::string& argument : arguments) {
        if (lacks_value(argument)) // CLI11 would take the next argument for it
            return ExitWith{exit_code::usage, argument + ": expected a value\n"};
        pointers.push_back(argument.c_str());
    }
    try {
        app.parse(static_cast<int>(pointers.size()), pointers.data());
    } catch (const CLI::ParseError& stopped) {
        const auto code = static_cast<CLI::ExitCodes>(stopped.get_exit_code());
        if (conflicts == Conflicts::Ignored &&
            (code == CLI::ExitCodes::RequiresError || code == CLI::ExitCodes::ExcludesError))
            return std::nullopt;
        if (code == CLI::ExitCodes::RequiredError)
            if (const auto lacking = objection_to_admin_command(*administers_); !lacking.empty())
                return ExitWith{exit_code::usage, lacking};
        std::ostringstream out, error;
        const bool asked = app.exit(stopped, out, error) == 0;
        return ExitWith{asked ? 0 : exit_code::usage, out.str() + error.str()};
    }
    return std::nullopt;
}

std::optional<ExitWith> Parser::read_files() {
    const bool stores = serve_.store || backup_.store || restore_.store;
    if (const auto objection = objection_to_postgresql(); stores && !objection.empty())
        return ExitWith{exit_code::usage, "--store: " + objection + "\n"};
    if (!app.get_subcommands().empty())
        return std::nullopt;
    try {
        read_cluster_secret(serve_.store);
    } catch (const std::runtime_error& error) {
        return ExitWith{exit_code::usage, std::string("--cluster-secret: ") + error.what() + "\n"};
    }
    if (const auto objection = objection_to_threads(serve_); serve_.threads > 1 && objection)
        return ExitWith{exit_code::usage, std::string(*objection) + "\n"};
    if (!serve_.password_file)
        return std::nullopt;
    try {
        serve_.password = read_server_password(*serve_.password_file);
    } catch (const std::runtime_error& error) {
        return ExitWith{exit_code::usage,
                        std::string("--server-password-file: ") + error.what() + "\n"};
    }
    return std::nullopt;
}

// PostgreSQL has tools for that.
ExitWith only_for_directories(const std::string& command) {
    return {exit_code::usage, command + " works on files and data directories, not on --store: "
                                        "name one, or use PostgreSQL's pg_amcheck\n"};
}

// --data may also come before the command, or from another place.
Options Parser::result() const {
    const auto data = [&](const auto& command) {
        return command.data ? command.data : serve_.data;
    };
    const auto store = [&](const auto& command) {
        const auto found = command.store ? command.store : serve_.store;
        return command.data ? std::nullopt : found;
    };
    const bool in_database = serve_.store.has_value();
    if (healthcheck_->parsed())
        return HealthCheck{connect_ ? *connect_ : reached_locally(serve_.listen),
                           with_tls_ || serve_.tls};
    if (backs_up_->parsed())
        return Backup{backup_.file, data(backup_), store(backup_)};
    if (restores_->parsed())
        return Restore{restore_.file, data(restore_), store(restore_), restore_.replace};
    if (checks_->parsed() && in_database && !check_.file && !check_.data)
        return only_for_directories("check");
    if (salvages_->parsed() && in_database && !salvage_.from && !salvage_.data)
        return only_for_directories("salvage");
    if (checks_->parsed())
        return Check{check_.file, data(check_)};
    if (salvages_->parsed())
        return Salvage{salvage_.file, salvage_.from, data(salvage_)};
    if (administers_->parsed())
        return Admin{data(admin_), admin_.socket ? admin_.socket : serve_.admin_socket, admin_.json,
                     admin_.command};
    return serve_;
}

std::string in_lines(const std::vector<std::string>& lines, std::string_view before = "") {
    std::string text;
    for (const std::string& line : lines)
        text.append(before).append(line).append("\n");
    return text;
}

} // namespace

std::optional<std::string_view> objection_to_threads(const Serve& serve) {
    if (serve.store || serve.password_file || serve.privacy != core::Privacy{})
        return "--threads: more than one works neither with --store nor on a private server";
    return std::nullopt;
}

Parsed parse_options(int argc, const char* const* argv, const Environment& environment) {
    const std::vector<std::string> command_line(argv + std::min(argc, 1), argv + argc);
    Parser asked;
    if (auto stopped = asked.parse(command_line, Parser::Conflicts::Ignored))
        return {std::move(*stopped), {}, {}};
    Parser scratch;
    Places given(asked.app, scratch.app);
    const auto variable = environment.find(variable_of("config"));
    if (!asked.configuration.empty())
        given.add_file(asked.configuration);
    else if (variable != environment.end() && !variable->second.empty())
        given.add_file(variable->second);
    given.add_environment(environment);
    if (!given.errors().empty())
        return {ExitWith{exit_code::usage, in_lines(given.errors())}, {}, {}};

    Parser whole;
    auto arguments = given.arguments();
    arguments.insert(arguments.end(), command_line.begin(), command_line.end());
    auto stopped = whole.parse(arguments, Parser::Conflicts::Refused);
    if (!stopped)
        stopped = whole.read_files();
    if (stopped) {
        stopped->text += given.origins(stopped->text);
        return {std::move(*stopped), {}, {}};
    }
    Parsed parsed{whole.result(), given.settings(whole.app), given.warnings()};
    if (whole.print_configuration)
        parsed.options = ExitWith{0, in_lines(given.warnings(), "# ") + to_text(parsed.settings)};
    else if (whole.check_configuration)
        parsed.options = ExitWith{0, in_lines(given.warnings()) + "the configuration is valid\n"};
    return parsed;
}

} // namespace jaipur::server::shell
