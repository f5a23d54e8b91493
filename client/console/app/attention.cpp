#include "client/console/app/attention.hpp"

#include "client/console/safe_text.hpp"
#include "client/console/translation.hpp"
#include "client/console/words/words.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace jaipur::client::app {

namespace {

constexpr std::string_view bell = "\a", osc = "\x1b]", end_of_osc = "\x1b\\";
constexpr std::string_view keep_title = "\x1b[22;2t", restore_title = "\x1b[23;2t";
constexpr std::size_t longest = 100;

std::string sequence(std::string_view body) {
    return std::string(osc) + std::string(body) + std::string(end_of_osc);
}

bool is_one_of(std::string_view kind, std::initializer_list<std::string_view> beginnings) {
    return std::ranges::any_of(beginnings,
                               [&](std::string_view with) { return kind.starts_with(with); });
}

std::string desktop_call(TerminalKind::Desktop how, std::string text) {
    std::ranges::replace(text, ';', ','); // would end the text
    switch (how) {
    case TerminalKind::Desktop::Osc9:
        return sequence("9;Jaipur: " + text);
    case TerminalKind::Desktop::Osc777:
        return sequence("777;notify;Jaipur;" + text);
    case TerminalKind::Desktop::None:
        break;
    }
    return {};
}

bool is_playing(const Model& model) {
    return model.seat && model.view && model.view->phase == Phase::Playing;
}

bool is_my_turn(const Model& model) {
    return is_playing(model) && model.view->turn == model.seat;
}

} // namespace

std::optional<Notify> parse_notify(std::string_view text) {
    Notify notify{false, false, false};
    bool any = false, none = false;
    std::string word;
    const auto take = [&] {
        const std::string one = lower(std::exchange(word, {}));
        if (one.empty())
            return true;
        any = any || one != "none";
        none = none || one == "none";
        notify.bell = notify.bell || one == "bell";
        notify.title = notify.title || one == "title";
        notify.desktop = notify.desktop || one == "desktop";
        return one == "none" || one == "bell" || one == "title" || one == "desktop";
    };
    for (const char c : text) {
        if (c != ' ' && c != ',' && c != '\t')
            word += c;
        else if (!take())
            return std::nullopt;
    }
    return take() && any != none ? std::optional(notify) : std::nullopt;
}

TerminalKind terminal_kind(const std::function<std::string(const char*)>& variable) {
    using Desktop = TerminalKind::Desktop;
    const std::string kind = variable("TERM");
    TerminalKind terminal;
    const bool inside_another = is_one_of(kind, {"screen", "tmux"}); // they don't pass it on
    terminal.titles =
        inside_another ||
        is_one_of(kind, {"xterm", "rxvt", "vte", "gnome", "konsole", "kitty", "foot", "alacritty",
                         "wezterm", "ghostty", "contour", "st-", "iterm", "mintty", "putty"});
    if (!terminal.titles || inside_another)
        return terminal;
    const bool by_777 = is_one_of(kind, {"rxvt", "vte", "gnome", "konsole", "foot"}) ||
                        !variable("VTE_VERSION").empty() || !variable("KONSOLE_VERSION").empty();
    terminal.desktop = by_777 ? Desktop::Osc777 : Desktop::Osc9;
    return terminal;
}

Attention::Attention(Notify wanted, TerminalKind terminal) : wanted_(wanted), terminal_(terminal) {}

std::string Attention::changed(const Model& model, SteadyTime now) {
    std::string out;
    const std::string why = reason_to_call(model, now);
    if (wanted_.title && terminal_.titles)
        if (const std::string title = this->title(model); title != title_) {
            out += (title_.empty() ? std::string(keep_title) : "") + sequence("2;" + title);
            title_ = title;
        }
    if (why.empty())
        return out;
    if (wanted_.desktop)
        out += desktop_call(terminal_.desktop, safe(why, longest));
    if (wanted_.bell)
        out += bell;
    return out;
}

std::string Attention::end() {
    return std::exchange(title_, {}).empty() ? "" : std::string(restore_title);
}

std::string Attention::leave_title() {
    wanted_.title = false;
    return end();
}

std::string Attention::title(const Model& model) {
    if (!model.room_code)
        return "Jaipur";
    if (!model.view || model.view->phase != Phase::Playing || !model.view->turn)
        return _("Jaipur: room {0}", *model.room_code);
    return is_my_turn(model)
               ? _("Your turn: Jaipur")
               : _("{0}'s turn: Jaipur", words::player_names(model).of[*model.view->turn]);
}

// At most one call for a change; all of them take note of it.
std::string Attention::reason_to_call(const Model& model, SteadyTime now) {
    std::string first;
    for (const std::string& why : {opponent_sat_down(model), turn_came(model, now),
                                   time_is_low(model, now), chat_came(model, now)})
        if (first.empty())
            first = why;
    return first;
}

std::string Attention::opponent_sat_down(const Model& model) {
    std::optional<bool> alone;
    if (model.seat && model.room)
        alone = !model.room->players[other(*model.seat)];
    const bool was_alone = std::exchange(alone_, alone) == true;
    if (!was_alone || alone != false)
        return {};
    return _("{0} joined your room.", model.room->players[other(*model.seat)]->name);
}

std::string Attention::turn_came(const Model& model, SteadyTime now) {
    if (!is_my_turn(model)) {
        if (model.seat && model.view && !waits_since_)
            waits_since_ = now;
        if (!model.seat)
            waits_since_.reset();
        return {};
    }
    const auto since = std::exchange(waits_since_, std::nullopt);
    return since && now - *since >= looks_away_after ? _("It's your turn.") : "";
}

std::string Attention::time_is_low(const Model& model, SteadyTime now) {
    if (!is_my_turn(model))
        return {};
    const auto left = time_left(model, *model.seat, now);
    const Moment moment{model.view->match, model.view->ply};
    const auto low = left ? words::first_low_warning(*left) : std::nullopt;
    if (!low || left->time > *low || low_at_ == moment)
        return {};
    low_at_ = moment;
    return words::time_warning(*left, "");
}

std::string Attention::chat_came(const Model& model, SteadyTime now) {
    const std::size_t end = model.log_dropped + model.log.size();
    std::string text;
    for (std::size_t at = std::max(log_, model.log_dropped); at < end; ++at) {
        const LogLine& line = model.log[at - model.log_dropped];
        if (line.kind == LogLine::Kind::Chat && (!line.seat || line.seat != model.seat))
            text = line.text;
    }
    log_ = end;
    if (text.empty() || (chat_at_ && now - *chat_at_ < between_chats))
        return {};
    chat_at_ = now;
    return text;
}

std::string to_clipboard(std::string_view text) {
    constexpr std::string_view digits =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string encoded;
    for (std::size_t i = 0; i < text.size(); i += 3) {
        unsigned group = 0;
        for (std::size_t j = i; j < i + 3; ++j)
            group = group << 8u | (j < text.size() ? static_cast<unsigned char>(text[j]) : 0u);
        for (std::size_t j = 0; j < 4; ++j)
            encoded += j <= text.size() - i ? digits[(group >> (18 - 6 * j)) & 63u] : '=';
    }
    return sequence("52;c;" + encoded);
}

} // namespace jaipur::client::app
