# Warnings, sanitizers and caching, the same for every target.

find_program(CCACHE ccache)
if(CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE})
endif()

set(JAIPUR_SANITIZE "" CACHE STRING "Sanitizers for all targets, as in -fsanitize=")

# Assertions stay on in every build: a broken invariant must end a session, not corrupt a game.
string(REPLACE "-DNDEBUG" "" CMAKE_CXX_FLAGS_RELEASE "${CMAKE_CXX_FLAGS_RELEASE}")
string(REPLACE "-DNDEBUG" "" CMAKE_CXX_FLAGS_RELWITHDEBINFO "${CMAKE_CXX_FLAGS_RELWITHDEBINFO}")

add_library(warnings INTERFACE)
target_compile_options(warnings INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion
                                          -Wnon-virtual-dtor -Woverloaded-virtual -Werror)

if(JAIPUR_SANITIZE)
  add_compile_options(-fsanitize=${JAIPUR_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${JAIPUR_SANITIZE})
  if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    # Coroutine frames call through pointers of another type: a false report of clang's.
    add_compile_options(-fno-sanitize=function)
  endif()
  if(JAIPUR_SANITIZE MATCHES "thread" AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    add_compile_options(-Wno-tsan)
  endif()
endif()

if(JAIPUR_STATIC)
  add_link_options(-static)
endif()
