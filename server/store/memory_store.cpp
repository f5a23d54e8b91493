#include "server/store/memory_store.hpp"

namespace jaipur::server {

void MemoryStore::append(std::vector<Record> records) {
    for (const Record& record : records)
        answer_(record.number, Stored::Durable);
}

} // namespace jaipur::server
