#include "server/log/log.hpp"

#include <doctest/doctest.h>

#include <csignal>

int main(int argc, char** argv) {
    std::signal(SIGPIPE, SIG_IGN); // tests write to servers that have hung up
    jaipur::server::log::set_level(jaipur::server::log::Level::Off);
    return doctest::Context(argc, argv).run();
}
