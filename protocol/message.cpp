#include "protocol/message.hpp"

#include <array>
#include <cstddef>

namespace jaipur::protocol {

namespace {

struct CodeText {
    ErrorCode code;
    std::string_view name, message;
};

// In the order of ErrorCode. The texts are constant: they never repeat what a client sent.
constexpr std::array code_texts{
    CodeText{ErrorCode::BadJson, "bad_json", "This is not a JSON object as the protocol asks for."},
    CodeText{ErrorCode::BadRequest, "bad_request",
             "A field is missing, unknown or not of its type."},
    CodeText{ErrorCode::UnknownType, "unknown_type", "There is no request of this type."},
    CodeText{ErrorCode::RateLimited, "rate_limited", "Too many requests: slow down."},
    CodeText{ErrorCode::ServerFull, "server_full", "The server is full."},
    CodeText{ErrorCode::ShuttingDown, "shutting_down",
             "The server is about to stop; no new rooms."},
    CodeText{ErrorCode::StorageFull, "storage_full",
             "The server cannot store this now; try again later."},
    CodeText{ErrorCode::NoSuchRoom, "no_such_room",
             "There is no such room, or it is closed to you."},
    CodeText{ErrorCode::RoomFull, "room_full", "The room is full."},
    CodeText{ErrorCode::BadToken, "bad_token", "This seat cannot be resumed with this token."},
    CodeText{ErrorCode::NotInRoom, "not_in_room", "You are in no room."},
    CodeText{ErrorCode::AlreadyInRoom, "already_in_room", "You are in a room already."},
    CodeText{ErrorCode::NotAPlayer, "not_a_player", "Only a player can do that."},
    CodeText{ErrorCode::BadName, "bad_name", "This name cannot be used."},
    CodeText{ErrorCode::BadText, "bad_text", "This text cannot be sent."},
    CodeText{ErrorCode::BadReveal, "bad_reveal", "The nonce does not fit your commitment."},
    CodeText{ErrorCode::BadCommit, "bad_commit", "This commitment cannot be used."},
    CodeText{ErrorCode::NotPlaying, "not_playing", "That cannot be done at this point."},
    CodeText{ErrorCode::NotYourTurn, "not_your_turn", "It is not your turn."},
    CodeText{ErrorCode::StalePly, "stale_ply", "The game has moved on."},
    CodeText{ErrorCode::CannotClaim, "cannot_claim",
             "The opponent is here or still has time to come back."},
    CodeText{ErrorCode::NotInMarket, "not_in_market",
             "The market does not offer this to be taken."},
    CodeText{ErrorCode::NoCamels, "no_camels", "There are no camels in the market."},
    CodeText{ErrorCode::ExchangeTooSmall, "exchange_too_small",
             "An exchange needs at least two cards."},
    CodeText{ErrorCode::ExchangeUnequal, "exchange_unequal",
             "An exchange gives as many cards as it takes."},
    CodeText{ErrorCode::ExchangeTakesCamel, "exchange_takes_camel",
             "An exchange cannot take camels."},
    CodeText{ErrorCode::ExchangeSameGood, "exchange_same_good",
             "An exchange cannot take and give the same good."},
    CodeText{ErrorCode::HandLimit, "hand_limit", "A hand cannot hold more than seven cards."},
    CodeText{ErrorCode::NotInHand, "not_in_hand", "You do not have these cards in your hand."},
    CodeText{ErrorCode::HerdTooSmall, "herd_too_small", "You do not have so many camels."},
    CodeText{ErrorCode::SaleTooSmall, "sale_too_small",
             "A sale needs at least one card, of diamond, gold and silver two."},
};

constexpr bool in_order() {
    for (std::size_t i = 0; i < code_texts.size(); ++i)
        if (static_cast<std::size_t>(code_texts[i].code) != i)
            return false;
    return true;
}

static_assert(in_order());
static_assert(code_texts.size() == static_cast<std::size_t>(ErrorCode::SaleTooSmall) + 1);

} // namespace

std::string_view name(SpectatorMode mode) {
    switch (mode) {
    case SpectatorMode::Public:
        return "public";
    case SpectatorMode::None:
        return "none";
    case SpectatorMode::Open:
        return "open";
    }
    return {};
}

std::string_view name(ErrorCode code) {
    return code_texts[static_cast<std::size_t>(code)].name;
}

std::string_view message(ErrorCode code) {
    return code_texts[static_cast<std::size_t>(code)].message;
}

ErrorCode error_code(RuleError error) {
    switch (error) {
    case RuleError::NotPlaying:
        return ErrorCode::NotPlaying;
    case RuleError::NotYourTurn:
        return ErrorCode::NotYourTurn;
    case RuleError::NotInMarket:
        return ErrorCode::NotInMarket;
    case RuleError::NoCamels:
        return ErrorCode::NoCamels;
    case RuleError::ExchangeTooSmall:
        return ErrorCode::ExchangeTooSmall;
    case RuleError::ExchangeUnequal:
        return ErrorCode::ExchangeUnequal;
    case RuleError::ExchangeTakesCamel:
        return ErrorCode::ExchangeTakesCamel;
    case RuleError::ExchangeSameGood:
        return ErrorCode::ExchangeSameGood;
    case RuleError::HandLimit:
        return ErrorCode::HandLimit;
    case RuleError::NotInHand:
        return ErrorCode::NotInHand;
    case RuleError::HerdTooSmall:
        return ErrorCode::HerdTooSmall;
    case RuleError::SaleTooSmall:
        return ErrorCode::SaleTooSmall;
    }
    return ErrorCode::BadRequest;
}

} // namespace jaipur::protocol
