#include "server/store/requests.hpp"

#include <ranges>
#include <variant>

namespace jaipur::server::store {

void answer_ranges(const Store::Answer& answer, const std::vector<core::Record>& records,
                   core::Stored result) {
    std::uint64_t first = records.front().number, last = first;
    for (const core::Record& record : records | std::views::drop(1)) {
        if (record.number != last + 1) {
            answer(first, last, result);
            first = record.number;
        }
        last = record.number;
    }
    answer(first, last, result);
}

const std::string* unwritten_replay(const HousekeepingTasks& tasks,
                                    const protocol::MatchId& match) {
    for (const HousekeepingTask& task : tasks | std::views::reverse)
        if (const auto* finished = std::get_if<FinishedMatch>(&task);
            finished != nullptr && finished->match == match)
            return &finished->replay;
    return nullptr;
}

} // namespace jaipur::server::store
