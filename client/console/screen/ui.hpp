// The state of the screen besides the model: the cursor, the picked cards, typed text. A value;
// `update` returns the next one and what to ask of the server. Pure: no terminal, no network, no
// clock.
#pragma once

#include "client/console/controls.hpp"
#include "client/console/model.hpp"
#include "client/console/screen/advice.hpp"
#include "client/console/screen/asks.hpp"
#include "client/console/screen/choices.hpp"
#include "client/console/screen/key.hpp"
#include "client/console/screen/line_edit.hpp"
#include "protocol/message.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace jaipur::client::screen {

// ---- outside a room ----------------------------------------------------------------------------

enum class Page : std::uint8_t { Menu, Bot, NewRoom, Join, Watch, Rooms, Quick, Server };

enum class Field : std::uint8_t {
    Name,
    Code,
    Password,
    Level, // of the bot
    Visibility,
    Spectators,
    Delay,
    Clock,
    Seals,
    Patience,
    Grace,
    Chat,
    ServerPassword,
};

struct OpenHelp {};

struct ShowAllSeats {}; // of those that are kept

struct MenuEntry {
    char32_t letter = 0;
    std::string label;
    std::variant<Page, ResumeSeat, ShowAllSeats, OpenHelp, UsePlainMode, Quit> does;
};

// A page that the menu opens.
struct PageForm {
    Page page{};
    char32_t letter = 0;       // in the menu; 0: it isn't there
    const char* title = "";    // there and above the page; like the next, not yet translated
    const char* submit = "";   // what Enter does
    std::vector<Field> fields; // empty: not a form
};

// What the forms fill in. They share it, so a name is typed once. Only a password is forgotten with
// its form: it belongs to one room.
struct FormValues {
    LineEdit name, code, password, server_password;
    protocol::CreateOptions options;
    friend bool operator==(const FormValues&, const FormValues&) = default;
};

inline constexpr char32_t ctrl_p = 0x10; // shows the password, or dots again

// ---- at the table ------------------------------------------------------------------------------

enum class Overlay : std::uint8_t {
    None,
    Help,
    History,
    Qr,
    Chat,
    Leave,
    OtherDevice, // the link that moves the seat there
    Resign,
    Claim,
    People, // for the owner: to remove somebody, and who may chat
};

// Whether it is drawn instead of the scene.
constexpr bool is_page(Overlay overlay) {
    return overlay == Overlay::Help || overlay == Overlay::History || overlay == Overlay::Qr ||
           overlay == Overlay::OtherDevice;
}

// What is shown after a round.
enum class AfterRound : std::uint8_t { Summary, Board };

std::string title(AfterRound shown);

constexpr AfterRound other(AfterRound shown) {
    return shown == AfterRound::Summary ? AfterRound::Board : AfterRound::Summary;
}

inline constexpr int last_slot = static_cast<int>(market_size) - 1;

struct Cursor {
    enum class Row : std::uint8_t { Market, Hand };
    Row row = Row::Market;
    int index = 0; // in the hand's row, the herd comes after the last card
    friend bool operator==(const Cursor&, const Cursor&) = default;
};

// The table when the cards were picked.
struct TableSnapshot {
    protocol::MatchId match{};
    int round = 0;
    std::uint32_t ply = 0;
    Phase phase{};
    std::array<std::optional<Card>, market_size> market{};
    std::vector<Good> hand;
    int herd = 0;
    friend bool operator==(const TableSnapshot&, const TableSnapshot&) = default;
};

// What a notice in a room depends on: it disappears when this changes.
struct Situation {
    bool online = false, awaiting = false;
    protocol::MatchId match{};
    Phase phase{};
    std::uint32_t ply = 0;
    std::optional<Seat> turn;
    friend bool operator==(const Situation&, const Situation&) = default;
};

// What the user is waiting for, outside a room.
enum class Asked : std::uint8_t { Nothing, Something, SeatHere, Server };

// Where the user was when a private server asked for its password.
struct BeforeGate {
    Page page{};
    int row = 0;
    Asked asked{};
    int refusals = 0; // at the gate, so far
    friend bool operator==(const BeforeGate&, const BeforeGate&) = default;
};

struct UiState {
    Page page = Page::Menu;
    int row = 0; // the entry of the menu, the field of a form, the room of the list
    FormValues form;
    bool password_shown = false;  // or dots
    bool all_seats_shown = false; // or the newest ones

    Overlay overlay = Overlay::None;
    LineEdit chat;
    int help_top = 0;     // first line of the help that is shown
    int history_back = 0; // how many rows the history is scrolled back
    // In the overlay People. Not their place in the list: it may change before the user answers.
    std::optional<protocol::Remove> to_remove;

    std::optional<protocol::SeatKey> seat_key; // in the overlay OtherDevice

    Selection selection;
    Cursor cursor;
    TableSnapshot seen;
    std::array<bool, market_size> fresh{}; // market slots that were just refilled
    AfterRound after_round = AfterRound::Summary;
    int log_back = 0; // how many lines the log is scrolled back

    std::string notice; // an error, or why a key did nothing; until the next key
    std::string done;   // what the last request has achieved; until the next key
    Situation situation;
    bool in_room = false;
    Mouse mouse = Mouse::Off;
    Asked asked = Asked::Nothing;
    std::optional<BeforeGate> before_gate;
    friend bool operator==(const UiState&, const UiState&) = default;
};

std::string no_connection(); // a notice

UiState first_state(const Model& model, const protocol::CreateOptions& new_room);

// Fills in the form of this request and sends it. If it is refused, the user can correct it there.
struct Step;
Step begin(UiState ui, const protocol::RequestBody& request);

// ---- what is on the screen ---------------------------------------------------------------------

enum class Scene : std::uint8_t { Page, Waiting, Table, Summary };
Scene scene_of(const UiState& ui, const Model& model);

bool shows_log(const UiState& ui, const Model& model);
// All lines except the accounts of rounds, which have their own page.
std::vector<const LogLine*> lines_of_log(const Model& model);

std::vector<MenuEntry> menu_entries(const UiState& ui, const Model& model);
// Of any page except the menu.
const PageForm& form_of(Page page);
std::vector<Field> fields_of(const UiState& ui);
bool is_secret(Field field);
bool is_typed(Field field); // as text; other fields change with ← →
void forget_password(UiState& ui);
// Shows what a private server asks for while it does, and then goes back.
void follow_gate(UiState& ui, const Model& model);
LineEdit* typed_field(FormValues& form, Field field);
// Changes a field one step up or down (← →).
void change_field(protocol::CreateOptions& options, Field field, int step);
protocol::ChatFrom stepped_chat(protocol::ChatFrom from, int step);
// Of the bot, in its form; the server needs no level for other rooms.
std::string chosen_level(const protocol::CreateOptions& options);

bool may_act(const Model& model);   // it is the user's turn, and nothing is on its way
bool may_ready(const Model& model); // and isn't yet
// To the spectator delay, or withdraw it.
bool may_agree(const Model& model);
bool has_agreed(const Model& model);
bool may_claim(const Model& model);
bool may_ask_rematch(const Model& model);
bool may_resign(const Model& model);
// There is a link to the room, and a free seat.
bool may_invite(const Model& model);

// A person that the user may remove from their room.
struct Removable {
    std::string who;
    protocol::Remove removal;
};

// Whether somebody is there to remove, or to let chat.
bool may_manage(const Model& model);
// The guest, and the spectators as they were last listed.
std::vector<Removable> removable(const Model& model);
// The end of the list if that person isn't in it.
std::size_t place_of(const std::vector<Removable>& all,
                     const std::optional<protocol::Remove>& target);

// ---- what happens ------------------------------------------------------------------------------

struct Step {
    UiState ui;
    std::vector<Ask> asks;
};

Step update(UiState ui, const Key& key, const Model& model);
// While the screen is too small to show what a key would do: only quitting and plain mode.
Step update_unseen(UiState ui, const Key& key);
// Call it after the model has changed: drops picked cards that are gone.
UiState settle(UiState ui, const Model& model);
// After a reply to what update() asked; `removed`: see `removed_person`.
Step answered(UiState ui, const Controls::Reply& reply, std::string_view removed = {});

// ---- the parts of update()
// Moves the cursor of a form.
void focus(UiState& ui, Field field);
void update_page(Step& step, const Key& key, const Model& model);
void update_table(Step& step, const Key& key, const Model& model);
// Whether the client is online; otherwise adds a notice.
bool online_or_notice(Step& step, const Model& model);
// The same, and asks if it is online.
bool ask_online(Step& step, const Model& model, Ask what);
void open_help(UiState& ui);
void open_history(UiState& ui);
void open_people(Step& step, const Model& model);
// The person that the request removes, in words; empty if it removes nobody.
std::string removed_person(const Model& model, const protocol::RequestBody& request);
void update_people(Step& step, const Key& key, const Model& model);
// Whether the key scrolled a text of this many lines, shown from line `top`, or from the end with
// `top` at most zero.
enum class ScrollFrom : std::uint8_t { Start, End };
bool scroll(int& top, const Key& key, std::size_t lines, ScrollFrom from = ScrollFrom::Start);
// Whether the cursor is in a text field: letters are not commands there.
bool is_typing(const UiState& ui, const Model& model);

// ---- keys
// What a key does now, for the bar at the bottom. Every key that works has a hint.
struct KeyHint {
    std::string keys, does;
    std::vector<Key> covers;
    std::string help = {};           // what the help says about it
    std::optional<Key> clicked = {}; // what a click on it means, if not the first of `covers`

    // Whether it is a single action, not moving or scrolling.
    bool is_button() const {
        return !covers.empty() && !keys.starts_with("←") && !keys.starts_with("↑");
    }

    Key on_click() const { return clicked.value_or(covers.front()); }
};

// The help says what the key does, and more.
KeyHint letter_hint(char32_t letter, const std::string& does, const std::string& more = {});
KeyHint other_view(AfterRound shown);
// All keys at the table, for the help.
std::vector<KeyHint> table_keys();
std::vector<KeyHint> people_hints(const Model& model); // of the overlay People
std::vector<KeyHint> key_hints(const UiState& ui, const Model& model);
// The names of these keys in the user's language: "PgUp PgDn".
std::string key_names(std::string_view keys);

} // namespace jaipur::client::screen
