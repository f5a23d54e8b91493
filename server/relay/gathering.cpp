#include "server/relay/gathering.hpp"

#include "protocol/codec.hpp"
#include "protocol/limits.hpp"
#include "protocol/text.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>
#include <variant>

namespace jaipur::server::relay {

namespace {

constexpr std::size_t rooms_in_a_list = 50; // of the protocol

using protocol::ErrorCode;

// Nothing: there is no answer, or none that can be read.
std::optional<protocol::ServerMessage> read(const std::optional<std::string>& answer) {
    if (!answer)
        return std::nullopt;
    auto message = protocol::decode_server(*answer);
    return message ? std::optional(std::move(*message)) : std::nullopt;
}

template <class Adds>
Adds* added(std::optional<protocol::ServerMessage>& message) {
    auto* const ok = message ? std::get_if<protocol::Ok>(&*message) : nullptr;
    return ok ? std::get_if<Adds>(&ok->adds) : nullptr;
}

template <class Adds>
std::string granted(std::uint64_t re, Adds adds) {
    return protocol::encode(protocol::ServerMessage(protocol::Ok{re, std::move(adds)}));
}

} // namespace

std::string refused(std::uint64_t re, ErrorCode code) {
    return protocol::encode(protocol::ServerMessage(protocol::Error{re, code, {}}));
}

bool is_answer(std::string_view text) {
    return text.starts_with(R"({"type":"ok")") || text.starts_with(R"({"type":"error")");
}

std::string rooms_of(const Answers& answers, std::uint64_t re) {
    protocol::RoomList all;
    bool there_are_more = false;
    for (const auto& answer : answers) {
        auto message = read(answer);
        if (message && std::holds_alternative<protocol::Error>(*message))
            return refused(re, std::get<protocol::Error>(*message).code);
        auto* const part = added<protocol::RoomList>(message);
        if (!part)
            continue;
        std::ranges::move(part->rooms, std::back_inserter(all.rooms));
        there_are_more = there_are_more || part->next;
        if (part->notice)
            all.notice = std::move(part->notice);
    }
    constexpr auto code = &protocol::RoomListing::room;
    std::ranges::sort(all.rooms, {}, code);
    const auto twice = std::ranges::unique(all.rooms, {}, code); // it is moving between servers
    all.rooms.erase(twice.begin(), twice.end());
    if (all.rooms.size() > rooms_in_a_list) {
        all.rooms.resize(rooms_in_a_list);
        there_are_more = true;
    }
    if (there_are_more)
        all.next = all.rooms.back().room;
    return granted(re, std::move(all));
}

namespace {

// Nobody has it. Without a room it could be in any slot, also in one that nobody holds, and that
// server would wait for it.
protocol::SeatToken nobodys_seat(const std::string& address, const core::Owners& owners) {
    for (const core::Slot slot : core::all_slots)
        if (owners.is_held(slot) && owners.address_of(slot).value_or("") == address)
            return {std::string(protocol::room_code_length, slot), {}};
    return {};
}

} // namespace

std::string question_about(const protocol::ListGames& request, std::uint64_t re,
                           const std::string& address, const core::Owners& owners) {
    protocol::ListGames question = request;
    const protocol::SeatToken nobodys = nobodys_seat(address, owners);
    for (protocol::SeatToken& seat : question.seats) {
        const auto code = seat.room ? protocol::room_code(*seat.room) : std::nullopt;
        if (code && owners.address_of(core::slot_of(*code)).value_or("") != address)
            seat = nobodys; // another one knows
    }
    return protocol::encode(protocol::Request{re, std::move(question)});
}

std::string games_of(const Answers& answers, std::uint64_t re, bool all_can_answer) {
    std::vector<std::optional<protocol::Game>> all;
    const auto add = [&all](std::vector<std::optional<protocol::Game>>& games) {
        all.resize(std::max(all.size(), games.size()));
        for (std::size_t i = 0; i < games.size(); ++i)
            if (games[i])
                all[i] = std::move(games[i]);
    };
    bool is_whole = all_can_answer;
    for (const auto& answer : answers) {
        auto message = read(answer);
        auto* const error = message ? std::get_if<protocol::Error>(&*message) : nullptr;
        if (error && error->code != ErrorCode::ShuttingDown)
            return refused(re, error->code);
        auto* const part = added<protocol::GameList>(message);
        if (error)
            add(error->games);
        else if (part)
            add(part->games);
        is_whole = is_whole && part;
    }
    const bool knows_all =
        std::ranges::all_of(all, [](const auto& game) { return game.has_value(); });
    if (is_whole || (knows_all && !all.empty()))
        return granted(re, protocol::GameList{std::move(all)});
    return protocol::encode(protocol::ServerMessage(protocol::games_lacking(re, std::move(all))));
}

std::optional<std::string> answer_of(const Destination& destination, const Answers& answers,
                                     std::uint64_t re) {
    if (destination.way == Destination::Way::GatherRooms)
        return rooms_of(answers, re);
    if (destination.way == Destination::Way::GatherGames)
        return games_of(answers, re, destination.all_can_answer);
    return answers.front();
}

} // namespace jaipur::server::relay
