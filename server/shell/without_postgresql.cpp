#include "server/shell/cluster_secret.hpp"
#include "server/shell/postgresql.hpp"
#include "server/shell/server.hpp"

namespace jaipur::server::shell {

std::string objection_to_postgresql() {
    return "this server was built without PostgreSQL; docs/cluster.md says how to build one with "
           "it";
}

// Nobody gets here: the objection is an error of the command line.

std::unique_ptr<store::Store> make_postgresql_store(const Serve&, StoreHooks) {
    throw store::StoreError(store::StoreError::Kind::CantOpen, objection_to_postgresql());
}

void read_cluster_secret(std::optional<Serve::Database>&) {}

std::unique_ptr<Cluster> Server::cluster(const Serve&) {
    return nullptr;
}

std::unique_ptr<relay::Relays> Server::relays(const Serve&) {
    return nullptr;
}

store::Findings back_up_database(const Serve::Database&, const std::filesystem::path&) {
    throw store::StoreError(store::StoreError::Kind::CantOpen, objection_to_postgresql());
}

void restore_database(const Serve::Database&, const std::filesystem::path&, bool) {
    throw store::StoreError(store::StoreError::Kind::CantOpen, objection_to_postgresql());
}

} // namespace jaipur::server::shell
