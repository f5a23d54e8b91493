# Compiles sources in groups of twelve. Compiling a file spends much of its time on headers, so a build
# from scratch takes half the processor time; an incremental build takes longer.
option(JAIPUR_GROUPS "Compile sources in groups" OFF)
set(CMAKE_UNITY_BUILD ${JAIPUR_GROUPS})
set(CMAKE_UNITY_BUILD_BATCH_SIZE 12)

# redirected(FILE…): compiles these files separately, because tests/noninterference redirects calls to
# their functions, and the linker can only redirect a call from another object file.
function(redirected)
  set_source_files_properties(${ARGN} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()
