// A training run on disk: the weights, the optimizer, and how far it has come.
#pragma once

#include "bots/trainer/optimizer.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>

namespace jaipur::bots::trainer {

struct Checkpoint {
    Weights weights;
    Moments moments;
    std::uint64_t rounds = 0; // played so far
};

// Replaces the file as a whole, so that it is never half written. Throws std::runtime_error.
void replace(const std::filesystem::path& file, std::span<const std::byte> bytes);

// The same.
void save(const Checkpoint& checkpoint, const std::filesystem::path& file);
Checkpoint load(const std::filesystem::path& file);

// Keeps other runs from using the same checkpoint. Throws std::runtime_error if one does, or if
// nothing can be written there.
class Claim {
  public:
    explicit Claim(const std::filesystem::path& checkpoint);
    Claim(const Claim&) = delete;
    Claim& operator=(const Claim&) = delete;
    ~Claim();

  private:
    int lock_;
};

} // namespace jaipur::bots::trainer
