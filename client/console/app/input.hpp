// Lines from the standard input, be it a terminal, a pipe or a file, one for each time one is asked
// for. A thread of its own waits for them, so that nothing else has to.
// It must not know what the lines mean.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace boost::asio {
class io_context;
}

namespace jaipur::client::app {

class Input {
  public:
    // A line without its end; nothing at the end of the input.
    using OnLine = std::function<void(std::optional<std::string> line)>;

    // `on_line` is called on the context's thread.
    Input(boost::asio::io_context& context, int descriptor, OnLine on_line);
    ~Input(); // does not wait for input that never comes
    Input(const Input&) = delete;
    Input& operator=(const Input&) = delete;

    // Asks for the next line; asking twice before it came asks once.
    void next();

  private:
    struct Reader;
    std::unique_ptr<Reader> reader_;
};

} // namespace jaipur::client::app
