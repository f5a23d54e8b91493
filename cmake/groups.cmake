# Compiles sources in groups of twelve. Much of the time to compile a file goes into its headers, so a
# build from scratch takes half the processor time; a build after a change takes longer.
option(JAIPUR_GROUPS "Compile sources in groups" OFF)
set(CMAKE_UNITY_BUILD ${JAIPUR_GROUPS})
set(CMAKE_UNITY_BUILD_BATCH_SIZE 12)

# redirected(FILE…): tests/noninterference redirects calls of functions that these files define, and the
# linker can only redirect a call from another object file.
function(redirected)
  set_source_files_properties(${ARGN} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()
