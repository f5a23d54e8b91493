#include "tests/bench/load/view_text.hpp"

#include <charconv>
#include <system_error>

namespace jaipur::bench {

std::string_view after(std::string_view json, std::string_view name) {
    const auto at = json.find(name);
    return at == std::string_view::npos ? std::string_view{} : json.substr(at + name.size());
}

std::optional<std::uint64_t> number(std::string_view text) {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc{} ? std::optional(value) : std::nullopt;
}

std::string_view quoted(std::string_view text) {
    if (text.empty() || text.front() != '"')
        return {};
    text.remove_prefix(1);
    return text.substr(0, text.find('"'));
}

bool is_my_turn(std::string_view view) {
    const auto you = number(after(view, R"("you":)"));
    return you && quoted(after(view, R"("phase":)")) == "playing" &&
           number(after(view, R"("turn":)")) == you;
}

namespace {

// Empty if only an exchange is legal.
std::string action_of(std::string_view view) {
    const auto legal = after(view, R"("legal":{)");
    const auto sell = after(legal, R"("sell":{)");
    const auto good = quoted(sell);
    const auto most = number(after(sell, R"("max":)"));
    const auto sale = [&] {
        return R"({"type":"sell","good":")" + std::string(good) + R"(","count":)" +
               std::to_string(*most) + "}";
    };
    if (!good.empty() && most && *most >= 2)
        return sale();
    if (const auto card = quoted(after(legal, R"("take":[)")); !card.empty())
        return R"({"type":"take","card":")" + std::string(card) + R"("})";
    if (!good.empty() && most)
        return sale();
    if (after(legal, R"("take_camels":)").starts_with("true"))
        return R"({"type":"take_camels"})";
    return {};
}

} // namespace

std::string move_request(std::string_view view, std::uint64_t id) {
    const std::string action = action_of(view);
    const auto ply = number(after(view, R"("ply":)"));
    const std::string with_id = R"(","id":)" + std::to_string(id);
    if (action.empty() || !ply)
        return R"({"type":"resign)" + with_id + "}";
    return R"({"type":"act)" + with_id + R"(,"ply":)" + std::to_string(*ply) + R"(,"action":)" +
           action + "}";
}

} // namespace jaipur::bench
