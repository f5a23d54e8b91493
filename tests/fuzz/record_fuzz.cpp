// Any bytes, taken for a stored record: the reader may not throw or crash, and what it takes must
// be the very bytes that its record is written as.
#include "server/store/record_codec.hpp"

#include <boost/system/result.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace jaipur::server;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto record = decode_record(text);
    if (record && encode_record(*record) != text)
        std::abort();
    return 0;
}
