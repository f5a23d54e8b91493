// What the full screen can ask of the session and the terminal.
#pragma once

#include "client/console/model.hpp"
#include "protocol/message.hpp"

#include <string>
#include <variant>

namespace jaipur::client::screen {

struct MarkReady {};

struct MarkReadyAndAgree {};

struct ResumeSeat {
    KeptSeat seat;
};

struct ForgetSeat {
    KeptSeat seat;
};

struct PlayOther { // in another room: leaves this one
    protocol::CreateRoom create;
};

struct EnterServer {
    std::string key; // its password or an invitation link
};

struct StayOutside {}; // of a private server

struct ReconnectNow {};

struct CopyLink {
    std::string link;
};

struct UsePlainMode {}; // instead of filling the screen

struct Quit {};

using Ask =
    std::variant<protocol::RequestBody, MarkReady, MarkReadyAndAgree, ResumeSeat, ForgetSeat,
                 PlayOther, EnterServer, StayOutside, ReconnectNow, CopyLink, UsePlainMode, Quit>;

} // namespace jaipur::client::screen
