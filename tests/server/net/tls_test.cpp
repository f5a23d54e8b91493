// TLS over a pair of sockets: how it starts, moves bytes, blocks and ends.
#include "server/net/tls.hpp"
#include "tests/server/net/tls_peer.hpp"

#include <doctest/doctest.h>

#include <array>
#include <csignal>
#include <memory>
#include <string>
#include <sys/socket.h>

namespace jaipur::server::net::test {

namespace {

// A server and a peer that have shaken hands.
struct Talk {
    explicit Talk(int version = 0, std::size_t piece = 1 << 20)
        : session(context.session(sockets.server)), peer(sockets.peer) {
        std::signal(SIGPIPE, SIG_IGN); // as the server does
        if (version != 0)
            SSL_set_max_proto_version(peer.ssl(), version);
        handshake = shake_hands(*session, peer, piece);
    }

    TlsSession::Moved read(std::size_t at_most = 65536) {
        std::string piece(at_most, '\0');
        const auto moved =
            session->read_some({reinterpret_cast<std::uint8_t*>(piece.data()), piece.size()});
        received.append(piece, 0, moved.bytes);
        return moved;
    }

    // Writes all of it, while the peer receives.
    void write(std::string_view text) {
        while (!text.empty()) {
            const auto moved = session->write_some(text);
            REQUIRE((moved.step == TlsStep::Done || moved.step == TlsStep::WantsWrite));
            text.remove_prefix(moved.bytes);
            while (peer.receive())
                heard += peer.heard();
        }
    }

    CertificateFolder folder;
    TlsContext context{folder.files()};
    SocketPair sockets;
    std::unique_ptr<TlsSession> session;
    TlsPeer peer;
    TlsStep handshake{};
    std::string received, heard; // by the server, by the peer
};

std::string long_text(std::size_t size) {
    std::string text(size, '\0');
    for (std::size_t i = 0; i < size; ++i)
        text[i] = static_cast<char>('a' + i * i % 26);
    return text;
}

} // namespace

TEST_CASE("TLS arrives in pieces of any size") {
    for (const int version : {TLS1_2_VERSION, TLS1_3_VERSION}) {
        for (const std::size_t piece : {std::size_t{1}, std::size_t{37}, std::size_t{1} << 20}) {
            CAPTURE(piece);
            Talk talk(version, piece);
            REQUIRE(talk.handshake == TlsStep::Done);
            CHECK(SSL_version(talk.peer.ssl()) == version);
            const std::string text = long_text(40000);
            talk.peer.say(text);
            while (talk.received.size() < text.size()) {
                talk.peer.send(piece);
                const auto step = talk.read(1000).step;
                REQUIRE((step == TlsStep::Done || step == TlsStep::WantsRead));
            }
            CHECK(talk.received == text);
            talk.write(text);
            CHECK(talk.heard == text);
        }
    }
}

TEST_CASE("a session says if it has received more than it has returned") {
    Talk talk;
    CHECK_FALSE(talk.session->has_received());
    talk.peer.say("0123456789");
    talk.peer.say("abc");
    talk.peer.send();
    CHECK(talk.read(4).bytes == 4);
    CHECK(talk.session->has_received());
    CHECK(talk.read().bytes == 6);
    CHECK(talk.session->has_received()); // the second record: the system has no more bytes
    CHECK(talk.read().bytes == 3);
    CHECK_FALSE(talk.session->has_received());
    CHECK(talk.read().step == TlsStep::WantsRead);
    CHECK(talk.received == "0123456789abc");
}

TEST_CASE("a blocked write goes on where it stopped, from a buffer that has moved and grown") {
    Talk talk;
    const std::string text = long_text(300000);
    std::size_t written = 0, offered = 100000;
    TlsStep step{};
    while (step == TlsStep::Done) {
        const auto moved =
            talk.session->write_some(std::string_view(text).substr(0, offered).substr(written));
        step = moved.step;
        written += moved.bytes;
    }
    REQUIRE(step == TlsStep::WantsWrite);
    REQUIRE(written < offered);
    bool moved_within_a_record = false;
    while (written < text.size()) {
        talk.peer.receive(100);
        const std::uint64_t before = talk.session->bytes_sent();
        const std::string moved_and_grown = text.substr(written, text.size() - written);
        const auto moved = talk.session->write_some(moved_and_grown);
        REQUIRE((moved.step == TlsStep::Done || moved.step == TlsStep::WantsWrite));
        moved_within_a_record =
            moved_within_a_record || (moved.bytes == 0 && talk.session->bytes_sent() > before);
        written += moved.bytes;
        talk.heard += talk.peer.heard();
    }
    CHECK(moved_within_a_record);
    while (talk.peer.receive())
        talk.heard += talk.peer.heard();
    CHECK(talk.heard == text);
}

TEST_CASE("both sides can say that nothing more comes, in either order") {
    SUBCASE("the peer first") {
        Talk talk;
        talk.peer.say("last");
        SSL_shutdown(talk.peer.ssl());
        talk.peer.send();
        CHECK(talk.read().bytes == 4);
        CHECK(talk.read().step == TlsStep::Ended);
        CHECK(talk.read().step == TlsStep::Ended);
        talk.write("still an answer");
        CHECK(talk.heard == "still an answer");
        CHECK(talk.session->say_goodbye() == TlsStep::Done);
    }
    SUBCASE("the server first") {
        Talk talk;
        talk.write("last");
        CHECK(talk.session->say_goodbye() == TlsStep::Done);
        CHECK(talk.session->say_goodbye() != TlsStep::WantsWrite); // nothing is left to say
        talk.peer.receive();
        CHECK(talk.peer.heard().empty());
        CHECK(SSL_get_shutdown(talk.peer.ssl()) == SSL_RECEIVED_SHUTDOWN);
    }
}

TEST_CASE("a peer that hangs up without saying so has failed") {
    Talk talk;
    talk.sockets.hang_up();
    CHECK(talk.read().step == TlsStep::Failed);
    CHECK(talk.session->failure() == "unexpected eof while reading");
    CHECK(talk.session->write_some("x").step == TlsStep::Failed);
    CHECK(talk.session->say_goodbye() == TlsStep::Failed);
    Talk other;
    other.sockets.hang_up();
    CHECK(other.session->write_some("x").step == TlsStep::Failed);
    CHECK(other.session->failure() == "connection lost");
}

TEST_CASE("garbage fails, before, in and after the handshake") {
    const CertificateFolder folder;
    const TlsContext context(folder.files());
    for (const std::string& garbage :
         {std::string(200, '\0'), std::string("\x80\x2e\x01\x03", 4) + long_text(60),
          std::string("\x16\x03\x01\xff\xff", 5) + long_text(600),
          std::string("\x16\x03\x01\x00\x05\x01\xff\xff\xff\x00", 10),
          std::string("\x17\x03\x03\x00\x03xyz", 8)}) {
        const SocketPair sockets;
        const auto session = context.session(sockets.server);
        send(sockets.peer, garbage.data(), garbage.size(), 0);
        TlsStep step = session->shake_hands();
        CHECK((step == TlsStep::Failed || step == TlsStep::WantsRead));
        shutdown(sockets.peer, SHUT_WR);
        step = session->shake_hands();
        CHECK(step == TlsStep::Failed);
        CHECK_FALSE(session->failure().empty());
    }
    Talk talk;
    const std::string garbage = "\x17\x03\x03" + std::string("\0\x20", 2) + long_text(32);
    send(talk.sockets.peer, garbage.data(), garbage.size(), 0);
    CHECK(talk.read().step == TlsStep::Failed);
    CHECK(talk.read().step == TlsStep::Failed);
}

TEST_CASE("old versions, weak ciphers and other protocols are refused") {
    CHECK(Talk(TLS1_1_VERSION).handshake == TlsStep::Failed);
    CHECK(Talk(TLS1_1_VERSION).session->failure() == "unsupported protocol");
    const CertificateFolder folder;
    const TlsContext context(folder.files());
    const auto with = [&](auto change) {
        const SocketPair sockets;
        const auto session = context.session(sockets.server);
        TlsPeer peer(sockets.peer);
        change(peer.ssl());
        return shake_hands(*session, peer);
    };
    const auto offers = [](const char* ciphers) {
        return [ciphers](SSL* ssl) {
            SSL_set_max_proto_version(ssl, TLS1_2_VERSION);
            SSL_set_cipher_list(ssl, ciphers);
        };
    };
    CHECK(with(offers("ECDHE-ECDSA-AES128-GCM-SHA256")) == TlsStep::Done);
    CHECK(with(offers("ECDHE-ECDSA-AES128-SHA256")) == TlsStep::Failed); // CBC
    CHECK(with(offers("ECDHE-ECDSA-AES256-CCM")) == TlsStep::Failed);
    const auto alpn = [](const std::string& protocols) {
        return [protocols](SSL* ssl) {
            SSL_set_alpn_protos(ssl, reinterpret_cast<const unsigned char*>(protocols.data()),
                                static_cast<unsigned>(protocols.size()));
        };
    };
    CHECK(with(alpn("\x02h2\x08http/1.1")) == TlsStep::Done);
    CHECK(with(alpn("\x02h2")) == TlsStep::Failed);
}

TEST_CASE("a peer may change keys sometimes, but not all the time") {
    const auto change_keys = [](Talk& talk, int times) {
        TlsStep step{};
        for (int i = 0; i < times; ++i) {
            SSL_key_update(talk.peer.ssl(), SSL_KEY_UPDATE_REQUESTED);
            SSL_do_handshake(talk.peer.ssl());
            talk.peer.send();
            step = talk.read().step;
            talk.write("x"); // with the new key
        }
        return step;
    };
    Talk some;
    CHECK(change_keys(some, 10) == TlsStep::WantsRead);
    some.peer.say("hello");
    some.peer.send();
    CHECK(some.read().bytes == 5);
    CHECK(some.heard == std::string(10, 'x'));
    Talk many;
    change_keys(many, 16);
    SSL_key_update(many.peer.ssl(), SSL_KEY_UPDATE_REQUESTED);
    SSL_do_handshake(many.peer.ssl());
    many.peer.send();
    CHECK(many.read().step == TlsStep::Failed);
    CHECK(many.session->failure() == "too many messages change keys");
}

TEST_CASE("keys that change while a write is blocked don't break it") {
    Talk talk;
    const std::string text = long_text(100000);
    std::size_t written = 0;
    for (TlsSession::Moved moved; moved.step == TlsStep::Done; written += moved.bytes)
        moved = talk.session->write_some(std::string_view(text).substr(written));
    SSL_key_update(talk.peer.ssl(), SSL_KEY_UPDATE_REQUESTED);
    SSL_do_handshake(talk.peer.ssl());
    talk.peer.say("more");
    talk.peer.send();
    while (talk.received.empty()) {
        const auto step = talk.read().step;
        REQUIRE(step != TlsStep::Failed);
        if (step != TlsStep::WantsWrite && step != TlsStep::WantsRead)
            continue;
        talk.peer.receive(1000);
        const auto moved = talk.session->write_some(std::string_view(text).substr(written));
        REQUIRE(moved.step != TlsStep::Failed);
        written += moved.bytes;
    }
    CHECK(talk.received == "more");
    talk.write(std::string_view(text).substr(written));
    talk.heard += talk.peer.heard();
    CHECK(talk.heard == text);
}

TEST_CASE("renegotiation is refused") {
    Talk talk(TLS1_2_VERSION);
    SSL_set_options(talk.peer.ssl(), SSL_OP_LEGACY_SERVER_CONNECT);
    SSL_renegotiate(talk.peer.ssl());
    SSL_do_handshake(talk.peer.ssl());
    talk.peer.send();
    CHECK(talk.read().step == TlsStep::WantsRead);
    talk.peer.receive();
    CHECK(SSL_do_handshake(talk.peer.ssl()) != 1);
}

TEST_CASE("clients resume with a ticket until its key is renewed") {
    const CertificateFolder folder;
    TlsContext context(folder.files());
    SSL_SESSION* ticket = nullptr;
    const auto resumes = [&] {
        const SocketPair sockets;
        const auto session = context.session(sockets.server);
        TlsPeer peer(sockets.peer);
        if (ticket != nullptr)
            SSL_set_session(peer.ssl(), ticket);
        CHECK(shake_hands(*session, peer) == TlsStep::Done);
        do
            peer.heard(); // the tickets
        while (peer.receive());
        SSL_set_shutdown(peer.ssl(), SSL_SENT_SHUTDOWN); // else OpenSSL doesn't resume it
        SSL_SESSION_free(ticket);
        ticket = SSL_get1_session(peer.ssl());
        return SSL_session_reused(peer.ssl()) == 1;
    };
    CHECK_FALSE(resumes());
    CHECK(resumes());
    CHECK(resumes());
    context.renew_ticket_key();
    CHECK_FALSE(resumes());
    CHECK(resumes());
    SSL_SESSION_free(ticket);
}

} // namespace jaipur::server::net::test
