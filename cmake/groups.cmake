# Compiles sources in groups of up to forty. Compiling a file spends much of its time on headers, so a
# build from scratch takes half the processor time; an incremental build takes longer.
option(JAIPUR_GROUPS "Compile sources in groups" OFF)
set(CMAKE_UNITY_BUILD ${JAIPUR_GROUPS})
set(CMAKE_UNITY_BUILD_BATCH_SIZE 40)

# redirected(TARGET FIRST FILE… [SECOND FILE…]): compiles these files in one or two separate groups, because
# tests/noninterference redirects calls to their functions, and the linker can only redirect a call from another object
# file. No file of a group may call a redirected function of the same group.
function(redirected target)
  cmake_parse_arguments(group "" "" "FIRST;SECOND" ${ARGN})
  get_target_property(sources ${target} SOURCES)
  set_target_properties(${target} PROPERTIES UNITY_BUILD_MODE GROUP)
  set_source_files_properties(${sources} PROPERTIES UNITY_GROUP others)
  set_source_files_properties(${group_FIRST} PROPERTIES UNITY_GROUP first)
  set_source_files_properties(${group_SECOND} PROPERTIES UNITY_GROUP second)
endfunction()

# In a group, every file sees the names that the files before it have for themselves, and g++ warns of
# coroutines that keep a local type. Builds without groups check both.
if(JAIPUR_GROUPS)
  target_compile_options(warnings INTERFACE -Wno-shadow)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(warnings INTERFACE -Wno-subobject-linkage)
    # g++ collects garbage only above this heap size (in KB): a twentieth less time.
    add_compile_options(--param=ggc-min-heapsize=500000)
  endif()
endif()
