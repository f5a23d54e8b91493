# Warnings, hardening, sanitizers and caching, the same for every target.

# ---- caching
find_program(CCACHE ccache)
if(CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE})
endif()

# ---- warnings
# Warnings are errors with the two compilers that we use every day. With a newer compiler they stay
# warnings, so that a new one doesn't keep anybody from playing.
if((CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
   OR (CMAKE_CXX_COMPILER_ID STREQUAL "Clang" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 20))
  set(known_compiler ON)
else()
  set(known_compiler OFF)
endif()
option(JAIPUR_WERROR "Warnings are errors" ${known_compiler})

# All our targets link `warnings`. Library headers are system headers and cause none.
add_library(warnings INTERFACE)
target_compile_options(
  warnings INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wold-style-cast
                     -Wnon-virtual-dtor -Woverloaded-virtual -Wcast-align -Wformat=2)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(warnings INTERFACE -Wduplicated-cond -Wduplicated-branches -Wlogical-op)
  if(CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13 AND (JAIPUR_SANITIZE OR NOT CMAKE_BUILD_TYPE STREQUAL "Debug"))
    # False positive: g++ 12 warns of an impossible overlap in std::string::resize and append.
    # False positive: a mismatched operator delete for coroutine frames.
    target_compile_options(warnings INTERFACE -Wno-restrict -Wno-mismatched-new-delete)
  endif()
elseif(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  target_compile_options(warnings INTERFACE -Wextra-semi -Wunreachable-code)
endif()
if(JAIPUR_WERROR)
  target_compile_options(warnings INTERFACE -Werror)
endif()

# ---- assertions
# They stay on in every build: a broken invariant must end a session, not corrupt a game. The same
# for the bounds of the standard library's containers.
foreach(config RELEASE RELWITHDEBINFO MINSIZEREL)
  string(REPLACE "-DNDEBUG" "" CMAKE_CXX_FLAGS_${config} "${CMAKE_CXX_FLAGS_${config}}")
endforeach()
# -O3 compiles more slowly and gains nothing here.
string(REPLACE "-O3" "-O2" CMAKE_CXX_FLAGS_RELEASE "${CMAKE_CXX_FLAGS_RELEASE}")
add_compile_definitions(_GLIBCXX_ASSERTIONS)

# ---- hardening
# The server reads untrusted input. (Fortify needs optimization and hides errors from sanitizers, so
# it is for release builds only.)
if(CMAKE_BUILD_TYPE STREQUAL "Release" AND NOT JAIPUR_SANITIZE)
  # Ubuntu's g++ predefines another level.
  add_compile_options(-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2 -fstack-protector-strong
                      -fstack-clash-protection)
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    add_compile_options(-fcf-protection)
  endif()
  add_link_options(-Wl,-z,relro,-z,now)
endif()

# ---- sanitizers
set(JAIPUR_SANITIZE "" CACHE STRING "Sanitizers for all targets, as in -fsanitize=")
if(JAIPUR_SANITIZE)
  add_compile_options(-fsanitize=${JAIPUR_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${JAIPUR_SANITIZE})
  if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    # False positive of clang: coroutine frames call through pointers of another type.
    add_compile_options(-fno-sanitize=function)
  endif()
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # g++ reports its own instrumentation as uses of uninitialized values; the other builds check this.
    add_compile_options(-Wno-maybe-uninitialized)
    if(JAIPUR_SANITIZE MATCHES "undefined")
      # To check an object's type, the sanitizer opens a pipe. A server without free descriptors, which
      # tests create, can't, and would end with a report "<memory cannot be printed>".
      add_compile_options(-fno-sanitize=vptr)
      # As two shared libraries, only one would write to log_path, which ./jaipur test reads.
      add_link_options(-static-libubsan)
    endif()
    if(JAIPUR_SANITIZE MATCHES "address")
      add_link_options(-static-libasan)
    endif()
  endif()
  if(JAIPUR_SANITIZE MATCHES "thread" AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    add_compile_options(-Wno-tsan)
  endif()
endif()

# ---- clang-tidy (.clang-tidy), as part of compiling, so unchanged files aren't checked again
option(JAIPUR_TIDY "Run clang-tidy on every file" OFF)
if(JAIPUR_TIDY)
  find_program(CLANG_TIDY clang-tidy-19 REQUIRED)
  set(CMAKE_CXX_CLANG_TIDY ${CLANG_TIDY} -quiet)
endif()

# ---- size
# prefer_small(TARGET FAST…): in a static build, for what runs seldom, so that its size counts more than
# its speed. The files FAST are fast as everywhere else.
function(prefer_small target)
  if(JAIPUR_STATIC)
    target_compile_options(${target} PRIVATE -Os)
    set_source_files_properties(${ARGN} PROPERTIES COMPILE_OPTIONS -O2)
  endif()
endfunction()

# The same for some files of a target.
function(prefer_small_files)
  if(JAIPUR_STATIC)
    set_source_files_properties(${ARGN} PROPERTIES COMPILE_OPTIONS -Os)
  endif()
endfunction()

# ---- linking
if(JAIPUR_STATIC)
  # For systems with nothing else, not even a C library. Still position-independent, so that addresses
  # stay random.
  set(CMAKE_POSITION_INDEPENDENT_CODE ON)
  add_link_options(-static-pie -s)
  # A tenth smaller: without functions that nothing calls, and with relocations in fewer bytes.
  add_compile_options(-ffunction-sections -fdata-sections)
  add_link_options(-Wl,--gc-sections)
  include(CheckLinkerFlag)
  check_linker_flag(CXX -Wl,-z,pack-relative-relocs JAIPUR_PACKS_RELOCATIONS)
  if(JAIPUR_PACKS_RELOCATIONS)
    add_link_options(-Wl,-z,pack-relative-relocs)
  endif()
  # The same program, byte for byte, in whatever folder it is built.
  add_compile_options(-ffile-prefix-map=${CMAKE_BINARY_DIR}=build -ffile-prefix-map=${CMAKE_SOURCE_DIR}=.)
else()
  include(CheckPIESupported)
  check_pie_supported(LANGUAGES CXX)
  set(CMAKE_POSITION_INDEPENDENT_CODE ON)
endif()
