#include "server/store/requests.hpp"

#include <ranges>
#include <variant>

namespace jaipur::server::store {

void answer_ranges(const Store::Answer& answer, const std::vector<core::Record>& records,
                   const std::function<core::Stored(const core::Record&)>& result_of) {
    std::uint64_t first = records.front().number, last = first;
    core::Stored result = result_of(records.front());
    for (const core::Record& record : records | std::views::drop(1)) {
        const core::Stored next = result_of(record);
        if (record.number != last + 1 || next != result) {
            answer(first, last, result);
            first = record.number;
            result = next;
        }
        last = record.number;
    }
    answer(first, last, result);
}

void answer_ranges(const Store::Answer& answer, const std::vector<core::Record>& records,
                   core::Stored result) {
    answer_ranges(answer, records, [result](const core::Record&) { return result; });
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
