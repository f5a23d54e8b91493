# Writes OUTPUT, a source file with the compiled descriptions of TERMINALS from the folders of terminfo in
# FOLDERS, as client/console/screen/terminfo.hpp declares them. An empty list is fine.
cmake_minimum_required(VERSION 3.25)

set(cases "")
foreach(terminal ${TERMINALS})
  string(SUBSTRING ${terminal} 0 1 initial)
  unset(found CACHE)
  find_file(found ${initial}/${terminal} PATHS ${FOLDERS} NO_DEFAULT_PATH REQUIRED)
  file(READ ${found} bytes HEX)
  # Lines of 96 digits; their literals are joined.
  string(REPEAT "." 96 line)
  string(REGEX REPLACE "(${line})" "\\1\"\n               \"" literal "${bytes}")
  string(APPEND cases "    if (terminal == \"${terminal}\")\n        return \"hex:${literal}\";\n")
endforeach()
file(WRITE ${OUTPUT} "#include \"client/console/screen/terminfo.hpp\"\n\n"
     "std::string_view jaipur::client::screen::built_in_terminfo([[maybe_unused]] std::string_view terminal) {\n"
     "${cases}    return {};\n}\n")
