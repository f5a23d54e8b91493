#include "server/store/unknown_numbers.hpp"

#include "server/store/bytes.hpp"
#include "server/store/found_rows.hpp"
#include "server/store/inventory.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace jaipur::server::store {

namespace {

constexpr std::uint64_t highest_key = std::numeric_limits<std::int64_t>::max();

struct Range {
    std::uint64_t first = 0, last = 0; // both are in it
};

using Keys = std::set<std::uint64_t>;
using IntactKeys = Keys (*)(const Image&, std::uint32_t, std::string_view);

std::uint64_t first_number(std::uint64_t block) {
    return std::min(block, highest_key / Block::size - 1) * Block::size;
}

// Goes through the tree of one table, from its root, and collects the keys that may be lost. A page
// counts as lost unless all of its rows are intact.
class Tree {
  public:
    Tree(const Image& image, IntactKeys intact) : image_(image), intact_(intact) {}

    std::vector<Range> lost(std::optional<std::uint32_t> root) {
        lost_.clear();
        if (root)
            walk(*root, {0, highest_key});
        else
            lost_.push_back({0, highest_key});
        return lost_;
    }

  private:
    void walk(std::uint32_t number, Range keys) {
        std::string page;
        const bool there = walked_.insert(number).second && image_.read(number, page);
        const unsigned char type = there ? static_cast<unsigned char>(page[0]) : 0;
        const bool sound = (type == table_interior && walk_children(page, keys)) ||
                           (type == table_leaf && is_intact(number, page, keys));
        if (!sound)
            lost_.push_back(keys);
    }

    bool is_intact(std::uint32_t number, std::string_view page, Range keys) const {
        const Keys found = intact_(image_, number, page);
        return found.size() == big_endian(page, 3, 2) &&
               (found.empty() || (*found.begin() >= keys.first && *found.rbegin() <= keys.last));
    }

    // False: it doesn't say which keys its children have.
    bool walk_children(std::string_view page, Range keys) {
        constexpr std::size_t header = 12, rightmost = 8;
        std::vector<std::pair<std::uint32_t, Range>> children;
        const std::size_t count = big_endian(page, 3, 2);
        for (std::size_t i = 0; i < count; ++i) {
            const std::size_t pointer = header + 2 * i;
            const std::size_t cell = pointer < page.size() ? big_endian(page, pointer, 2) : 0;
            if (cell < header || cell + 4 >= page.size())
                return false;
            const std::uint64_t last = Bytes{page.substr(cell + 4)}.varint();
            if (last < keys.first || last > keys.last)
                return false;
            children.push_back({word_at(page, cell), {keys.first, last}});
            keys.first = last + 1;
        }
        children.push_back({word_at(page, rightmost), keys});
        for (const auto& [child, its_keys] : children)
            walk(child, its_keys);
        return true;
    }

    const Image& image_;
    const IntactKeys intact_;
    std::vector<Range> lost_;
    std::set<std::uint32_t> walked_;
};

Keys intact_records(const Image& image, std::uint32_t number, std::string_view page) {
    Keys keys;
    FoundRows found;
    found.record = [&](std::int64_t key, auto, auto) {
        keys.insert(static_cast<std::uint64_t>(key));
    };
    find_rows(image, number, page, found);
    return keys;
}

Keys intact_blocks(const Image& image, std::uint32_t number, std::string_view page) {
    Keys keys;
    FoundRows found;
    found.block = [&](const Block& block) { keys.insert(block.index()); };
    find_rows(image, number, page, found);
    return keys;
}

struct Roots {
    // Of a database whose first page is lost, only this one is known: the table was the first.
    std::uint32_t records = 2;
    std::optional<std::uint32_t> inventory;
};

Roots roots_in(const Image& image) {
    Roots roots;
    FoundRows found;
    found.root = [&](std::string_view table, std::uint32_t root) {
        if (table == "records")
            roots.records = root;
        else if (table == "inventory")
            roots.inventory = root;
    };
    if (std::string page; image.read(1, page))
        find_rows(image, 1, page, found);
    return roots;
}

// The highest number in both ranges whose block wasn't found; 0: none.
std::uint64_t highest_in(Range one, Range other, const std::set<std::uint64_t>& blocks) {
    const std::uint64_t first = std::max(one.first, other.first);
    std::uint64_t number = std::min(one.last, other.last);
    while (number >= first && blocks.contains(Block::of(number))) {
        if (Block::of(number) == 0)
            return 0;
        number = Block::of(number) * Block::size - 1; // of the block before
    }
    return number >= first ? number : 0;
}

} // namespace

std::uint64_t highest_unknown_number(const Image& image, const std::set<std::uint64_t>& blocks) {
    const Roots roots = roots_in(image);
    const auto records = Tree(image, intact_records).lost(roots.records);
    if (records.empty())
        return 0;
    std::uint64_t highest = 0;
    for (const Range& lost : Tree(image, intact_blocks).lost(roots.inventory)) {
        const Range numbers{first_number(lost.first), first_number(lost.last) + Block::size - 1};
        for (const Range& range : records)
            highest = std::max(highest, highest_in(range, numbers, blocks));
    }
    return highest;
}

} // namespace jaipur::server::store
