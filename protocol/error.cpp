#include "protocol/error.hpp"

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
    CodeText{ErrorCode::BadJson, "bad_json",
             "This is not a JSON object that follows the protocol."},
    CodeText{ErrorCode::BadRequest, "bad_request",
             "A field is missing, unknown or has the wrong type or value."},
    CodeText{ErrorCode::UnknownType, "unknown_type", "Unknown request type."},
    CodeText{ErrorCode::RateLimited, "rate_limited", "Too many requests; slow down."},
    CodeText{ErrorCode::ServerFull, "server_full", "The server is full."},
    CodeText{ErrorCode::ShuttingDown, "shutting_down",
             "The server is shutting down and opens no new rooms."},
    CodeText{ErrorCode::StorageFull, "storage_full",
             "The server can't store this at the moment; try again later."},
    CodeText{ErrorCode::NoSuchRoom, "no_such_room",
             "No such room, wrong password, or spectators aren't allowed."},
    CodeText{ErrorCode::RoomFull, "room_full", "The room is full."},
    CodeText{ErrorCode::BadToken, "bad_token", "This token can't resume this seat."},
    CodeText{ErrorCode::ServerLocked, "server_locked",
             "This server is private: you need its password or an invitation."},
    CodeText{ErrorCode::WrongPassword, "wrong_password", "Wrong server password."},
    CodeText{ErrorCode::InvitationOver, "invitation_over", "This invitation can't be used."},
    CodeText{ErrorCode::NotInRoom, "not_in_room", "You are not in a room."},
    CodeText{ErrorCode::AlreadyInRoom, "already_in_room", "You are already in a room."},
    CodeText{ErrorCode::NotAPlayer, "not_a_player", "Only players can do that."},
    CodeText{ErrorCode::NotOwner, "not_owner", "Only the room's owner can do that."},
    CodeText{ErrorCode::BadName, "bad_name", "This name isn't allowed."},
    CodeText{ErrorCode::BadText, "bad_text", "This text isn't allowed."},
    CodeText{ErrorCode::ChatOff, "chat_off", "The room's owner doesn't let you chat."},
    CodeText{ErrorCode::BadReveal, "bad_reveal", "The nonce doesn't match your commitment."},
    CodeText{ErrorCode::BadCommit, "bad_commit", "This commitment can't be used."},
    CodeText{ErrorCode::NotPlaying, "not_playing", "You can't do that at this point."},
    CodeText{ErrorCode::NotYourTurn, "not_your_turn", "It is not your turn."},
    CodeText{ErrorCode::StalePly, "stale_ply", "The game has moved on."},
    CodeText{ErrorCode::CannotClaim, "cannot_claim", "Your opponent still has time."},
    CodeText{ErrorCode::NotInMarket, "not_in_market", "You can't take that from the market."},
    CodeText{ErrorCode::NoCamels, "no_camels", "There are no camels in the market."},
    CodeText{ErrorCode::ExchangeTooSmall, "exchange_too_small",
             "You must exchange at least two cards."},
    CodeText{ErrorCode::ExchangeUnequal, "exchange_unequal",
             "You must give as many cards as you take."},
    CodeText{ErrorCode::ExchangeTakesCamel, "exchange_takes_camel",
             "You can't take camels in an exchange."},
    CodeText{ErrorCode::ExchangeSameGood, "exchange_same_good",
             "You can't take and give the same type of goods in an exchange."},
    CodeText{ErrorCode::HandLimit, "hand_limit", "You can't hold more than seven cards."},
    CodeText{ErrorCode::NotInHand, "not_in_hand", "You don't have these cards in your hand."},
    CodeText{ErrorCode::HerdTooSmall, "herd_too_small", "You don't have enough camels."},
    CodeText{ErrorCode::SaleTooSmall, "sale_too_small",
             "You must sell at least one card, and at least two diamonds, gold or silver."},
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

std::string_view name(ErrorCode code) {
    return code_texts[static_cast<std::size_t>(code)].name;
}

std::string_view message(ErrorCode code) {
    return code_texts[static_cast<std::size_t>(code)].message;
}

ErrorCode error_code(RuleError error) {
    using enum ErrorCode;
    static constexpr std::array codes{NotPlaying,         NotYourTurn,      NotInMarket,
                                      NoCamels,           ExchangeTooSmall, ExchangeUnequal,
                                      ExchangeTakesCamel, ExchangeSameGood, HandLimit,
                                      NotInHand,          HerdTooSmall,     SaleTooSmall};
    static_assert(codes.size() == static_cast<std::size_t>(RuleError::SaleTooSmall) + 1);
    return codes[static_cast<std::size_t>(error)];
}

} // namespace jaipur::protocol
