#include "server/store/acknowledged.hpp"

#include "server/store/checksum.hpp"
#include "server/store/error.hpp"

#include <cerrno>
#include <fcntl.h>
#include <system_error>
#include <unistd.h>

namespace jaipur::server::store {

namespace {

namespace fs = std::filesystem;
using Kind = StoreError::Kind;

// The whole file. It never leaves its machine, so its numbers are stored as they are in memory.
struct Content {
    std::int64_t identity = 0;
    std::uint64_t number = 0;
    std::int64_t checksum = 0;

    std::int64_t due() const {
        return Checksum('A').add(identity).add(static_cast<std::int64_t>(number)).value();
    }
};

fs::path file_for(const fs::path& database) {
    return database.string() + acknowledged_ending;
}

[[noreturn]] void give_up(Kind kind, const fs::path& file, const char* what) {
    throw StoreError(kind,
                     file.string() + ": " + what + ": " + std::system_category().message(errno));
}

int opened(const fs::path& file) {
    try {
        make_private_file(file);
    } catch (const StoreError& error) {
        if (error.kind() != Kind::Full)
            throw;
        return -1;
    }
    const int number = ::open(file.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW);
    if (number < 0)
        give_up(Kind::CantOpen, file, "can't open");
    return number;
}

// 0: it is damaged, or another database's.
std::uint64_t number_in(const Descriptor& file, std::int64_t identity) {
    Content content;
    const bool whole = ::pread(file.number(), &content, sizeof content, 0) == sizeof content;
    const bool ours = whole && content.checksum == content.due() && content.identity == identity;
    return ours ? content.number : 0;
}

} // namespace

Acknowledged::Acknowledged(const fs::path& database, std::int64_t identity)
    : file_(file_for(database)), identity_(identity), opened_(opened(file_)),
      number_(number_in(opened_, identity)) {
    if (number_ == 0)
        write(0);
}

void Acknowledged::raise(std::uint64_t number) {
    if (number <= number_)
        return;
    write(number);
    number_ = number;
}

// In place and at once: a process that ends leaves the old number or the new one.
void Acknowledged::write(std::uint64_t number) {
    Content content{identity_, number, 0};
    content.checksum = content.due();
    const bool written =
        !opened_ || ::pwrite(opened_.number(), &content, sizeof content, 0) == sizeof content;
    if (!written && errno != ENOSPC && errno != EDQUOT)
        give_up(Kind::Io, file_, "can't write");
}

std::uint64_t acknowledged_number(const fs::path& database, std::int64_t identity) {
    const Descriptor file(::open(file_for(database).c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    return file ? number_in(file, identity) : 0;
}

} // namespace jaipur::server::store
