// ICU's data, without any: it would add 30 MB to a statically linked client. ICU's own tools are
// linked like this (its "stubdata"). UTF-8 needs no data.
#include <cstdint>
#include <unicode/udata.h>
#include <unicode/utypes.h>

namespace {

struct EmptyData {
    std::uint16_t header_size;
    std::uint8_t magic[2];
    UDataInfo info;
    char padding[8];
    std::uint32_t entries, reserved;
};

} // namespace

extern "C" {
extern const EmptyData U_ICUDATA_ENTRY_POINT;
alignas(16) const EmptyData U_ICUDATA_ENTRY_POINT{32,
                                                  {0xda, 0x27},
                                                  {sizeof(UDataInfo),
                                                   0,
                                                   U_IS_BIG_ENDIAN,
                                                   U_CHARSET_FAMILY,
                                                   sizeof(UChar),
                                                   0,
                                                   {'T', 'o', 'C', 'P'},
                                                   {1, 0, 0, 0},
                                                   {0, 0, 0, 0}},
                                                  "jaipur",
                                                  0,
                                                  0};
}
