#include "client/console/qr.hpp"

#include <memory>
#include <qrencode.h>

namespace jaipur::client::qr {

Modules encode(std::string_view text) {
    constexpr int smallest_that_fits = 0;
    const std::unique_ptr<QRcode, decltype(&QRcode_free)> code(
        QRcode_encodeData(static_cast<int>(text.size()),
                          reinterpret_cast<const unsigned char*>(text.data()), smallest_that_fits,
                          QR_ECLEVEL_L),
        QRcode_free);
    if (!code)
        return {};
    const auto width = static_cast<std::size_t>(code->width);
    Modules modules(width, std::vector<bool>(width));
    for (std::size_t i = 0; i < width * width; ++i)
        modules[i / width][i % width] = (code->data[i] & 1u) != 0;
    return modules;
}

std::vector<std::string> drawn(std::string_view text, Look look, int quiet) {
    const Modules modules = encode(text);
    if (modules.empty())
        return {};
    const int size = static_cast<int>(modules.size());
    const auto light = [&](int x, int y) {
        const bool inside = x >= 0 && x < size && y >= 0 && y < size;
        return !inside || !modules[static_cast<std::size_t>(y)][static_cast<std::size_t>(x)];
    };
    std::vector<std::string> lines;
    for (int y = -quiet; y < size + quiet; y += look == Look::Ascii ? 1 : 2) {
        std::string& line = lines.emplace_back();
        for (int x = -quiet; x < size + quiet; ++x) {
            const bool upper = light(x, y), lower = light(x, y + 1);
            if (look == Look::Ascii)
                line += upper ? "##" : "  ";
            else
                line += upper ? (lower ? "█" : "▀") : (lower ? "▄" : " ");
        }
    }
    return lines;
}

} // namespace jaipur::client::qr
