// Names that are equal or look the same: letters of other scripts, marks, spaces and capitals can
// make two names nearly impossible to tell apart, and one person could write in the name of
// another.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace jaipur::server::core {

// What a name looks like: two names that look alike have the same plain form, which isn't meant to
// be shown. Small letters, without spaces or marks, in Latin letters as far as others look like
// them. Accents are marks, and so are vowel signs and points of many scripts: next to the letters
// of another script they are hardly visible. The name must be valid (`protocol::is_name`).
std::string plain_form(std::string_view name);

// The name, with a number behind it if it looks like one of `taken`: "Asha 2". It stays valid.
std::string distinct_name(const std::string& name, const std::vector<std::string>& taken);

} // namespace jaipur::server::core
