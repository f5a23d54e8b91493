#include "bots/trainer/checkpoint.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <stdexcept>
#include <string>
#include <sys/file.h>
#include <unistd.h>
#include <vector>

namespace jaipur::bots::trainer {

namespace {

std::runtime_error failed(const std::filesystem::path& file, const std::string& what) {
    return std::runtime_error(file.string() + ": " + what);
}

std::runtime_error cant_write(const std::filesystem::path& file, int why) {
    return failed(file, std::string("can't write it: ") + std::strerror(why));
}

// Everything in the file, in order. The numbers have the byte order of this machine: no other one
// reads them.
template <class Either, class Each>
void for_all(Either& checkpoint, Each each) {
    each(std::span(&checkpoint.rounds, 1));
    each(std::span(&checkpoint.moments.steps, 1));
    for (auto* weights :
         {&checkpoint.weights, &checkpoint.moments.first, &checkpoint.moments.second})
        for (auto* layer : weights->layers())
            each(std::span(*layer));
}

bool write_all(int file, std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
        const auto written = ::write(file, bytes.data(), bytes.size());
        if (written < 0 && errno != EINTR)
            return false;
        bytes = bytes.subspan(static_cast<std::size_t>(std::max<::ssize_t>(written, 0)));
    }
    return true;
}

} // namespace

void replace(const std::filesystem::path& file, std::span<const std::byte> bytes) {
    std::filesystem::path unfinished = file;
    unfinished += ".unfinished";
    const int out = ::open(unfinished.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    // Otherwise a power cut could leave the new name without the bytes.
    const bool is_replaced = out >= 0 && write_all(out, bytes) && ::fsync(out) == 0 &&
                             ::rename(unfinished.c_str(), file.c_str()) == 0;
    const int why = errno;
    if (out >= 0)
        ::close(out);
    if (is_replaced)
        return;
    ::unlink(unfinished.c_str());
    throw cant_write(file, why);
}

void save(const Checkpoint& checkpoint, const std::filesystem::path& file) {
    std::vector<std::byte> all;
    for_all(checkpoint, [&](auto numbers) {
        const auto bytes = std::as_bytes(numbers);
        all.insert(all.end(), bytes.begin(), bytes.end());
    });
    replace(file, all);
}

Checkpoint load(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    if (!in)
        throw failed(file, "can't read it");
    Checkpoint checkpoint{no_weights(), no_moments(), 0};
    for_all(checkpoint, [&](auto numbers) {
        const auto bytes = std::as_writable_bytes(numbers);
        in.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    });
    if (!in || in.peek() != std::ifstream::traits_type::eof())
        throw failed(file, "not a checkpoint, or one of another network");
    for_all(checkpoint, [&](auto numbers) {
        for (const auto each : numbers)
            if (!std::isfinite(static_cast<double>(each)))
                throw failed(file, "a checkpoint with numbers that aren't finite");
    });
    return checkpoint;
}

Claim::Claim(const std::filesystem::path& checkpoint) {
    const std::string name = checkpoint.string() + ".lock";
    lock_ = ::open(name.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (lock_ < 0)
        throw cant_write(name, errno);
    if (::flock(lock_, LOCK_EX | LOCK_NB) != 0) {
        ::close(lock_);
        throw failed(checkpoint, "another run uses it");
    }
}

Claim::~Claim() {
    ::close(lock_);
}

} // namespace jaipur::bots::trainer
