// The store's contract, with PostgreSQL.
#include "tests/server/postgresql/postgres.hpp"
#include "tests/server/store/contract.hpp"

#include <memory>
#include <string>

namespace jaipur::server::store::test {

namespace {

class PostgresqlData final : public Data {
  public:
    std::unique_ptr<Store> open(Ear& ear, const Settings& settings) override {
        auto all = postgresql::test::settings_for(database_);
        all.retain = settings.retain;
        all.running = settings.running;
        return std::make_unique<postgresql::PostgresqlStore>(std::move(all), ear.answer(),
                                                             ear.failed(), ear.failed());
    }

    std::size_t replays() override {
        return std::stoul(database_.sql("select count(*) from replay").front());
    }

  private:
    postgresql::test::TestDatabase database_;
};

} // namespace

std::unique_ptr<Data> new_data() {
    return std::make_unique<PostgresqlData>();
}

} // namespace jaipur::server::store::test
