# Finds every library; all come from system packages (cmake/packages.txt). Only here, because a static
# build uses some of them differently.
set(Boost_NO_WARN_NEW_VERSIONS ON)
if(JAIPUR_STATIC)
  set(OPENSSL_USE_STATIC_LIBS ON)
  set(CMAKE_FIND_LIBRARY_SUFFIXES .a)
endif()

find_package(Threads REQUIRED)
find_package(Boost 1.81 REQUIRED)
find_package(nlohmann_json 3.11 REQUIRED)
find_package(OpenSSL REQUIRED)
find_package(CLI11 REQUIRED)
find_package(SQLite3 REQUIRED)
find_package(SQLiteCpp REQUIRED) # target `SQLiteCpp`, with SQLite3 behind it
find_library(ARGON2_LIBRARY argon2 REQUIRED) # OpenSSL has it since 3.2 only
find_library(URING_LIBRARY uring REQUIRED)

if(JAIPUR_STATIC)
  # Debian has spdlog and fmt only as shared libraries, but their headers are complete.
  add_library(fmt_headers INTERFACE)
  target_compile_definitions(fmt_headers INTERFACE FMT_HEADER_ONLY)
  add_library(fmt::fmt ALIAS fmt_headers)
  add_library(spdlog_headers INTERFACE)
  target_compile_definitions(spdlog_headers INTERFACE SPDLOG_FMT_EXTERNAL)
  target_link_libraries(spdlog_headers INTERFACE fmt::fmt Threads::Threads)
  add_library(spdlog::spdlog ALIAS spdlog_headers)
else()
  find_package(fmt REQUIRED)
  find_package(spdlog REQUIRED)
endif()

# The server's memory: target `allocator`. A move makes about forty allocations, two of them larger
# than what the C library caches. (Sanitizers have their own allocator.)
add_library(allocator INTERFACE)
if(NOT JAIPUR_SANITIZE)
  find_library(JEMALLOC_LIBRARY jemalloc REQUIRED)
  target_link_libraries(allocator INTERFACE ${JEMALLOC_LIBRARY} Threads::Threads ${CMAKE_DL_LIBS})
endif()

# Wide characters for the full-screen client: target `ncurses`. QR codes of links, and translations.
if(JAIPUR_CLIENT)
  set(Boost_USE_STATIC_LIBS ${JAIPUR_STATIC})
  find_package(Boost 1.81 REQUIRED COMPONENTS locale)
  find_program(MSGFMT msgfmt REQUIRED)
  find_library(QRCODEGEN_LIBRARY qrcodegencpp REQUIRED)
  add_library(static_icu INTERFACE)
  set(CURSES_NEED_NCURSES ON)
  set(CURSES_NEED_WIDE ON)
  find_package(Curses REQUIRED)
  add_library(ncurses INTERFACE)
  target_include_directories(ncurses SYSTEM INTERFACE ${CURSES_INCLUDE_DIRS})
  target_compile_definitions(ncurses INTERFACE NCURSES_WIDECHAR=1)
  target_link_libraries(ncurses INTERFACE ${CURSES_LIBRARIES})
  if(JAIPUR_STATIC)
    find_library(TINFO_LIBRARY tinfo REQUIRED)
    target_link_libraries(ncurses INTERFACE ${TINFO_LIBRARY})
    # Boost.Locale refers to ICU for encodings that the client doesn't use.
    find_library(ICU_LIBRARY icuuc REQUIRED)
    add_library(icu_without_data STATIC ${CMAKE_SOURCE_DIR}/cmake/icu_without_data.cpp)
    set_target_properties(icu_without_data PROPERTIES CXX_CLANG_TIDY "" UNITY_BUILD OFF)
    target_link_libraries(static_icu INTERFACE ${ICU_LIBRARY} icu_without_data ${CMAKE_DL_LIBS})
  endif()
endif()

if(JAIPUR_POSTGRESQL)
  if(JAIPUR_STATIC)
    message(FATAL_ERROR "Debian's libpq can't be linked statically: use JAIPUR_POSTGRESQL without JAIPUR_STATIC")
  endif()
  set(required REQUIRED)
  if(JAIPUR_POSTGRESQL STREQUAL BOTH)
    set(required)
  endif()
  find_package(PkgConfig ${required})
  if(PkgConfig_FOUND)
    pkg_check_modules(libpq ${required} IMPORTED_TARGET libpq>=14) # the first with pipeline mode
  endif()
  if(NOT libpq_FOUND)
    message(STATUS "no libpq: building only a server without PostgreSQL")
    set(JAIPUR_POSTGRESQL OFF)
  endif()
endif()

if(JAIPUR_TESTS)
  find_package(doctest REQUIRED)
endif()

# Asio and Beast have heavy headers, so they are compiled once, in a separate library (target `net`).
add_library(net STATIC ${CMAKE_SOURCE_DIR}/cmake/asio.cpp ${CMAKE_SOURCE_DIR}/cmake/beast.cpp)
target_compile_definitions(net PUBLIC BOOST_ASIO_SEPARATE_COMPILATION BOOST_BEAST_SEPARATE_COMPILATION
                                      BOOST_ASIO_NO_DEPRECATED)
target_link_libraries(net PUBLIC Boost::headers Threads::Threads)
# Asio's part for TLS, in a library of its own for the same reason.
add_library(tls STATIC ${CMAKE_SOURCE_DIR}/cmake/asio_tls.cpp)
target_link_libraries(tls PUBLIC net OpenSSL::SSL OpenSSL::Crypto)
# They have none of our code, so clang-tidy skips them.
set_target_properties(net tls PROPERTIES CXX_CLANG_TIDY "" UNITY_BUILD OFF)
