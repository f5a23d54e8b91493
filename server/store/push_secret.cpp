#include "server/store/push_secret.hpp"

#include "server/store/connection.hpp"

#include <string>

namespace jaipur::server::store {

namespace {

constexpr std::size_t part_size = 8; // bytes
constexpr std::size_t part_count = PushSecret{}.size() / part_size;

std::string name_of(std::size_t part) {
    return "push_key_" + std::to_string(part);
}

} // namespace

std::optional<PushSecret> stored_push_secret(Connection& connection) {
    FoundPushSecret found;
    for (std::size_t part = 0; part < part_count; ++part)
        if (const auto value = stored_number(connection, name_of(part)))
            found.add(name_of(part), *value);
    return found.secret();
}

void set_push_secret(Connection& connection, const PushSecret& secret) {
    for (std::size_t part = 0; part < part_count; ++part) {
        std::uint64_t value = 0;
        for (std::size_t i = 0; i < part_size; ++i)
            value = value << 8 | secret.at(part * part_size + i);
        set_number(connection, name_of(part), as_integer(value));
    }
}

void FoundPushSecret::add(std::string_view name, std::int64_t value) {
    for (std::size_t part = 0; part < part_count; ++part)
        if (name == name_of(part) && !parts_.at(part))
            parts_.at(part) = value;
}

std::optional<PushSecret> FoundPushSecret::secret() const {
    PushSecret secret;
    for (std::size_t i = 0; i < secret.size(); ++i) {
        const auto& part = parts_.at(i / part_size);
        if (!part)
            return std::nullopt;
        const auto shift = 8 * (part_size - 1 - i % part_size);
        secret.at(i) = static_cast<std::uint8_t>(static_cast<std::uint64_t>(*part) >> shift);
    }
    return secret;
}

} // namespace jaipur::server::store
