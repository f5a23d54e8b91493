#include "server/admin/client.hpp"

#include "protocol/json/described.hpp"
#include "protocol/text.hpp"
#include "server/admin/socket_file.hpp"

#include <boost/asio/buffer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/write.hpp>

#include <limits>
#include <stdexcept>
#include <string_view>

namespace jaipur::server::admin {

namespace asio = boost::asio;
namespace json = protocol::json;

namespace {

constexpr int deepest_answer = 8;

[[noreturn]] void fail_to_reach(const std::filesystem::path& socket,
                                const boost::system::error_code& error) {
    const std::string where = socket.string();
    if (error == boost::system::errc::no_such_file_or_directory ||
        error == asio::error::connection_refused)
        throw std::runtime_error("no server is running here (" + where + ": " + error.message() +
                                 "); --data names another server's data directory");
    throw std::runtime_error("can't reach the server at " + where + ": " + error.message());
}

// Safe to print: another program than a good server may listen on the socket.
std::string printable_lines(std::string_view text) {
    std::string result;
    for (auto end = text.find('\n'); end != std::string_view::npos; end = text.find('\n')) {
        result += protocol::printable(text.substr(0, end)) + '\n';
        text.remove_prefix(end + 1);
    }
    return result + protocol::printable(text);
}

Reply read_reply(std::string line) {
    Reply reply;
    const auto document = json::parse(line, deepest_answer);
    json::Decoder decoder(json::Unknown::Ignored);
    if (document) {
        json::ObjectReader from(decoder, document->root());
        from.required("ok", reply.ok);
        const auto* text = from.find("text");
        const auto* message = from.find("message");
        const auto* error = from.find("error");
        for (const auto* words : {text, message})
            if (words && reply.text.empty())
                json::read(decoder, *words, reply.text);
        if (error)
            json::read(decoder, *error, reply.error);
    }
    if (!document || !decoder.good())
        throw std::runtime_error("can't understand the server's answer");
    reply.text = printable_lines(reply.text);
    reply.line = std::move(line);
    return reply;
}

} // namespace

Reply ask(const std::filesystem::path& path, const Request& request) {
    const auto endpoint = endpoint_of(path);
    asio::io_context context;
    asio::local::stream_protocol::socket socket(context);
    boost::system::error_code error;
    socket.connect(endpoint, error);
    if (error)
        fail_to_reach(path, error);
    asio::write(socket, asio::buffer(encode(request) + "\n"), error);
    std::string line; // a server that refuses may have hung up already; its answer says why
    const auto size = asio::read_until(socket, asio::dynamic_buffer(line), '\n', error);
    if (error && size == 0)
        throw std::runtime_error("the server closed the connection without answering");
    line.resize(size - 1);
    return read_reply(std::move(line));
}

} // namespace jaipur::server::admin
