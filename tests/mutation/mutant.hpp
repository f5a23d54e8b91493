// Included by every mutated file, in a copy of the sources. All mutants are compiled in; the
// environment variable JAIPUR_MUTANT selects one by its number. JAIPUR_MUTANTS_REACHED names a file
// with a byte for each number, set to 1 where the program comes past.
#pragma once

#include <concepts>
#include <cstdlib>
#include <fcntl.h>
#include <sys/mman.h>
#include <type_traits>
#include <unistd.h>

namespace mutant {

constexpr std::size_t numbers = 1 << 22;

inline unsigned active = 0;
inline unsigned char* reached = nullptr;

// Shared with child processes, and complete even if the program is killed.
inline const bool started = [] {
    if (const char* const number = std::getenv("JAIPUR_MUTANT"))
        active = static_cast<unsigned>(std::strtoul(number, nullptr, 10));
    const char* const file = std::getenv("JAIPUR_MUTANTS_REACHED");
    if (file == nullptr)
        return true;
    const int opened = ::open(file, O_RDWR | O_CLOEXEC);
    void* const mapped = ::mmap(nullptr, numbers, PROT_READ | PROT_WRITE, MAP_SHARED, opened, 0);
    if (mapped == MAP_FAILED)
        std::abort();
    reached = static_cast<unsigned char*>(mapped);
    ::close(opened);
    return true;
}();

// Whether this mutant is selected. Not constexpr, so a mutant can't hide in a constant expression:
// it doesn't compile there, and is left out.
inline bool on(unsigned number) {
    if (reached != nullptr)
        reached[number] = 1;
    return number == active;
}

// The same for constexpr functions. What the compiler evaluates isn't mutated.
constexpr bool on_if_run(unsigned number) {
    return !std::is_constant_evaluated() && on(number);
}

// Each `change` has an operator and its mutant. Operands are evaluated once.
#define JAIPUR_RELATION(name, operation, mutation)                                                 \
    constexpr bool name(bool changed, const auto& left, const auto& right) {                       \
        return changed ? static_cast<bool>(left mutation right)                                    \
                       : static_cast<bool>(left operation right);                                  \
    }
JAIPUR_RELATION(less, <, <=)
JAIPUR_RELATION(less_equal, <=, <)
JAIPUR_RELATION(greater, >, >=)
JAIPUR_RELATION(greater_equal, >=, >)
JAIPUR_RELATION(equal, ==, !=)
JAIPUR_RELATION(not_equal, !=, ==)
#undef JAIPUR_RELATION

// Only where both results have the same type: not for strings, or the difference of two times.
#define JAIPUR_ARITHMETIC(name, operation, mutation)                                               \
    template <class Left, class Right>                                                             \
        requires requires(const Left& left, const Right& right) {                                  \
            { left mutation right } -> std::same_as<decltype(left operation right)>;               \
        }                                                                                          \
    constexpr auto name(bool changed, const Left& left, const Right& right) {                      \
        return changed ? left mutation right : left operation right;                               \
    }
JAIPUR_ARITHMETIC(plus, +, -)
JAIPUR_ARITHMETIC(minus, -, +)
#undef JAIPUR_ARITHMETIC

constexpr bool flip(bool changed, const auto& condition) {
    return changed != static_cast<bool>(condition);
}

} // namespace mutant
