#include "tests/server/shell/raw_client.hpp"

#include <algorithm>
#include <arpa/inet.h>
#include <array>
#include <cerrno>
#include <charconv>
#include <linux/tcp.h> // its tcp_info has more fields than the C library's
#include <netinet/in.h>
#include <poll.h>
#include <stdexcept>
#include <sys/socket.h>
#include <unistd.h>

namespace jaipur::server::shell::test {

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

// Whether the descriptor becomes ready in time.
bool ready(int descriptor, short what, Clock::time_point until) {
    const auto left = std::chrono::ceil<milliseconds>(until - Clock::now()).count();
    pollfd entry{descriptor, what, 0};
    return poll(&entry, 1, static_cast<int>(std::max<decltype(left)>(left, 0))) > 0;
}

std::uint8_t byte(char c) {
    return static_cast<std::uint8_t>(c);
}

} // namespace

std::string frame_bytes(Opcode opcode, std::string_view payload, Part part) {
    constexpr std::string_view mask = "\x11\x22\x33\x44";
    std::string bytes(1, static_cast<char>(static_cast<int>(opcode) | static_cast<int>(part)));
    const std::size_t size = payload.size();
    if (size < 126) {
        bytes += static_cast<char>(0x80 | size);
    } else {
        const int length_bytes = size < 65536 ? 2 : 8;
        bytes += static_cast<char>(0x80 | (size < 65536 ? 126 : 127));
        for (int shift = 8 * (length_bytes - 1); shift >= 0; shift -= 8)
            bytes += static_cast<char>(size >> shift);
    }
    bytes += mask;
    for (std::size_t i = 0; i < size; ++i)
        bytes += static_cast<char>(byte(payload[i]) ^ byte(mask[i % mask.size()]));
    return bytes;
}

RawClient::RawClient(std::uint16_t port, int receive_buffer)
    : descriptor_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    if (receive_buffer != 0)
        setsockopt(descriptor_, SOL_SOCKET, SO_RCVBUF, &receive_buffer, sizeof receive_buffer);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    sockaddr generic{};
    static_assert(sizeof generic == sizeof address);
    std::copy_n(reinterpret_cast<const char*>(&address), sizeof address,
                reinterpret_cast<char*>(&generic));
    if (connect(descriptor_, &generic, sizeof generic) != 0)
        throw std::runtime_error("can't connect");
}

RawClient::~RawClient() {
    close(descriptor_);
}

std::size_t RawClient::push(std::string_view bytes, milliseconds at_most) {
    const auto until = Clock::now() + at_most;
    std::size_t done = 0;
    while (done < bytes.size()) {
        const auto sent = ::send(descriptor_, bytes.data() + done, bytes.size() - done,
                                 MSG_DONTWAIT | MSG_NOSIGNAL);
        if (sent > 0)
            done += static_cast<std::size_t>(sent);
        else if (errno != EAGAIN || !ready(descriptor_, POLLOUT, until))
            break;
    }
    return done;
}

bool RawClient::send(std::string_view bytes, milliseconds at_most) {
    return push(bytes, at_most) == bytes.size();
}

bool RawClient::fill(std::size_t wanted, Clock::time_point until) {
    while (received_.size() < wanted) {
        if (!ready(descriptor_, POLLIN, until))
            return false;
        std::array<char, 16384> buffer;
        const auto count = recv(descriptor_, buffer.data(), buffer.size(), 0);
        if (count <= 0)
            return false;
        received_.append(buffer.data(), static_cast<std::size_t>(count));
    }
    return true;
}

std::string RawClient::http(std::string_view request) {
    send(request);
    return response();
}

std::string RawClient::response() {
    const auto until = Clock::now() + patience;
    std::size_t head = 0;
    while ((head = received_.find("\r\n\r\n")) == std::string::npos)
        if (!fill(received_.size() + 1, until))
            return {};
    head += 4;
    constexpr std::string_view length = "\r\nContent-Length: ";
    std::size_t size = 0;
    if (const auto at = received_.find(length); at < head)
        std::from_chars(received_.data() + at + length.size(), received_.data() + head, size);
    fill(head + size, until);
    const std::string result = received_.substr(0, head + size);
    received_.erase(0, head + size);
    return result;
}

std::string RawClient::upgrade(std::string_view more_headers) {
    return http(std::string(upgrade_request) + std::string(more_headers) + "\r\n");
}

std::optional<Frame> RawClient::frame(milliseconds at_most) {
    const auto until = Clock::now() + at_most;
    if (!fill(2, until))
        return std::nullopt;
    std::size_t head = 2;
    std::size_t size = byte(received_[1]) & 0x7f;
    if (size >= 126) {
        const std::size_t length_bytes = size == 126 ? 2 : 8;
        head += length_bytes;
        if (!fill(head, until))
            return std::nullopt;
        size = 0;
        for (std::size_t i = 2; i < head; ++i)
            size = size << 8 | byte(received_[i]);
    }
    if (!fill(head + size, until))
        return std::nullopt;
    Frame result{static_cast<Opcode>(byte(received_[0]) & 0x0f), received_.substr(head, size)};
    received_.erase(0, head + size);
    return result;
}

std::string RawClient::next_text() {
    for (;;) {
        const auto next = frame();
        if (!next || next->opcode == Opcode::Close)
            return {};
        if (next->opcode == Opcode::Ping)
            send(frame_bytes(Opcode::Pong, next->payload));
        if (next->opcode == Opcode::Text)
            return next->payload;
    }
}

std::string RawClient::ask(std::string_view request) {
    text(request);
    return next_text();
}

std::optional<int> RawClient::close_code() {
    while (const auto next = frame())
        if (next->opcode == Opcode::Close)
            return next->payload.size() < 2 ? 1005
                                            : byte(next->payload[0]) << 8 | byte(next->payload[1]);
    return std::nullopt;
}

bool RawClient::hung_up(milliseconds at_most) {
    const auto until = Clock::now() + at_most;
    std::array<char, 16384> buffer;
    while (ready(descriptor_, POLLIN, until))
        if (recv(descriptor_, buffer.data(), buffer.size(), 0) <= 0)
            return true;
    return false;
}

std::uint32_t RawClient::data_segments() const {
    tcp_info info{};
    socklen_t size = sizeof info;
    return getsockopt(descriptor_, IPPROTO_TCP, TCP_INFO, &info, &size) == 0
               ? info.tcpi_data_segs_in
               : 0;
}

} // namespace jaipur::server::shell::test
