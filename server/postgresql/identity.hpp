// Names for processes that tell whether one on this machine has ended: a server that follows one
// that has crashed needn't wait for its lease.
#pragma once

#include <string>
#include <string_view>
#include <sys/types.h>

namespace jaipur::server::postgresql {

// Different for every process that has ever run anywhere. Begins with the host's name and the
// process's number, for people. The process must exist.
std::string identity_of(pid_t process);

// Whether it is certain that the process with this identity has ended: not if it was on another
// machine or in another container.
bool has_ended(std::string_view identity);

} // namespace jaipur::server::postgresql
