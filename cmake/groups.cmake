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

# g++ 12 miscompiles some coroutines (ARCHITECTURE.md), so files with coroutines are compiled as they
# are checked: one by one. Generated files have none, and aren't read.
function(separate_coroutines folder)
  get_property(targets DIRECTORY "${folder}" PROPERTY BUILDSYSTEM_TARGETS)
  foreach(target IN LISTS targets)
    get_target_property(sources ${target} SOURCES)
    foreach(source IN LISTS sources)
      cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY "${folder}" NORMALIZE)
      cmake_path(IS_PREFIX CMAKE_BINARY_DIR "${source}" generated)
      if(source MATCHES "[.]cpp$" AND NOT generated)
        file(STRINGS "${source}" coroutine REGEX "co_(await|return|yield)" LIMIT_COUNT 1)
        if(coroutine)
          set_source_files_properties("${source}" DIRECTORY "${folder}" PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
        endif()
        set_property(DIRECTORY "${CMAKE_SOURCE_DIR}" APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${source}")
      endif()
    endforeach()
  endforeach()
  get_property(folders DIRECTORY "${folder}" PROPERTY SUBDIRECTORIES)
  foreach(below IN LISTS folders)
    separate_coroutines("${below}")
  endforeach()
endfunction()
if(JAIPUR_GROUPS)
  cmake_language(DEFER DIRECTORY "${CMAKE_SOURCE_DIR}" CALL separate_coroutines "${CMAKE_SOURCE_DIR}")
endif()
