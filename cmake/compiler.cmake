# Warnings, hardening, sanitizers and caching, the same for every target.

# ---- caching
find_program(CCACHE ccache)
if(CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE})
endif()

# ---- warnings
# They are errors with the two compilers that we build with every day. A newer compiler's new
# warning must not keep anybody from playing, so there it stays a warning.
if((CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
   OR (CMAKE_CXX_COMPILER_ID STREQUAL "Clang" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 20))
  set(known_compiler ON)
else()
  set(known_compiler OFF)
endif()
option(JAIPUR_WERROR "Warnings are errors" ${known_compiler})

# Every target of ours links `warnings`. Libraries' headers are system headers and keep quiet.
add_library(warnings INTERFACE)
target_compile_options(
  warnings INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wold-style-cast
                     -Wnon-virtual-dtor -Woverloaded-virtual -Wcast-align -Wformat=2)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(warnings INTERFACE -Wduplicated-cond -Wduplicated-branches -Wlogical-op)
  if(CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13 AND (JAIPUR_SANITIZE OR NOT CMAKE_BUILD_TYPE STREQUAL "Debug"))
    # Where g++ 12 optimizes std::string::resize and append, it warns of an overlap that can't be.
    # Where it takes the frame of a coroutine apart, of another operator delete than it has.
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
# The server reads what strangers send. (Fortify needs optimization and hides errors from the
# sanitizers, so it is for release builds alone.)
if(CMAKE_BUILD_TYPE STREQUAL "Release" AND NOT JAIPUR_SANITIZE)
  # Ubuntu's g++ sets a level of its own.
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
    # Coroutine frames call through pointers of another type: a false report of clang's.
    add_compile_options(-fno-sanitize=function)
  endif()
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # g++ takes what it inserts itself for uses of values that are not there; the other builds look.
    add_compile_options(-Wno-maybe-uninitialized)
    if(JAIPUR_SANITIZE MATCHES "undefined")
      # To ask whether an object is of its type, the sanitizer opens a pipe. A server that has no descriptors left, as tests
      # make it, can't, and would end with a report of "<memory cannot be printed>".
      add_compile_options(-fno-sanitize=vptr)
      # As two libraries, only one of them would write to the file that log_path names, where ./jaipur test looks.
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

# ---- clang-tidy (.clang-tidy), where a file is compiled: what has not changed is not read again
option(JAIPUR_TIDY "Run clang-tidy on every file" OFF)
if(JAIPUR_TIDY)
  find_program(CLANG_TIDY clang-tidy-19 REQUIRED)
  set(CMAKE_CXX_CLANG_TIDY ${CLANG_TIDY} -quiet)
endif()

# ---- linking
if(JAIPUR_STATIC)
  # For an image without anything else in it: not even a C library. Position-independent all the
  # same, so that addresses stay random.
  set(CMAKE_POSITION_INDEPENDENT_CODE ON)
  add_link_options(-static-pie -s)
else()
  include(CheckPIESupported)
  check_pie_supported(LANGUAGES CXX)
  set(CMAKE_POSITION_INDEPENDENT_CODE ON)
endif()
