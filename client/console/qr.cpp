#include "client/console/qr.hpp"

#include <qrcodegen/qrcodegen.hpp>

namespace jaipur::client::qr {

Modules encode(std::string_view text) {
    using qrcodegen::QrCode, qrcodegen::QrSegment;
    constexpr int best_mask = -1;
    constexpr bool more_correction = false; // the level stays the lowest
    const std::vector<std::uint8_t> bytes(text.begin(), text.end());
    try {
        const QrCode code = QrCode::encodeSegments({QrSegment::makeBytes(bytes)}, QrCode::Ecc::LOW,
                                                   QrCode::MIN_VERSION, QrCode::MAX_VERSION,
                                                   best_mask, more_correction);
        const auto width = static_cast<std::size_t>(code.getSize());
        Modules modules(width, std::vector<bool>(width));
        for (std::size_t i = 0; i < width * width; ++i)
            modules[i / width][i % width] =
                code.getModule(static_cast<int>(i % width), static_cast<int>(i / width));
        return modules;
    } catch (const qrcodegen::data_too_long&) {
        return {};
    }
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
