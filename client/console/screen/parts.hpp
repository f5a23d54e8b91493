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
    Size screen;
    Occasion occasion = Occasion::Match;
};

// ---- the frame of every screen
struct Frame {
    Area status, body, prompt;
    Area above; // with the prompt as its last row
};

// Low screens have no row to spare for the prompt: it covers the body's last row while it says
// something.
enum class Prompt : std::uint8_t { HasRow, Covers };

// Draws the keys at the bottom.
Frame draw_frame(Canvas& canvas, const std::vector<KeyHint>& hints, Prompt prompt);
// What is drawn instead of everything else in a window below `smallest`.
Canvas draw_too_small(Size size, Charset charset, std::string_view what_to_do);
// For the scene of a table, which must not move when the prompt appears.
Prompt prompt_at_table(Size screen);
// An empty box in the middle.
Area draw_box(Area area, Size size, Style style);
std::vector<std::string> wrap(const std::vector<std::string>& texts, int columns, Charset charset);
// Of the text, parts between " · " that don't fit are left out, from the last one on.
void draw_title_bar(Area area, const std::string& text, const Line& right);

struct TypedText {
    int cursor = 0, end = 0; // columns
};

// Scrolls the text so that its cursor is at least `margin` columns from the right edge.
TypedText draw_line_edit(Area area, const LineEdit& line, Style style, int margin);

// ---- scenes, each into the body of the screen
void draw_page(Area area, const Picture& picture);
void draw_waiting(Area area, const Picture& picture);
void draw_table(Area area, const Picture& picture);
void draw_summary(Area area, const Picture& picture);
// Both traders' accounts of the last round, and below them the rounds so far and the match's ID,
// from the row `y` on. Returns the next row.
int draw_account(Area area, int y, const Picture& picture);
// How many rows it needs.
int least_account_height(const Picture& picture);
void draw_help(Area area, const std::vector<HelpLine>& lines, int top);
// Everything that has happened in the room.
void draw_history(Area area, const Picture& picture);
std::vector<Span> history_rows(const Model& model, int columns, Charset charset);
// The link to the room as a QR code.
void draw_qr(Area area, const Picture& picture);
// The link that moves the seat to another device.
void draw_other_device(Area area, const Picture& picture);
// Draws the open question, if there is one, in the middle.
void draw_question(Area area, const Picture& picture);

// ---- parts of the table
// `card`: the size of the hand's cards; 0: the hand is a line, or drawn elsewhere.
void draw_trader(Area area, const Picture& picture, Seat seat, Size card);
// A hand and tokens in one row.
void draw_trader_compact(Area area, const Picture& picture, Seat seat);
enum class Deck : std::uint8_t { Shown, Elsewhere };
void draw_market(Area area, const Picture& picture, Size card, Deck deck);
void draw_hand(Area area, const Picture& picture, Seat seat, Size card);
void draw_piles(Area area, const Picture& picture);
// Below each other in three rows, with the deck.
void draw_piles_compact(Area area, const Picture& picture);
void draw_advice(Area area, const Picture& picture);
void draw_log(Area area, const Picture& picture);
// A text in rows. A command after "run:" gets a separate one, so that it can be copied.
std::vector<std::string> in_rows(const std::string& text, int columns, Charset charset);

// ---- cards
enum class Mark : std::uint8_t { None, Fresh, Take, Give, Sell };

struct CardLook {
    std::optional<Card> card; // none: an empty slot
    std::string label;        // its key
    Mark mark = Mark::None;
    bool under_cursor = false;
};

void draw_card(Area area, const CardLook& look);
void draw_back(Area area, std::string_view label);

// A card's symbol, or its letter if the charset has no symbol.
std::string_view symbol(Card card, Charset charset);

// ---- large letters, for a room's code and a title
int large_height(Charset charset);
int large_width(std::string_view text);
void draw_large(Area area, int x, int y, std::string_view text, Style style);

// When a move's time is shown.
inline constexpr std::chrono::milliseconds short_move{60'000};

// ---- words
Seat upper_seat(const Model& model); // the seat shown at the top: the opponent's, or seat 1
std::string player_name(const Model& model, Seat seat);
std::string seals_won(int seals, int needed);
int seals_needed(const Model& model);
// "4:05"; tenths of a second under ten.
std::string clock_text(std::chrono::milliseconds left);
std::optional<std::chrono::milliseconds> clock_left(const Picture& picture, Seat seat);
// What this seat has left for its move if that is little; nothing otherwise.
std::optional<std::chrono::milliseconds> short_move_left(const Picture& picture, Seat seat);
// How long an absent player can still come back; nothing while they are present.
std::optional<std::chrono::milliseconds> grace_left(const Picture& picture, Seat seat);
// After a round or a match: who wants to continue.
std::string going_on(const Picture& picture);
std::string link_text(const Picture& picture);

} // namespace jaipur::client::screen
