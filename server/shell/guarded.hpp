// A bug ends only the operation in which it happened.
#pragma once

#include "server/log/log.hpp"

#include <exception>
#include <string_view>
#include <typeinfo>

namespace jaipur::server::shell {

// The exception's text may contain a client's bytes, so it stays out of the log.
inline void log_failure(std::string_view event, const std::exception& error) {
    log::error(event, {{"type", typeid(error).name()}});
}

// Logs exceptions of code that no caller can handle.
template <class Do>
void guarded(std::string_view event, Do what) {
    try {
        what();
    } catch (const std::exception& error) {
        log_failure(event, error);
    }
}

} // namespace jaipur::server::shell
