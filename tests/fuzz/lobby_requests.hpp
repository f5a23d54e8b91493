// Requests in the short form: a few bytes of the input make one, from earlier answers.
#pragma once

#include "tests/fuzz/lobby_input.hpp"

#include <optional>
#include <string>

namespace jaipur::fuzz {

class Requests {
  public:
    explicit Requests(LobbyInput& from) : from_(from), input_(from.input) {}

    protocol::RequestBody any();
    // With a token of the client's choice, which may have a seat already.
    protocol::RequestBody for_seat();
    protocol::RequestBody removal();
    // What came later than `any`: inputs of the corpus keep their meaning.
    protocol::RequestBody later();
    protocol::Enter enter(int how) const;

  private:
    std::string name();
    std::optional<std::string> password();
    std::optional<protocol::ClockOptions> clock();
    protocol::CreateOptions options();
    protocol::Resume resume();
    protocol::Ready ready();

    LobbyInput& from_;
    Input& input_;
};

} // namespace jaipur::fuzz
