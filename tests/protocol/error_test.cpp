#include "protocol/message.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

using namespace jaipur;
using namespace jaipur::protocol;

namespace {

std::vector<ErrorCode> all_codes() {
    std::vector<ErrorCode> codes;
    for (int i = 0; i <= static_cast<int>(ErrorCode::SaleTooSmall); ++i)
        codes.push_back(static_cast<ErrorCode>(i));
    return codes;
}

} // namespace

TEST_CASE("error codes have the protocol's names") {
    const std::vector<std::string_view> expected{"bad_json",
                                                 "bad_request",
                                                 "unknown_type",
                                                 "rate_limited",
                                                 "server_full",
                                                 "shutting_down",
                                                 "storage_full",
                                                 "no_such_room",
                                                 "room_full",
                                                 "bad_token",
                                                 "server_locked",
                                                 "wrong_password",
                                                 "invitation_over",
                                                 "not_in_room",
                                                 "already_in_room",
                                                 "not_a_player",
                                                 "not_owner",
                                                 "bad_name",
                                                 "bad_text",
                                                 "chat_off",
                                                 "bad_reveal",
                                                 "bad_commit",
                                                 "not_playing",
                                                 "not_your_turn",
                                                 "stale_ply",
                                                 "cannot_claim",
                                                 "not_in_market",
                                                 "no_camels",
                                                 "exchange_too_small",
                                                 "exchange_unequal",
                                                 "exchange_takes_camel",
                                                 "exchange_same_good",
                                                 "hand_limit",
                                                 "not_in_hand",
                                                 "herd_too_small",
                                                 "sale_too_small"};
    std::vector<std::string_view> names;
    for (ErrorCode code : all_codes())
        names.push_back(name(code));
    CHECK(names == expected);
}

TEST_CASE("every error has its own sentence, in ASCII") {
    std::set<std::string_view> texts;
    for (ErrorCode code : all_codes()) {
        const std::string_view text = message(code);
        CAPTURE(text);
        CHECK(text.size() > 10);
        CHECK(text.ends_with('.'));
        CHECK(std::ranges::all_of(text, [](char c) { return c >= ' ' && c <= '~'; }));
        texts.insert(text);
    }
    CHECK(texts.size() == all_codes().size());
}

TEST_CASE("each refusal by the rules has the error code of the same name") {
    CHECK(error_code(RuleError::NotPlaying) == ErrorCode::NotPlaying);
    CHECK(error_code(RuleError::NotYourTurn) == ErrorCode::NotYourTurn);
    CHECK(error_code(RuleError::NotInMarket) == ErrorCode::NotInMarket);
    CHECK(error_code(RuleError::NoCamels) == ErrorCode::NoCamels);
    CHECK(error_code(RuleError::ExchangeTooSmall) == ErrorCode::ExchangeTooSmall);
    CHECK(error_code(RuleError::ExchangeUnequal) == ErrorCode::ExchangeUnequal);
    CHECK(error_code(RuleError::ExchangeTakesCamel) == ErrorCode::ExchangeTakesCamel);
    CHECK(error_code(RuleError::ExchangeSameGood) == ErrorCode::ExchangeSameGood);
    CHECK(error_code(RuleError::HandLimit) == ErrorCode::HandLimit);
    CHECK(error_code(RuleError::NotInHand) == ErrorCode::NotInHand);
    CHECK(error_code(RuleError::HerdTooSmall) == ErrorCode::HerdTooSmall);
    CHECK(error_code(RuleError::SaleTooSmall) == ErrorCode::SaleTooSmall);
}

TEST_CASE("spectator modes have the protocol's names") {
    CHECK(name(SpectatorMode::Public) == "public");
    CHECK(name(SpectatorMode::None) == "none");
    CHECK(name(SpectatorMode::Open) == "open");
}
