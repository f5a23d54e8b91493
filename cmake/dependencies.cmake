# Every library comes from Debian's packages; `./jaipur` and docker/Dockerfile install them.
set(Boost_NO_WARN_NEW_VERSIONS ON)
find_package(Boost 1.81 REQUIRED)
find_package(nlohmann_json 3.11 REQUIRED)
find_package(OpenSSL REQUIRED)
find_package(spdlog REQUIRED)
find_package(CLI11 REQUIRED)
find_package(Threads REQUIRED)

# Asio and Beast are compiled once, in libraries of their own (target `net`): they are heavy headers.
add_library(net STATIC ${CMAKE_SOURCE_DIR}/cmake/asio.cpp ${CMAKE_SOURCE_DIR}/cmake/beast.cpp)
target_compile_definitions(net PUBLIC BOOST_ASIO_SEPARATE_COMPILATION BOOST_BEAST_SEPARATE_COMPILATION
                                      BOOST_ASIO_NO_DEPRECATED)
target_link_libraries(net PUBLIC Boost::headers Threads::Threads)
