#include "bots/trainer/checkpoint.hpp"

#include <array>
#include <fstream>
#include <span>
#include <stdexcept>
#include <string>

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

void save(const Checkpoint& checkpoint, const std::filesystem::path& file) {
    std::filesystem::path unfinished = file;
    unfinished += ".unfinished";
    std::ofstream out(unfinished, std::ios::binary);
    for_all(checkpoint, [&](auto numbers) {
        const auto bytes = std::as_bytes(numbers);
        out.write(reinterpret_cast<const char*>(bytes.data()),
                  static_cast<std::streamsize>(bytes.size()));
    });
    out.close();
    if (!out)
        throw failed(unfinished, "can't write it");
    std::filesystem::rename(unfinished, file);
}

Checkpoint load(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    Checkpoint checkpoint{no_weights(), no_moments(), 0};
    for_all(checkpoint, [&](auto numbers) {
        const auto bytes = std::as_writable_bytes(numbers);
        in.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    });
    if (!in || in.peek() != std::ifstream::traits_type::eof())
        throw failed(file, "not a checkpoint, or one of another network");
    return checkpoint;
}

} // namespace jaipur::bots::trainer
