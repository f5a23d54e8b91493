#include "server/log/log.hpp"

#include <doctest/doctest.h>

#include <csignal>

int main(int argc, char** argv) {
    std::signal(SIGPIPE, SIG_IGN); // writing to a server that has hung up is part of the tests
    jaipur::server::log::set_level(jaipur::server::log::Level::Off);
    return doctest::Context(argc, argv).run();
}
