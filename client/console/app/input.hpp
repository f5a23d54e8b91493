// Lines from the standard input: a terminal, a pipe or a file. It reads one each time it is asked.
// It must not know what the lines mean.
#pragma once

#include "client/console/app/on_line.hpp"

#include <memory>

namespace boost::asio {
class io_context;
}

namespace jaipur::client::app {

class Input {
  public:
    Input(boost::asio::io_context& context, int descriptor, OnLine on_line);
    ~Input(); // does not wait for input that may never come
    Input(const Input&) = delete;
    Input& operator=(const Input&) = delete;

    // Asks for the next line. Asking again before it arrives changes nothing.
    void next();

  private:
    struct Reader;
    std::shared_ptr<Reader> reader_;
};

} // namespace jaipur::client::app
