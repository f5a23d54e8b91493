// The parts of the screen that draw() puts together, and what they share.
#pragma once

#include "client/console/model.hpp"
#include "client/console/screen/canvas.hpp"
#include "client/console/screen/help.hpp"
#include "client/console/screen/ui.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace jaipur::client::screen {

enum class Occasion : std::uint8_t { Match, Replay };

// What is being drawn.
struct Picture {
    const Model& model;
    const UiState& ui;
    SteadyTime now;
    Occasion occasion = Occasion::Match;
};

// ---- the frame of every screen
inline constexpr Style bar{Ink::Text, Look::Bar};
void draw_too_small(Area area, Size size);
// The keys and what they do, in as many lines as that needs, from the front to the back.
std::vector<Line> key_lines(const std::vector<KeyHint>& hints, int columns, Charset charset);
void draw_keys(Area area, const std::vector<Line>& lines);

// ---- scenes, each into the body of the screen
void draw_page(Area area, const Picture& picture);
void draw_waiting(Area area, const Picture& picture);
void draw_table(Area area, const Picture& picture);
void draw_summary(Area area, const Picture& picture);
void draw_help(Area area, const std::vector<HelpLine>& lines, int top);
// A question in the middle of the screen, where one is asked.
void draw_question(Area area, const Picture& picture);

// ---- parts of the table
// `card`: how large the cards of the hand are; none: it is told in a line, or lies elsewhere.
void draw_trader(Area area, const Picture& picture, Seat seat, Size card);
void draw_market(Area area, const Picture& picture, Size card);
void draw_hand(Area area, const Picture& picture, Seat seat, Size card);
void draw_piles(Area area, const Picture& picture);
void draw_advice(Area area, const Picture& picture);
void draw_log(Area area, const Picture& picture);

// ---- cards
enum class Mark : std::uint8_t { None, Fresh, Take, Give, Sell };

struct CardLook {
    std::optional<Card> card; // none: an empty place
    std::string label;        // its key
    Mark mark = Mark::None;
    bool under_cursor = false;
};

void draw_card(Area area, const CardLook& look);
void draw_back(Area area, std::string_view label);

// A good's sign: a symbol, or its letter where the charset has none.
std::string_view symbol(Card card, Charset charset);
// "Diamond"
std::string title(Card card);

// ---- large letters, for a room's code and a title
int large_height(Charset charset);
int large_width(std::string_view text);
void draw_large(Area area, int x, int y, std::string_view text, Style style);

// ---- words
Seat upper_seat(const Model& model); // who sits at the top: the opponent, or seat 1
std::string player_name(const Model& model, Seat seat);
std::string seals_won(int seals, int needed);
int seals_needed(const Model& model);
// "4:05"; tenths of a second under ten.
std::string clock_text(std::chrono::milliseconds left);
std::optional<std::chrono::milliseconds> clock_left(const Picture& picture, Seat seat);
// What is left of an absent player's grace; none while present.
std::optional<std::chrono::milliseconds> grace_left(const Picture& picture, Seat seat);
// After a round or a match: who wants to go on.
std::string going_on(const Picture& picture);
std::string link_text(const Picture& picture);

} // namespace jaipur::client::screen
