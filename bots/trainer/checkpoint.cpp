#include "bots/trainer/checkpoint.hpp"

#include <array>
#include <cmath>
#include <fcntl.h>
#include <fstream>
#include <stdexcept>
#include <string>
#include <sys/file.h>
#include <system_error>
#include <unistd.h>
#include <vector>

namespace jaipur::bots::trainer {

namespace {

std::runtime_error failed(const std::filesystem::path& file, const std::string& what) {
    return std::runtime_error(file.string() + ": " + what);
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

} // namespace

void replace(const std::filesystem::path& file, std::span<const std::byte> bytes) {
    std::filesystem::path unfinished = file;
    unfinished += ".unfinished";
    std::ofstream out(unfinished, std::ios::binary);
    out.write(reinterpret_cast<const char*>(bytes.data()),
              static_cast<std::streamsize>(bytes.size()));
    out.close();
    if (!out) {
        std::error_code ignored;
        std::filesystem::remove(unfinished, ignored);
        throw failed(file, "can't write it");
    }
    std::filesystem::rename(unfinished, file);
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
        throw failed(name, "can't write it");
    if (::flock(lock_, LOCK_EX | LOCK_NB) != 0) {
        ::close(lock_);
        throw failed(checkpoint, "another run uses it");
    }
}

Claim::~Claim() {
    ::close(lock_);
}

} // namespace jaipur::bots::trainer
