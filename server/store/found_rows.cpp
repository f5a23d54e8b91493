#include "server/store/found_rows.hpp"

#include "server/store/bytes.hpp"
#include "server/store/checksum.hpp"
#include "server/store/guest_table.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

namespace jaipur::server::store {

namespace {

// Formats: https://sqlite.org/fileformat2.html, "B-tree Pages" and "Record Format".
constexpr std::uint64_t longest_row = std::uint64_t{256} * 1024 * 1024; // bytes

bool is_integer(std::uint64_t type) {
    return (type >= 1 && type <= 6) || type == 8 || type == 9;
}

bool is_text(std::uint64_t type) {
    return type >= 13 && type % 2 == 1;
}

bool is_blob(std::uint64_t type, std::size_t size) {
    return type == 12 + 2 * size;
}

std::size_t length_of(std::uint64_t type) {
    constexpr std::array<std::size_t, 10> integers{0, 1, 2, 3, 4, 6, 8, 8, 0, 0};
    return type < integers.size() ? integers.at(type) : static_cast<std::size_t>((type - 12) / 2);
}

// The columns of a row: their types, and from where on they follow each other.
struct Columns {
    static constexpr std::size_t most = 5;

    std::array<std::uint64_t, most> types{};
    std::size_t count = 0;
    std::size_t header = 0; // bytes

    // Empty if this isn't the beginning of a row with a few columns.
    static Columns of(std::string_view payload) {
        Columns columns;
        Bytes bytes{payload};
        columns.header = bytes.varint();
        if (!bytes.good || columns.header > 32 || columns.header > payload.size())
            return {};
        Bytes header{payload.substr(0, columns.header)};
        header.varint();
        while (!header.rest.empty() && header.good) {
            if (columns.count == most)
                return {};
            columns.types.at(columns.count++) = header.varint();
        }
        return header.good ? columns : Columns{};
    }

    std::string_view bytes(std::string_view payload, std::size_t column) const {
        std::size_t at = header;
        for (std::size_t i = 0; i < column; ++i)
            at += length_of(types.at(i));
        return at <= payload.size() ? payload.substr(at, length_of(types.at(column)))
                                    : std::string_view();
    }

    std::int64_t integer(std::string_view payload, std::size_t column) const {
        if (types.at(column) >= 8)
            return static_cast<std::int64_t>(types.at(column)) - 8;
        const auto stored = bytes(payload, column);
        Bytes from{stored};
        auto number = from.big_endian(stored.size());
        if (const auto bits = 8 * stored.size(); bits < 64 && bits > 0 && number >> (bits - 1) != 0)
            number |= ~std::uint64_t{0} << bits; // negative
        return static_cast<std::int64_t>(number);
    }
};

class Finder {
  public:
    Finder(const Image& image, const FoundRows& found) : image_(image), found_(found) {}

    void find() {
        const auto look = [this](std::uint32_t number, std::string_view page) {
            look_at(number, page);
        };
        image_.each(look);
        found_.others();
        others_ = true;
        image_.each(look);
    }

    void look_at(std::uint32_t number, std::string_view page) {
        page_ = page;
        is_first_ = number == 1;
        const std::size_t header = number == 1 ? Image::header_size : 0;
        const auto type = static_cast<unsigned char>(page[header]);
        const std::vector<std::size_t> listed = pointers(header, type);
        if (others_)
            return try_others(header, listed);
        for (const std::size_t cell : listed) {
            if (type == table_leaf) {
                row(cell);
                continue;
            }
            if (type == index_leaf)
                number_row(cell);
            index_entry(cell, type);
        }
    }

  private:
    std::size_t pointer(std::size_t at) const { return big_endian(page_, at, 2); }

    // Where the page's header says that its cells are.
    std::vector<std::size_t> pointers(std::size_t header, unsigned char type) const {
        std::vector<std::size_t> cells;
        if (type != table_leaf && type != index_leaf && type != index_interior)
            return cells;
        const std::size_t count = pointer(header + 3);
        const std::size_t first = header + (type == index_interior ? 12 : 8);
        for (std::size_t i = 0; i < count && first + 2 * i + 2 <= page_.size(); ++i)
            if (const std::size_t cell = pointer(first + 2 * i); cell < page_.size())
                cells.push_back(cell);
        return cells;
    }

    // Whatever could be a pointer to a cell.
    void try_others(std::size_t header, const std::vector<std::size_t>& listed) {
        std::vector<bool> tried(page_.size());
        for (const std::size_t cell : listed)
            tried[cell] = true;
        for (std::size_t at = header + 8; at + 2 <= page_.size() / 2; at += 2) {
            const std::size_t cell = pointer(at);
            if (cell < header + 10 || cell + 4 > page_.size() || tried[cell])
                continue;
            tried[cell] = true;
            row(cell);
            number_row(cell);
        }
    }

    std::size_t usable() const { return image_.page_size(); }

    // The part of a row that is in its page; the rest is in overflow pages.
    std::size_t local(std::uint64_t size, std::size_t most) const {
        if (size <= most)
            return size;
        const std::size_t least = (usable() - 12) * 32 / 255 - 23;
        const std::size_t wanted = least + (size - least) % (usable() - 4);
        return wanted <= most ? wanted : least;
    }

    // The whole row; empty if it can't be put together.
    std::string payload(Bytes cell, std::uint64_t size, std::size_t most) const {
        const std::size_t here = local(size, most);
        std::string whole(cell.take(here));
        if (here == size || !cell.good)
            return whole;
        auto next = static_cast<std::uint32_t>(cell.big_endian(4));
        std::string page;
        while (cell.good && whole.size() < size && image_.read(next, page)) {
            whole.append(page, 4, std::min<std::size_t>(page.size() - 4, size - whole.size()));
            next = word_at(page, 0);
        }
        return whole;
    }

    // Of a table.
    void row(std::size_t at) {
        Bytes cell{page_.substr(at)};
        const std::uint64_t size = cell.varint();
        const auto key = static_cast<std::int64_t>(cell.varint());
        if (!cell.good || size < 4 || size > longest_row)
            return;
        const Columns columns = Columns::of(cell.rest);
        const auto& types = columns.types;
        const bool block = columns.count == 2 && types[0] == 0 && types[1] > 12;
        const bool record = columns.count == 4 && types[0] == 0 && is_text(types[1]) &&
                            is_text(types[2]) && is_integer(types[3]);
        const bool replay = columns.count == 5 && is_blob(types[0], protocol::MatchId{}.size()) &&
                            is_integer(types[1]) && is_text(types[2]) && is_integer(types[3]) &&
                            is_integer(types[4]);
        const bool guest =
            columns.count == 3 && types[0] == 0 && is_text(types[1]) && is_integer(types[2]);
        const bool table = is_first_ && columns.count == 5 && is_text(types[1]) &&
                           is_text(types[2]) && is_integer(types[3]);
        if (!block && !record && !replay && !guest && !table)
            return;
        const std::string whole = payload(cell, size, usable() - 35);
        if (block)
            give_block(key, columns.bytes(whole, 1));
        else if (record)
            give_record(key, columns, whole);
        else if (guest)
            give_guest(key, columns, whole);
        else if (table)
            give_root(columns, whole);
        else
            give_replay(key, columns, whole);
    }

    void give_block(std::int64_t index, std::string_view entries) {
        const auto block = Block::decode(static_cast<std::uint64_t>(index), entries);
        if (block)
            found_.block(*block);
    }

    void give_root(const Columns& columns, std::string_view whole) {
        found_.root(columns.bytes(whole, 1), static_cast<std::uint32_t>(columns.integer(whole, 3)));
    }

    void give_record(std::int64_t number, const Columns& columns, std::string_view whole) {
        const auto room = columns.bytes(whole, 1), text = columns.bytes(whole, 2);
        if (columns.integer(whole, 3) == record_checksum(number, room, text))
            found_.record(number, room, text);
    }

    void give_guest(std::int64_t number, const Columns& columns, std::string_view whole) {
        const auto entry = columns.bytes(whole, 1);
        if (columns.integer(whole, 2) == guest_checksum(number, entry))
            found_.guest(number, entry);
    }

    void give_replay(std::int64_t row, const Columns& columns, std::string_view whole) {
        const auto match = columns.bytes(whole, 0), replay = columns.bytes(whole, 2);
        const auto at = columns.integer(whole, 1), uptime = columns.integer(whole, 3);
        if (columns.integer(whole, 4) == replay_checksum(match, at, uptime, replay))
            found_.replay(row, match, at, uptime, replay);
    }

    // Of `meta`, which is stored like an index.
    void number_row(std::size_t at) {
        Bytes cell{page_.substr(at)};
        const std::uint64_t size = cell.varint();
        const Columns columns = Columns::of(cell.rest.substr(0, size));
        const auto& types = columns.types;
        if (columns.count != 3 || !is_text(types[0]) || !is_integer(types[1]) ||
            !is_integer(types[2]))
            return;
        const auto name = columns.bytes(cell.rest, 0);
        const auto value = columns.integer(cell.rest, 1);
        if (columns.integer(cell.rest, 2) == number_checksum(name, value))
            found_.number(name, value);
    }

    // Of a match to its row.
    void index_entry(std::size_t at, unsigned char type) {
        Bytes cell{page_.substr(at)};
        if (type == index_interior)
            cell.take(4);
        const std::uint64_t size = cell.varint();
        const std::string_view entry = cell.rest.substr(0, size);
        const Columns columns = Columns::of(entry);
        if (columns.count == 2 && is_integer(columns.types[1]) &&
            is_blob(columns.types[0], protocol::MatchId{}.size()))
            found_.listed(columns.bytes(entry, 0), columns.integer(entry, 1));
    }

    const Image& image_;
    const FoundRows& found_;
    bool others_ = false; // instead of what the headers list
    std::string_view page_;
    bool is_first_ = false;
};

} // namespace

void find_rows(const Image& image, std::uint32_t number, std::string_view page,
               const FoundRows& found) {
    Finder(image, found).look_at(number, page);
}

void find_rows(const Image& image, const FoundRows& found) {
    Finder(image, found).find();
}

} // namespace jaipur::server::store
