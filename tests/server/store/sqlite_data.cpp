// The contract's tests with SQLite.
#include "tests/server/store/contract.hpp"
#include "tests/server/store/kept.hpp"

#include <string>

namespace jaipur::server::store::test {

namespace {

class SqliteData final : public Data {
  public:
    std::unique_ptr<Store> open(Ear& ear, const Settings& settings) override {
        auto all = settings_for(directory_.path());
        all.retain = settings.retain;
        all.running = settings.running;
        return std::make_unique<SqliteStore>(std::move(all), ear.answer(), ear.failed());
    }

    std::size_t replays() override {
        return std::stoul(
            rows(database_in(directory_.path()), "SELECT count(*) FROM replays").front());
    }

  private:
    TemporaryDirectory directory_;
};

} // namespace

std::unique_ptr<Data> new_data() {
    return std::make_unique<SqliteData>();
}

} // namespace jaipur::server::store::test
